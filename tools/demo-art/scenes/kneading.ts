import { flipped, fromAbove, hand } from '../hands.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, stroke } from '../shapes.ts'

/** Hands knead dough on a floured table, seen from above. */
export const kneading = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wood, pen.p.woodDark)) +
  faint(
    0.25,
    many(8, (i) => stroke(`M0 ${50 + i * 100}q300 ${i % 2 ? 18 : -18} 600 0t600 0`, pen.p.woodDark, 4)),
  ) +
  path(
    'M240 240Q420 120 640 150T980 260Q1080 420 940 600Q700 720 460 660Q180 600 180 420Q180 300 240 240Z',
    '#fff',
    'opacity=".4"',
  ) +
  many(60, () =>
    circle(pen.between(120, 1080), pen.between(100, 740), pen.between(2, 7), '#fff', 'opacity=".6"'),
  ) +
  oval(606, 402, 270, 196, pen.p.ink, 'opacity=".18"') +
  path(
    'M340 380Q340 220 520 200Q640 170 760 220Q880 270 870 400Q860 540 720 570Q580 610 450 560Q340 510 340 380Z',
    '#f3dcb0',
  ) +
  path(
    'M870 400Q860 540 720 570Q580 610 450 560Q400 540 370 490Q520 560 680 520T862 340Q872 370 870 400Z',
    '#d9b57c',
    'opacity=".7"',
  ) +
  stroke('M480 300q70-50 150-20M660 300q60-10 100 40M440 380q20-30 50-40', '#d9b57c', 8) +
  faint(0.6, stroke('M420 300q60-70 150-70', '#fff', 12)) +
  at(470, 560, flipped(fromAbove(hand(0, pen.p.b))), 1.3, 16) +
  at(740, 560, fromAbove(hand(0, pen.p.b)), 1.3, -16) +
  path(
    'M400 420Q450 380 510 410Q490 450 430 450ZM700 410Q770 380 812 424Q780 456 720 448Z',
    '#f3dcb0',
    'opacity=".85"',
  ) +
  at(
    140,
    170,
    circle(0, 0, 118, pen.p.paper) +
      circle(0, 0, 94, '#fff') +
      circle(-14, -10, 60, '#f6efe0') +
      stroke('M20 30L130 130', pen.p.wood, 24) +
      oval(6, 14, 40, 30, pen.p.wood),
  ) +
  at(
    1040,
    190,
    circle(0, 0, 106, '#cfeaf0') +
      circle(0, 0, 86, '#e9dcc0') +
      many(12, (i) =>
        circle(((i * 47) % 120) - 60, ((i * 71) % 110) - 56, 6 + (i % 4) * 3, '#fff', 'opacity=".7"'),
      ),
  ) +
  at(1060, 640, rect(-120, -16, 250, 34, '#dfe5ec', 6) + rect(-130, -26, 30, 54, pen.p.woodDark, 8), 1, -32) +
  many(
    5,
    (i) =>
      stroke(`M${90 + i * 22} 780Q${60 + i * 30} 680 ${50 + i * 36} ${620 - ((i * 17) % 30)}`, pen.p.c, 6) +
      oval(50 + i * 36, 606 - ((i * 17) % 30), 10, 26, '#e0a53c'),
  )
