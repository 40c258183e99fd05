import { fist, flipped, fromAbove, hand } from '../hands.ts'
import { windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, polygon, rect, stroke } from '../shapes.ts'

/** One hand levels a shelf; the other holds the driver. */
export const leveledShelf = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wall, pen.p.wallDark)) +
  faint(
    0.22,
    polygon(
      [
        [100, 0],
        [420, 0],
        [760, 800],
        [420, 800],
      ],
      pen.p.sun,
    ),
  ) +
  windowView(pen, 60, 60, 190, 220, false) +
  rect(300, 430, 800, 36, pen.p.wood, 4) +
  rect(300, 458, 800, 12, pen.p.ink, 4, 'opacity=".2"') +
  faint(0.4, stroke('M330 444q120-10 240 2t240-4 240 2', pen.p.woodDark, 3)) +
  many(
    2,
    (i) =>
      path(`M${400 + i * 560} 466v120q0 10 10 4l90-96v-28Z`, '#6d7387') +
      circle(416 + i * 560, 500, 7, '#c9ced9') +
      circle(416 + i * 560, 560, 7, '#c9ced9'),
  ) +
  at(
    650,
    414,
    rect(-200, -36, 400, 52, pen.p.c, 10) +
      rect(-186, -28, 372, 8, '#fff', 4, 'opacity=".4"') +
      rect(-56, -28, 112, 36, '#dff3b8', 18) +
      stroke('M-20-28V8M20-28V8', pen.p.ink, 3) +
      oval(0, -10, 16, 11, '#9ccf5a') +
      circle(-140, -10, 15, '#dff3b8') +
      circle(140, -10, 15, '#dff3b8'),
  ) +
  stroke('M300 230H1100', pen.p.b, 3, 'stroke-dasharray="16 12" opacity=".6"') +
  circle(470, 230, 8, pen.p.ink) +
  circle(900, 230, 8, pen.p.ink) +
  at(
    410,
    600,
    fist(
      hand(1, pen.p.b),
      at(
        0,
        0,
        rect(-8, -170, 16, 130, '#aab0c4') +
          path('M-9-190h18l-4 26h-10Z', '#8b91a5') +
          path('M-28-46Q0-66 28-46L32 104Q0 128-32 104Z', pen.p.a) +
          stroke('M-10-30V96M10-30V96', pen.p.ink, 5, 'opacity=".3"'),
      ),
    ),
    1.15,
    8,
  ) +
  at(1010, 388, `<g transform="rotate(-76)">${flipped(fromAbove(hand(1, pen.p.b)))}</g>`, 1.05) +
  at(
    150,
    800,
    rect(-120, -150, 240, 150, pen.p.a, 12) +
      rect(-132, -170, 264, 36, pen.p.a, 8) +
      rect(-132, -142, 264, 10, pen.p.ink, 0, 'opacity=".2"') +
      stroke('M-50-172V-214H50V-172', pen.p.ink, 16),
  )
