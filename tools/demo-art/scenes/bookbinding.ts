import { hand, pinch } from '../hands.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, path, rect, sparkle, stroke } from '../shapes.ts'
import { planks } from './planks.ts'

/** Folded sheets, thread, and a needle through the spine of a book. */
export const bookbinding = (pen: Pen) =>
  planks(pen) +
  rect(120, 90, 960, 620, pen.p.leafDark, 20) +
  faint(
    0.2,
    many(12, (i) => stroke(`M${180 + i * 76} 96V704`, '#fff', 2)) +
      many(8, (i) => stroke(`M126 ${160 + i * 76}H1074`, '#fff', 2)),
  ) +
  at(
    520,
    380,
    rect(-250, -190, 500, 390, pen.p.ink, 6, 'opacity=".3" transform="translate(10 14)"') +
      rect(-256, -196, 250, 392, pen.p.a, 6) +
      rect(6, -196, 250, 392, pen.p.a, 6) +
      rect(-18, -196, 36, 392, pen.p.woodDark) +
      many(6, (i) =>
        rect(-226 + i * 7, -176 + i * 2, 214 - i * 7, 352 - i * 4, i % 2 ? '#f1e6d0' : pen.p.paper, 2),
      ) +
      many(6, (i) => rect(12, -176 + i * 2, 214 - i * 7, 352 - i * 4, i % 2 ? '#f1e6d0' : pen.p.paper, 2)) +
      many(
        5,
        (i) => circle(0, -140 + i * 70, 6, pen.p.ink) + stroke(`M-14 ${-140 + i * 70}H14`, pen.p.c, 7),
      ) +
      stroke('M0-140V0', pen.p.c, 6) +
      many(9, (i) =>
        path(
          `M${-236 + (i % 3) * 8}-${190 - i * 46}q10 10 0 22`,
          'none',
          'stroke="#fff" stroke-width="3" opacity=".4"',
        ),
      ),
    1,
    -4,
  ) +
  at(
    640,
    400,
    pinch(
      hand(2, pen.p.b),
      stroke('M50 34L-110-34', '#dfe5ec', 8) +
        path('M50 34Q180 60 140 170T260 300', 'none', `stroke="${pen.p.c}" stroke-width="5"`),
    ),
    1.15,
  ) +
  at(
    960,
    220,
    rect(-44, -70, 88, 140, pen.p.c, 6) +
      rect(-56, -86, 112, 26, pen.p.wood, 6) +
      rect(-56, 60, 112, 26, pen.p.wood, 6) +
      faint(
        0.4,
        many(6, (i) => stroke(`M-42 ${-48 + i * 20}L42 ${-38 + i * 20}`, pen.p.ink, 4)),
      ) +
      path('M44 40Q120 60 100 130', 'none', `stroke="${pen.p.c}" stroke-width="5"`),
  ) +
  at(
    220,
    620,
    path('M-20-140Q0-160 20-140L30 60Q0 90-30 60Z', '#f3e3c8') +
      path('M8-146L20-140L30 60Q20 74 8 78Z', pen.p.ink, 'opacity=".12"'),
    1,
    24,
  ) +
  at(
    340,
    640,
    rect(-9, -90, 18, 90, '#c9ced9', 4) +
      path('M-9-90L0-130L9-90Z', '#8b91a5') +
      rect(-19, -4, 38, 100, pen.p.woodDark, 16),
    1,
    -20,
  ) +
  many(
    3,
    (i) =>
      rect(780 + i * 16, 610 - i * 20, 230, 26, [pen.p.b, pen.p.c, '#f3a6b8'][i] ?? pen.p.b, 4) +
      rect(990 + i * 16, 614 - i * 20, 20, 18, pen.p.paper),
  ) +
  sparkle(540, 250, 16, '#fff')
