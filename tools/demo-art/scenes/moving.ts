import { plant, room, windowView } from '../indoors.ts'
import { bush, hill, pine, sky, townFronts } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, stroke } from '../shapes.ts'
import { box, wheel } from './freight.ts'

export const movingTruck = (pen: Pen) =>
  sky(pen, 980, 150) +
  hill(470, 40, pen.p.far) +
  townFronts(pen, 560, false, 0, 420) +
  pine(pen, 1090, 570, 1.3) +
  pine(pen, 480, 560, 0.9) +
  rect(0, 556, 1200, 60, pen.p.near) +
  rect(0, 606, 1200, 200, pen.down('#9a96a0', '#74707e')) +
  rect(0, 604, 1200, 12, pen.p.paper) +
  faint(
    0.7,
    many(6, (i) => rect(40 + i * 220, 736, 120, 10, '#fff', 4)),
  ) +
  shadow(690, 694, 420, 20, 0.3) +
  rect(360, 250, 500, 400, pen.down('#fffaf0', '#eadfcd'), 12) +
  rect(360, 470, 500, 60, pen.p.a) +
  rect(360, 530, 500, 18, pen.p.c) +
  faint(
    0.14,
    many(9, (i) => rect(404 + i * 52, 254, 5, 390, pen.p.ink)),
  ) +
  at(
    610,
    380,
    path('M-70 20L0-50L70 20V80H-70Z', pen.p.b) +
      rect(-20, 24, 40, 56, pen.p.paper) +
      path(
        'M-90 26L0-64L90 26',
        'none',
        `stroke="${pen.p.a}" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"`,
      ),
  ) +
  path('M868 360H980Q1010 360 1022 390L1056 480L1090 500Q1104 508 1104 530V650H868Z', pen.p.a) +
  path('M900 390H974Q990 390 998 408L1024 482H900Z', pen.down('#c7edf4', '#7cc0d4')) +
  path('M920 390h34l-40 92h-14v-46Z', '#fff', 'opacity=".5"') +
  rect(884, 520, 46, 9, pen.p.ink, 4, 'opacity=".5"') +
  rect(1082, 560, 24, 34, '#fff3c0', 6) +
  rect(1060, 630, 60, 24, pen.p.ink, 8) +
  rect(340, 636, 740, 24, pen.p.ink, 8) +
  wheel(470, 664, 54) +
  wheel(970, 664, 54) +
  polygon(
    [
      [364, 640],
      [210, 740],
      [230, 748],
      [372, 660],
    ],
    '#8b91a5',
  ) +
  shadow(180, 746, 160) +
  box(60, 744, 130, 110, pen.p.c) +
  box(196, 744, 110, 90, pen.p.b, '#c9925a') +
  box(84, 634, 96, 80, pen.p.a, '#e3b577') +
  at(250, 654, plant(pen, 0, 0, 0.7, pen.p.b)) +
  bush(pen, 1150, 610, 0.7)

export const boxes = (pen: Pen) =>
  room(pen, 590) +
  windowView(pen, 420, 80, 360, 320, false) +
  shadow(600, 720, 520, 26, 0.2) +
  box(120, 700, 230, 190, pen.p.c) +
  box(150, 510, 180, 140, pen.p.a, '#e3b577') +
  box(900, 700, 210, 170, pen.p.b, '#c9925a') +
  box(930, 530, 150, 120, pen.p.c, '#e3b577') +
  at(1010, 410, plant(pen, 0, 0, 0.9, pen.p.a)) +
  stroke('M240 370V200', pen.p.woodDark, 10) +
  circle(240, 190, 130, pen.glow('#ffe2a0', 0.5)) +
  path('M170 230L200 120H280L310 230Z', pen.p.c) +
  oval(240, 368, 50, 10, pen.p.woodDark) +
  polygon(
    [
      [420, 520],
      [350, 470],
      [440, 450],
    ],
    '#c9925a',
  ) +
  polygon(
    [
      [780, 520],
      [850, 470],
      [760, 450],
    ],
    '#c9925a',
  ) +
  polygon(
    [
      [420, 520],
      [780, 520],
      [760, 480],
      [440, 480],
    ],
    '#8a5a3c',
  ) +
  many(5, (i) =>
    rect(
      466 + i * 34,
      400 + ((i * 37) % 50),
      30,
      140,
      [pen.p.a, pen.p.b, pen.p.c, pen.p.leaf, pen.p.ink][i] ?? pen.p.a,
      3,
    ),
  ) +
  at(
    700,
    520,
    circle(0, -60, 56, pen.p.b) +
      faint(0.7, path('M-40-80q30-30 50-4t-30 34ZM10-40q20-20 36-4t-30 30Z', pen.p.leaf)),
  ) +
  stroke('M640 520V380', pen.p.woodDark, 10) +
  path('M606 400L622 340H660L676 400Z', pen.p.a) +
  box(420, 716, 360, 200, pen.p.c) +
  polygon(
    [
      [420, 520],
      [330, 590],
      [420, 560],
    ],
    '#e3b577',
  ) +
  polygon(
    [
      [780, 520],
      [870, 590],
      [780, 560],
    ],
    '#e3b577',
  ) +
  path('M560 640l40-36 40 36v44h-80Z', pen.p.a, 'opacity=".8"') +
  rect(588, 654, 24, 30, '#d9a566') +
  at(
    360,
    760,
    circle(0, -34, 34, pen.p.c) + circle(0, -34, 16, pen.p.floorDark) + rect(24, -14, 60, 14, pen.p.c),
  ) +
  at(850, 764, stroke('M-40-10L40-30', pen.p.ink, 14) + stroke('M-40-10L-84 0', pen.p.a, 20)) +
  many(8, () =>
    circle(pen.between(250, 950), pen.between(735, 780), pen.between(5, 9), '#fff', 'opacity=".7"'),
  )
