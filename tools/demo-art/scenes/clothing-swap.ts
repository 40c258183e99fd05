import { standing } from '../figures.ts'
import { pendant, plant, room, rug, windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { circle, many, path, rect, stroke } from '../shapes.ts'
import { garment } from './garment.ts'

/** People try on what others brought. */
export const clothingSwap = (pen: Pen) =>
  room(pen, 620) +
  windowView(pen, 70, 90, 210, 250, false) +
  pendant(pen, 600, 40, pen.p.a) +
  rug(pen, 600, 730, 480, 56) +
  stroke('M380 700V240H1120V700M350 704H410M1090 704H1150', pen.p.ink, 13) +
  many(8, (i) =>
    garment(
      440 + i * 88,
      290,
      [pen.p.a, pen.p.b, pen.p.c, '#f3a6b8', pen.p.leaf, pen.p.paper, '#8d5fa8', pen.p.a][i] ?? pen.p.a,
      i % 3,
      pen.p.ink,
    ),
  ) +
  rect(930, 560, 230, 170, '#d9a566', 6) +
  path('M940 560Q970 510 1010 540T1080 520T1150 560Z', pen.p.b) +
  path('M960 560Q1000 530 1040 552T1130 556Z', pen.p.c) +
  standing(pen, 250, 750, 1.34, {
    top: pen.p.paper,
    legs: pen.p.b,
    skin: skins[2],
    style: 'curly',
    far: [54, -210, 96, -236],
    near: [20, -206, 84, -200],
  }) +
  `<g transform="translate(356 444)">${path('M-30-20L0-8L30-20L70 10L54 60L38 50V170H-38V50L-54 60L-70 10Z', pen.p.a)}${stroke('M-14-14Q0 0 14-14', pen.p.paper, 5)}${many(4, (i) => stroke(`M-36 ${60 + i * 28}H36`, pen.p.paper, 8))}</g>` +
  circle(372, 434, 14, skins[2]) +
  standing(pen, 690, 770, 1.2, {
    top: pen.p.c,
    legs: pen.p.ink,
    skin: skins[0],
    style: 'bun',
    hair: '#a5582e',
    facing: -1,
    far: [44, -220, 74, -268],
    near: [-30, -190, 10, -150],
  }) +
  plant(pen, 80, 740, 1.2, pen.p.c)
