import { pendant, shelf, tabletop, windowView } from '../indoors.ts'
import { bunting } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, shadow, stroke } from '../shapes.ts'

export const cake = (pen: Pen) =>
  tabletop(pen, 580) +
  bunting(pen, 0, 60, 600, 70, 60, 8) +
  bunting(pen, 600, 70, 1200, 60, 60, 8) +
  circle(600, 330, 380, pen.glow('#fff3d0', 0.6)) +
  windowView(pen, 90, 190, 190, 220, false) +
  shadow(600, 724, 330, 24, 0.3) +
  path('M560 640h80l30 76H530Z', pen.p.paper) +
  oval(600, 640, 300, 34, pen.p.paper) +
  oval(600, 632, 300, 34, '#fff') +
  rect(370, 470, 460, 160, '#f6c9c4', 16) +
  rect(370, 540, 460, 14, pen.p.paper) +
  path(
    'M370 480Q370 440 420 440H780Q830 440 830 480V520q-22 30-46 0q-22 40-46 4q-22 30-46-2q-24 44-46 2q-22 26-46 0q-22 40-46-2q-24 34-46 0q-22 36-46-4q-20 30-32 2Z',
    pen.p.a,
  ) +
  rect(450, 320, 300, 130, '#fff1dc', 14) +
  rect(450, 382, 300, 12, '#f6c9c4') +
  path(
    'M450 330Q450 296 490 296H710Q750 296 750 330V352q-18 28-36 2q-20 32-38 0q-18 24-38-2q-18 36-38 2q-20 24-38-2q-18 34-38 0q-18 24-36 0q-18 26-38-2Z',
    pen.p.c,
  ) +
  rect(720, 330, 30, 120, pen.p.ink, 0, 'opacity=".06"') +
  rect(780, 490, 50, 140, pen.p.ink, 0, 'opacity=".07"') +
  many(12, (i) => circle(386 + i * 39, 630, 16, i % 2 ? '#fff' : pen.p.c)) +
  many(26, () =>
    rect(pen.between(390, 800), pen.between(560, 606), 14, 5, pen.pick([pen.p.a, pen.p.b, pen.p.c]), 2),
  ) +
  many(
    5,
    (i) =>
      circle(490 + i * 55, 296, 17, '#d23c50') +
      circle(485 + i * 55, 290, 5, '#fff', 'opacity=".7"') +
      path(`M${490 + i * 55} 280q8-16 20-14`, 'none', `stroke="${pen.p.leafDark}" stroke-width="4"`),
  ) +
  many(
    5,
    (i) =>
      rect(
        504 + i * 46,
        206,
        12,
        82,
        [pen.p.b, pen.p.paper, pen.p.a, pen.p.paper, pen.p.b][i] ?? pen.p.b,
        3,
      ) +
      faint(
        0.6,
        stroke(`M${505 + i * 46} 230l10-8M${505 + i * 46} 254l10-8M${505 + i * 46} 278l10-8`, pen.p.c, 3),
      ) +
      circle(510 + i * 46, 184, 52, pen.glow('#ffdf90', 0.8)) +
      path(`M${510 + i * 46} 162q18 24 0 40q-18-16 0-40Z`, '#ffb347') +
      path(`M${510 + i * 46} 182q8 12 0 20q-8-8 0-20Z`, '#fff6d8'),
  ) +
  at(
    190,
    720,
    shadow(0, 0, 90) +
      oval(0, -6, 100, 20, pen.p.paper) +
      path('M-60-20L60-30L50-90L-40-70Z', '#f6c9c4') +
      path('M-40-72L50-92L54-112L-44-90Z', pen.p.a) +
      circle(10, -112, 14, '#d23c50'),
  ) +
  at(
    1010,
    720,
    shadow(0, 0, 100) +
      path('M-80-110H80V0H-80Z', pen.p.b) +
      path('M30-110H80V0H30Z', pen.p.ink, 'opacity=".12"') +
      rect(-92, -132, 184, 34, pen.p.b, 5) +
      rect(-16, -132, 32, 132, pen.p.c) +
      path('M0-132Q-60-190-66-140T0-132Q60-190 66-140T0-132Z', pen.p.c),
  ) +
  many(30, () =>
    rect(
      pen.between(20, 1180),
      pen.between(140, 780),
      12,
      7,
      pen.pick([pen.p.a, pen.p.b, pen.p.c, '#fff']),
      2,
      `transform="rotate(${Math.round(pen.between(-8, 8))} 600 400)"`,
    ),
  )

export const bread = (pen: Pen) =>
  tabletop(pen, 520) +
  windowView(pen, 780, 50, 300, 280) +
  shelf(pen, 110, 230, 320) +
  pendant(pen, 560, 40, pen.p.b) +
  rect(140, 560, 880, 150, pen.p.wood, 30) +
  rect(140, 690, 880, 24, pen.p.woodDark, 14) +
  circle(1000, 636, 18, pen.p.woodDark) +
  at(
    420,
    660,
    shadow(0, 4, 210, 18, 0.25) +
      path('M-210-30Q-220-180 0-190T210-30Q200 6 0 6T-210-30Z', '#d08a45') +
      path('M-190-60Q-170-170 0-174T150-120Q40-150-60-120T-190-60Z', '#e9b06c') +
      many(4, (i) => path(`M${-130 + i * 70}-60q30-60 20-100q30 40 14 96Z`, '#f7dcae')) +
      many(20, () => circle(pen.between(-160, 160), pen.between(-150, -40), 3, '#fff4dd')),
  ) +
  many(2, (i) =>
    at(
      640 + i * 50,
      640 + i * 24,
      path('M-20-20Q100-130 330-150Q370-150 350-110Q160-20 0 20Q-40 14-20-20Z', i ? '#c77f3c' : '#d9964f') +
        many(4, (k) => path(`M${50 + k * 64} ${-46 - k * 22}q30 0 44-40q20 26-10 44Z`, '#f7dcae')),
    ),
  ) +
  at(
    250,
    740,
    oval(0, 0, 70, 24, '#d9964f') +
      path('M-70 0Q-60-50 0-50T70 0Q40-20 0-18T-70 0Z', '#e9b06c') +
      stroke('M-30-44l-8 40M0-50V-18M30-44l8 40', '#b5702f', 6),
  ) +
  at(
    400,
    756,
    path('M-70 6Q-80-44 0-50T70 6Q40-20 0-18T-70 6Z', '#d9964f') +
      stroke('M-34-40l-10 34M0-50V-18M34-40l10 34', '#b5702f', 6),
  ) +
  at(
    930,
    524,
    shadow(0, 0, 90) +
      path('M-80-90H80Q80 0 30 0H-30Q-80 0-80-90Z', pen.p.b) +
      oval(0, -90, 80, 18, '#fff7e4') +
      path('M-56-96Q-20-140 10-110T58-94Z', '#fff'),
  ) +
  at(
    680,
    524,
    path('M-60-150Q-70-170-50-176H50Q70-170 60-150L70 0H-70Z', '#efe2c8') +
      rect(-50, -110, 100, 70, pen.p.a, 6) +
      stroke('M0-100V-56M0-90l-14-8M0-90l14-8M0-74l-14-8M0-74l14-8', pen.p.c, 6),
  ) +
  many(
    9,
    (i) =>
      stroke(`M${500 + i * 6} 520Q${480 + i * 14} 440 ${450 + i * 20} ${380 + ((i * 17) % 24)}`, pen.p.c, 4) +
      oval(450 + i * 20, 374 + ((i * 17) % 24), 7, 18, '#e0a53c'),
  ) +
  stroke('M640 770L900 740', pen.p.woodDark, 34) +
  stroke('M600 774H636M904 740l40-4', pen.p.wood, 16) +
  faint(
    0.7,
    many(40, () => circle(pen.between(120, 1100), pen.between(715, 790), pen.between(1.5, 4), '#fff')),
  )

/** Sourdough starters at work, and the loaf they will become. */
export const starters = (pen: Pen) =>
  tabletop(pen, 540) +
  windowView(pen, 100, 60, 250, 260) +
  shelf(pen, 800, 250, 300) +
  many(3, (i) =>
    at(
      300 + i * 210,
      680 - (i % 2) * 26,
      shadow(0, 0, 96, 12, 0.25) +
        rect(-84, -250, 168, 250, '#dff0f2', 26, 'opacity=".75"') +
        path(
          `M-76 ${-90 - i * 44}Q0 ${-116 - i * 50} 76 ${-90 - i * 44}V-26Q76-8 56-8H-56Q-76-8-76-26Z`,
          '#f3e0b8',
        ) +
        many(9, (k) =>
          circle(
            -56 + ((k * 47) % 114),
            -30 - ((k * 31) % (60 + i * 40)),
            5 + (k % 3) * 3,
            '#fffaf0',
            'opacity=".8"',
          ),
        ) +
        rect(-84, -96, 168, 13, pen.p.a, 4, 'opacity=".9"') +
        rect(-66, -240, 18, 210, '#fff', 9, 'opacity=".5"') +
        (i === 1
          ? path('M-92-244Q-100-290-60-292Q0-304 60-292Q100-290 92-244Q0-232-92-244Z', pen.p.b) +
            stroke('M-88-250Q0-236 88-250', pen.p.c, 9)
          : rect(-92, -286, 184, 42, pen.p.wood, 12)),
    ),
  ) +
  at(
    960,
    700,
    shadow(0, 4, 180, 18, 0.25) +
      path('M-180-20Q-176-170 0-176T180-20Q170 6 0 6T-180-20Z', '#c9803f') +
      path('M-160-50Q-140-150 0-156T130-110Q30-140-50-106T-160-50Z', '#e0a25e') +
      stroke('M-60-120Q0-60 70-60M-20-140Q40-80 110-90M-100-90Q-50-36 20-30', '#f7dcae', 13),
  ) +
  at(
    130,
    720,
    path('M-70-70H70Q66 0 26 0H-26Q-66 0-70-70Z', pen.p.c) +
      oval(0, -70, 70, 16, '#fff7e4') +
      stroke('M20-76L90-170', pen.p.wood, 16),
  ) +
  many(26, () =>
    circle(pen.between(80, 1120), pen.between(706, 790), pen.between(2, 5), '#fff', 'opacity=".7"'),
  )
