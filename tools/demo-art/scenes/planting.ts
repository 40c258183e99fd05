import { flipped, fromAbove, glove } from '../hands.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, stroke } from '../shapes.ts'

/** Gloved hands set a seedling into a bed. */
export const planting = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.skyTop, pen.p.skyLow)) +
  circle(950, 140, 260, pen.glow(pen.p.sun, 0.8)) +
  path('M0 300Q300 230 620 290T1200 260V460H0Z', pen.p.far) +
  many(9, (i) => rect(i * 140 - 20, 250, 118, 200, i % 2 ? pen.p.wood : '#bd8250', 8)) +
  rect(0, 300, 1200, 18, pen.p.woodDark) +
  rect(0, 420, 1200, 380, pen.down('#7a5138', '#513525')) +
  rect(0, 410, 1200, 36, pen.p.wood) +
  rect(0, 438, 1200, 10, pen.p.ink, 0, 'opacity=".25"') +
  many(60, () =>
    oval(
      pen.between(0, 1200),
      pen.between(460, 790),
      pen.between(5, 20),
      pen.between(3, 9),
      pen.pick(['#8f6346', '#432b1e', '#9b7152']),
    ),
  ) +
  many(5, (i) =>
    at(
      [130, 300, 900, 1060, 1170][i] ?? 0,
      [560, 500, 490, 580, 500][i] ?? 0,
      stroke('M0 0Q4-30 0-60', pen.p.leaf, 8) +
        path('M0-56Q-50-96-70-60Q-40-34 0-56ZM0-56Q50-96 70-60Q40-34 0-56Z', i % 2 ? pen.p.leaf : '#8cc06d') +
        path('M0-36Q-40-50-48-26Q-20-14 0-36ZM0-36Q40-50 48-26Q20-14 0-36Z', pen.p.leafDark),
      [0.9, 0.6, 0.6, 0.9, 0.6][i],
    ),
  ) +
  oval(600, 640, 210, 60, '#3a2519') +
  path('M520 640Q510 560 540 540H660Q690 560 680 640Q640 680 600 680T520 640Z', '#5e3d29') +
  faint(
    0.6,
    stroke('M540 580q20 30 10 60M600 560q-10 50 4 90M650 580q-10 40 4 60M570 600q40 10 60 0', '#f0e6d6', 4),
  ) +
  stroke('M600 550Q606 460 598 380', pen.p.leaf, 15) +
  path('M598 400Q480 300 430 380Q480 450 598 400ZM600 430Q720 340 770 420Q710 480 600 430Z', '#8cc06d') +
  path('M598 390Q560 270 610 230Q660 290 598 390Z', pen.p.leaf) +
  path('M602 490Q520 440 490 490Q540 530 602 490ZM602 490Q680 450 710 500Q650 540 602 490Z', pen.p.leaf) +
  faint(
    0.5,
    stroke('M592 398Q520 370 460 384M606 430Q680 410 740 422M600 380Q606 300 612 260', pen.p.leafDark, 4),
  ) +
  at(
    452,
    690,
    `<g transform="rotate(52)">${flipped(fromAbove(glove(pen.p.c, '#c08a2b', pen.p.b)))}</g>`,
    1.15,
  ) +
  at(752, 690, `<g transform="rotate(-52)">${fromAbove(glove(pen.p.c, '#c08a2b', pen.p.b))}</g>`, 1.15) +
  path('M440 740Q600 660 760 740Q700 790 600 792T440 740Z', '#5e3d29') +
  many(12, (i) => oval(470 + i * 24, 740 - ((i * 31) % 26), 12, 7, i % 2 ? '#8f6346' : '#432b1e'))
