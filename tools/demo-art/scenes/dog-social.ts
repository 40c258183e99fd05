import { bush, cloud, flowers, grass, tree } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, shadow, stroke } from '../shapes.ts'
import { dog } from './animals.ts'

/** Two small dogs play between garden walls. */
export const dogSocial = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.skyTop, pen.p.skyLow)) +
  cloud(260, 110, 1.1, pen.p.paper) +
  tree(pen, 180, 420, 1.2) +
  tree(pen, 1060, 410, 1) +
  rect(0, 250, 1200, 300, pen.down('#cf8a66', '#b06c4e')) +
  faint(
    0.35,
    many(7, (r) => many(13, (c) => rect(c * 100 - (r % 2) * 50, 256 + r * 42, 94, 36, '#e0a583', 3))),
  ) +
  rect(0, 232, 1200, 26, pen.p.paper, 4) +
  path('M500 550V380Q500 290 600 290T700 380V550Z', pen.p.leafDark) +
  path('M520 550V384Q520 312 600 312T680 384V550Z', pen.down(pen.p.skyLow, pen.p.far)) +
  faint(0.8, stroke('M560 330V550M600 314V550M640 330V550M524 430H676', pen.p.ink, 6)) +
  rect(0, 540, 1200, 260, pen.p.near) +
  path('M0 600Q400 560 800 590T1200 580V800H0Z', pen.p.mid) +
  bush(pen, 130, 580, 1) +
  bush(pen, 390, 570, 0.7) +
  bush(pen, 830, 570, 0.75) +
  bush(pen, 1080, 584, 1.1) +
  at(370, 720, dog('#f3e3c8', '#c9a878', pen.p.a, pen.p.ink), 1.3) +
  `<g transform="translate(820 720) scale(-1 1)">${at(0, 0, dog('#4a4454', '#332f40', pen.p.c, pen.p.ink), 1.15, -8)}</g>` +
  at(
    610,
    706,
    shadow(0, 24, 40, 7) +
      circle(0, -10, 34, pen.p.a) +
      path('M-30-26Q0-8 30-26M-32 4Q0-10 32 6', 'none', 'stroke="#fff" stroke-width="6"'),
  ) +
  at(1040, 760, shadow(0, 0, 70) + path('M-70-44H70L54 0H-54Z', pen.p.b) + oval(0, -44, 70, 15, '#a9dbe8')) +
  grass(pen, 620, pen.p.leafDark, 26) +
  flowers(pen, 30, 720, 200, 60, 8)
