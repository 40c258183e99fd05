import { flipped, fromAbove, hand } from '../hands.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, polygon, rect, stroke } from '../shapes.ts'

/** Plates wrapped in paper and stood on edge in an open box, seen from above. */
export const packedPlates = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wood, pen.p.woodDark)) +
  faint(
    0.25,
    many(8, (i) => stroke(`M0 ${40 + i * 100}q300 ${i % 2 ? 18 : -18} 600 0t600 0`, pen.p.woodDark, 4)),
  ) +
  polygon(
    [
      [290, 130],
      [910, 130],
      [980, 20],
      [220, 20],
    ],
    '#e3b277',
  ) +
  polygon(
    [
      [290, 690],
      [910, 690],
      [990, 800],
      [210, 800],
    ],
    '#e3b277',
  ) +
  polygon(
    [
      [290, 130],
      [290, 690],
      [130, 640],
      [130, 180],
    ],
    '#d9a566',
  ) +
  polygon(
    [
      [910, 130],
      [910, 690],
      [1070, 640],
      [1070, 180],
    ],
    '#d9a566',
  ) +
  rect(290, 130, 620, 560, '#a8743f') +
  rect(290, 130, 620, 40, pen.p.ink, 0, 'opacity=".22"') +
  rect(590, 20, 20, 110, pen.p.paper, 0, 'opacity=".5"') +
  many(7, (i) => {
    const x = 340 + i * 42
    return (
      rect(x, 190, 30, 230, i % 2 ? pen.p.paper : '#f3ead9', 15) +
      rect(x + 4, 200, 8, 210, [pen.p.a, pen.p.b, pen.p.c][i % 3] ?? pen.p.a, 4, 'opacity=".55"') +
      rect(x + 22, 196, 8, 218, pen.p.ink, 4, 'opacity=".12"')
    )
  }) +
  many(4, (i) => {
    const x = 716 + (i % 2) * 104
    const y = 236 + Math.floor(i / 2) * 124
    return (
      circle(x, y, 50, '#f3ead9') +
      circle(x, y, 36, [pen.p.b, pen.p.c, pen.p.a, '#8cc06d'][i] ?? pen.p.b) +
      circle(x, y, 27, '#fffaf0') +
      stroke(`M${x + 48} ${y - 10}q20 10 0 22`, [pen.p.b, pen.p.c, pen.p.a, '#8cc06d'][i] ?? pen.p.b, 10)
    )
  }) +
  many(12, (i) =>
    circle(340 + i * 47, 640 - ((i * 37) % 50), 34 + ((i * 13) % 14), i % 2 ? '#fff' : '#f0e6d6'),
  ) +
  faint(
    0.5,
    many(9, (i) => stroke(`M${340 + i * 60} ${630 - ((i * 29) % 30)}q14-16 30-4`, '#bfae98', 4)),
  ) +
  at(
    452,
    566,
    circle(0, 0, 92, pen.p.paper) +
      circle(0, 0, 92, 'none', `stroke="${pen.p.b}" stroke-width="9"`) +
      circle(0, 0, 56, 'none', 'stroke="#e2d9c8" stroke-width="5"') +
      faint(
        0.5,
        many(8, (i) => oval(72 * Math.cos(i * 0.785), 72 * Math.sin(i * 0.785), 8, 8, pen.p.a)),
      ),
  ) +
  at(350, 690, `<g transform="rotate(26)">${flipped(fromAbove(hand(2, pen.p.a)))}</g>`, 1) +
  at(590, 700, `<g transform="rotate(-22)">${fromAbove(hand(2, pen.p.a))}</g>`, 1) +
  at(
    1010,
    720,
    rect(-70, -26, 150, 30, pen.p.a, 8) +
      circle(-60, -40, 46, pen.p.c) +
      circle(-60, -40, 24, pen.p.woodDark) +
      rect(60, -40, 40, 16, '#aab0c4', 3),
    1,
    -14,
  )
