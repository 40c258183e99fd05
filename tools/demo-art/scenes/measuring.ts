import { flipped, fromAbove, hand } from '../hands.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, path, rect, sparkle, stroke } from '../shapes.ts'

/** Hands smooth a fabric along the tape measure, seen from above. */
export const measuring = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wood, pen.p.woodDark)) +
  faint(
    0.25,
    many(8, (i) => stroke(`M0 ${50 + i * 100}q300 ${i % 2 ? 18 : -18} 600 0t600 0`, pen.p.woodDark, 4)),
  ) +
  path(
    'M60 250Q300 180 620 220T1160 200L1130 660Q800 720 540 680T90 700Z',
    pen.p.ink,
    'opacity=".18" transform="translate(8 14)"',
  ) +
  path('M60 250Q300 180 620 220T1160 200L1130 660Q800 720 540 680T90 700Z', pen.p.a) +
  faint(
    0.5,
    many(
      44,
      (i) =>
        circle(
          130 + (i % 11) * 96 + (Math.floor(i / 11) % 2) * 46,
          290 + Math.floor(i / 11) * 110,
          13,
          pen.p.paper,
        ) +
        circle(
          130 + (i % 11) * 96 + (Math.floor(i / 11) % 2) * 46,
          290 + Math.floor(i / 11) * 110,
          5,
          pen.p.c,
        ),
    ),
  ) +
  path(
    'M420 214Q600 260 640 460T960 668',
    'none',
    'stroke="#fff" stroke-width="6" stroke-dasharray="22 14"',
  ) +
  rect(60, 400, 1090, 50, pen.p.c, 6, 'transform="rotate(-3 600 420)"') +
  `<g transform="rotate(-3 600 420)">${many(44, (i) => stroke(`M${80 + i * 24.6} 402v${i % 4 ? 12 : 24}`, pen.p.ink, 3)) + many(11, (i) => rect(86 + i * 98.4, 430, 16, 10, pen.p.ink, 2, 'opacity=".6"'))}</g>` +
  at(330, 600, flipped(fromAbove(hand(2, pen.p.b))), 1.2, 12) +
  at(830, 610, fromAbove(hand(2, pen.p.b)), 1.2, -6) +
  at(
    150,
    120,
    circle(0, 0, 62, pen.p.b) +
      circle(0, 0, 44, '#fff', 'opacity=".25"') +
      many(
        8,
        (i) =>
          stroke(
            `M${Math.round(12 * Math.cos(i * 0.785))} ${Math.round(12 * Math.sin(i * 0.785))}L${Math.round(54 * Math.cos(i * 0.785))} ${Math.round(54 * Math.sin(i * 0.785))}`,
            '#c9ced9',
            4,
          ) +
          circle(
            54 * Math.cos(i * 0.785),
            54 * Math.sin(i * 0.785),
            9,
            [pen.p.a, pen.p.c, pen.p.paper][i % 3] ?? pen.p.a,
          ),
      ),
  ) +
  at(
    980,
    110,
    circle(-60, 46, 38, 'none', `stroke="${pen.p.b}" stroke-width="18"`) +
      circle(60, 46, 38, 'none', `stroke="${pen.p.b}" stroke-width="18"`) +
      path('M-40 16L120-120L136-104L-14 34ZM40 16L-120-120L-136-104L14 34Z', '#c3c8d6') +
      circle(0, -14, 9, pen.p.ink),
    0.85,
    24,
  ) +
  many(3, (i) =>
    at(
      400 + i * 120,
      100,
      rect(-34, -56, 68, 112, [pen.p.b, pen.p.c, '#f3a6b8'][i] ?? pen.p.b, 6) +
        rect(-42, -68, 84, 20, pen.p.paper, 5) +
        rect(-42, 48, 84, 20, pen.p.paper, 5) +
        faint(0.3, stroke('M-32-30L32-20M-32-4L32 6M-32 22L32 32', pen.p.ink, 4)),
    ),
  ) +
  sparkle(700, 330, 16, '#fff')
