import { frame, pendant, plant, room } from '../indoors.ts'
import { bush, cloud, hill, pine, sky, townFronts, tree } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, path, polygon, rect, shadow, sparkle, stroke } from '../shapes.ts'
import { wheel } from './freight.ts'

const spoked = (pen: Pen, x: number, y: number, r: number) =>
  circle(x, y, r, 'none', `stroke="${pen.p.ink}" stroke-width="13"`) +
  circle(x, y, r - 10, 'none', 'stroke="#c9ced9" stroke-width="4"') +
  faint(
    0.6,
    many(9, (i) =>
      stroke(
        `M${Math.round(x + (r - 12) * Math.cos(i * 0.35))} ${Math.round(y + (r - 12) * Math.sin(i * 0.35))}L${Math.round(x - (r - 12) * Math.cos(i * 0.35))} ${Math.round(y - (r - 12) * Math.sin(i * 0.35))}`,
        '#9aa0b5',
        2,
      ),
    ),
  ) +
  circle(x, y, 11, '#6d7387')

export const bicycle = (pen: Pen, color: string) =>
  spoked(pen, -210, 0, 118) +
  spoked(pen, 210, 0, 118) +
  stroke('M-210 0L-20 0L150-170L-90-170Z', color, 15) +
  stroke('M-20 0L-104-216', color, 15) +
  stroke('M210 0L136-226', color, 15) +
  stroke('M-210 0L-90-170', color, 11) +
  path('M-150-228Q-104-246-56-222Q-70-206-104-208Q-140-208-150-228Z', pen.p.ink) +
  stroke('M136-226L118-258Q170-276 196-250', pen.p.ink, 12) +
  circle(-20, 0, 34, 'none', `stroke="#6d7387" stroke-width="9"`) +
  circle(-20, 0, 9, pen.p.ink) +
  stroke('M-20 0L14 50M-4 50H34', pen.p.ink, 9) +
  stroke('M-20-34L-210-10M-20 34L-210 10', '#6d7387', 3)

export const bikeRepair = (pen: Pen) =>
  room(pen, 600) +
  rect(60, 70, 330, 280, pen.p.wood, 8) +
  rect(60, 70, 330, 280, pen.p.paper, 8, 'opacity=".35"') +
  many(5, (i) =>
    at(
      104 + i * 60,
      130,
      rect(-7, 0, 14, 120 - ((i * 29) % 50), '#8b91a5', 6) +
        circle(0, 0, 18, '#8b91a5') +
        circle(0, 0, 8, pen.p.paper) +
        rect(-10, 60, 20, 70, [pen.p.a, pen.p.b, pen.p.c][i % 3] ?? pen.p.a, 8),
    ),
  ) +
  many(3, (i) => circle(120 + i * 100, 300, 26, 'none', `stroke="${pen.p.ink}" stroke-width="8"`)) +
  spoked(pen, 1010, 190, 96) +
  spoked(pen, 1110, 330, 70) +
  pendant(pen, 650, 40, pen.p.c) +
  frame(pen, 800, 90, 110, 140, 1) +
  shadow(640, 748, 260, 20, 0.25) +
  stroke('M560 300V720', '#6d7387', 20) +
  stroke('M560 700L440 746M560 700L690 746M560 700V752', '#6d7387', 16) +
  rect(536, 270, 70, 34, pen.p.a, 8) +
  at(660, 500, bicycle(pen, pen.p.a), 1.12, -4) +
  at(
    270,
    748,
    shadow(0, 0, 110) +
      rect(-110, -110, 220, 110, pen.p.a, 10) +
      many(
        3,
        (i) =>
          rect(-98, -100 + i * 34, 196, 28, '#fff', 4, 'opacity=".18"') +
          rect(-20, -90 + i * 34, 40, 7, pen.p.ink, 3),
      ) +
      rect(-60, -128, 60, 18, pen.p.c, 4) +
      rect(20, -150, 24, 40, pen.p.leaf, 6) +
      path('M26-150h12l-3-18h-6Z', pen.p.ink),
  ) +
  plant(pen, 1110, 720, 1.2, pen.p.b) +
  at(
    920,
    764,
    rect(-16, -190, 32, 180, pen.p.b, 10) +
      stroke('M-50-190H50', pen.p.ink, 14) +
      stroke('M-40-6H40', pen.p.ink, 14) +
      stroke('M16-40Q70-40 60-100', pen.p.ink, 6),
  )

export const car = (pen: Pen, color: string) =>
  shadow(0, 46, 380, 22, 0.3) +
  path(
    'M-350 20Q-366-60-300-80L-210-96Q-130-200-20-204H90Q180-204 250-100L310-84Q366-66 360 20Q358 36 340 36H-330Q-348 36-350 20Z',
    color,
  ) +
  path(
    'M-350 20Q-352-20-344-34H356Q362-10 360 20Q358 36 340 36H-330Q-348 36-350 20Z',
    '#1d1b33',
    'opacity=".15"',
  ) +
  path('M-180-100Q-110-178-20-180H10V-100Z', pen.down('#d7f1f6', '#82c1d6')) +
  path('M36-180H86Q150-178 206-100H36Z', pen.down('#d7f1f6', '#82c1d6')) +
  path('M-120-140l40-36h30l-70 76h-40ZM70-180h30L60-100H36v-10Z', '#fff', 'opacity=".5"') +
  rect(-350, -52, 36, 26, '#fff3c0', 10) +
  rect(328, -56, 30, 30, pen.p.a, 8) +
  rect(-60, -72, 44, 9, '#1d1b33', 4, 'opacity=".4"') +
  rect(60, -72, 44, 9, '#1d1b33', 4, 'opacity=".4"') +
  stroke('M22-176V24', '#1d1b33', 3, 'opacity=".3"') +
  path(
    'M-330-66Q-200-86 0-86H300',
    'none',
    'stroke="#fff" stroke-width="7" opacity=".35" stroke-linecap="round"',
  ) +
  wheel(-210, 34, 66) +
  wheel(222, 34, 66)

export const carWash = (pen: Pen) =>
  sky(pen, 980, 140) +
  hill(440, 40, pen.p.far) +
  tree(pen, 130, 540, 1.2) +
  tree(pen, 1090, 530, 0.9) +
  rect(300, 150, 620, 380, pen.p.wall) +
  polygon(
    [
      [260, 170],
      [610, 20],
      [960, 170],
    ],
    pen.p.b,
  ) +
  rect(380, 240, 460, 290, pen.p.paper, 6) +
  faint(
    0.5,
    many(5, (i) => rect(392, 254 + i * 56, 436, 46, pen.p.wallDark, 4)),
  ) +
  rect(0, 520, 1200, 30, pen.p.near) +
  rect(0, 540, 1200, 260, pen.down('#c9c3bb', '#a49d97')) +
  path('M160 720Q400 680 700 700T1080 730Q800 770 500 760T160 720Z', '#8fcbe0', 'opacity=".6"') +
  bush(pen, 250, 550, 0.6) +
  bush(pen, 980, 550, 0.65) +
  at(600, 650, car(pen, pen.p.a), 1.12) +
  many(30, (i) => {
    const t = (i + 0.5) / 30
    const x = 280 + t * 640
    const y = 530 - 130 * Math.sin(t * 3.14) + pen.between(-12, 60)
    const r = pen.between(12, 34)
    return (
      circle(x, y, r, '#fff', 'opacity=".88"') +
      circle(x - r * 0.3, y - r * 0.35, r * 0.26, pen.p.skyTop, 'opacity=".4"')
    )
  }) +
  many(18, () =>
    circle(
      pen.between(180, 1020),
      pen.between(220, 460),
      pen.between(6, 18),
      '#fff',
      'opacity=".35" stroke="#fff" stroke-width="3"',
    ),
  ) +
  at(
    190,
    750,
    shadow(0, 0, 80) +
      path('M-70-110H70L56 0H-56Z', pen.p.b) +
      path('M26-110H70L56 0H30Z', pen.p.ink, 'opacity=".15"') +
      oval2(pen) +
      stroke('M-66-112Q0-200 66-112', pen.p.ink, 6),
  ) +
  at(
    320,
    764,
    rect(-60, -46, 120, 46, pen.p.c, 18) +
      many(6, (i) => circle(-40 + i * 16, -20 - (i % 2) * 10, 4, pen.p.ink, 'opacity=".2"')),
  ) +
  stroke('M1210 690Q1080 660 1060 730T930 770', pen.p.leaf, 13) +
  stroke('M930 770l-50-14', pen.p.c, 18) +
  sparkle(860, 560, 26, '#fff') +
  sparkle(420, 560, 20, '#fff')

const oval2 = (pen: Pen) =>
  many(7, (i) => circle(-54 + i * 18, -116 - ((i * 23) % 18), 18, '#fff')) +
  circle(-20, -126, 5, pen.p.skyTop)

export const drive = (pen: Pen) =>
  sky(pen, 860, 180) +
  cloud(300, 130, 1, '#fff', 0.5) +
  path('M0 470L160 330L300 440L470 290L640 450L800 330L960 440L1200 350V560H0Z', pen.p.far) +
  townFronts(pen, 540, false, 0, 400) +
  hill(530, 30, pen.p.mid) +
  pine(pen, 480, 570, 0.8) +
  pine(pen, 1130, 590, 1.3) +
  pine(pen, 950, 560, 0.7) +
  path('M0 560H1200V800H0Z', pen.p.near) +
  rect(0, 610, 1200, 150, '#74707e') +
  rect(0, 604, 1200, 8, pen.p.paper) +
  rect(0, 758, 1200, 8, pen.p.paper) +
  faint(
    0.85,
    many(7, (i) => rect(20 + i * 190, 690, 100, 9, pen.p.c, 4)),
  ) +
  at(560, 630, car(pen, pen.p.b), 1) +
  at(550, 420, rect(-70, -40, 140, 40, pen.p.c, 8) + stroke('M-40-20H40', pen.p.ink, 8)) +
  stroke('M1020 600V360', '#8b91a5', 12) +
  polygon(
    [
      [985, 290],
      [1055, 290],
      [1080, 325],
      [1055, 360],
      [985, 360],
      [960, 325],
    ],
    pen.p.a,
  ) +
  stroke('M994 325H1046M1034 312L1048 325L1034 338', '#fff', 8) +
  bush(pen, 130, 606, 0.6) +
  faint(0.6, stroke('M120 640H20M150 680H60M130 600H70', '#fff', 6))
