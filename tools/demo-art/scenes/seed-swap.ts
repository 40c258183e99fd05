import { flipped, fromAbove, hand } from '../hands.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, stroke } from '../shapes.ts'

/** Seed packets and cuttings change hands over a table. */
export const seedSwap = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down('#fdf3df', '#f1dfc0')) +
  faint(
    0.5,
    many(13, (i) => rect(i * 96, 0, 40, 800, '#cfe3c4')) +
      many(9, (i) => rect(0, i * 96, 1200, 40, '#cfe3c4')),
  ) +
  many(9, (i) =>
    at(
      140 + (i % 5) * 118,
      i < 5 ? 130 : 330,
      rect(-46, -80, 92, 150, pen.p.ink, 4, 'opacity=".2" transform="translate(5 8)"') +
        rect(-46, -80, 92, 150, ['#fff3d8', pen.p.c, '#cfe3c4', '#f8d3c4', '#c9dfea'][i % 5] ?? '#fff', 4) +
        rect(-46, -80, 92, 24, [pen.p.a, pen.p.b, pen.p.leaf][i % 3] ?? pen.p.a, 4) +
        (i % 3 === 0
          ? path('M0 40Q-34 10-14-20H14Q34 10 0 40Z', '#ef8a3c') +
            stroke('M-4-22l-14-18M4-22l12-20', pen.p.leaf, 6)
          : i % 3 === 1
            ? circle(0, 8, 26, '#d9453a') + path('M-16-14l16 8 16-8-6 16h-20Z', pen.p.leaf)
            : many(6, (k) => circle(20 * Math.cos(k * 1.05), 6 + 20 * Math.sin(k * 1.05), 12, pen.p.c)) +
              circle(0, 6, 12, pen.p.woodDark)) +
        stroke('M-26 56H26', pen.p.ink, 4, 'opacity=".5"'),
      1,
      ((i * 37) % 16) - 8,
    ),
  ) +
  many(3, (i) =>
    at(
      860 + (i % 2) * 200,
      190 + i * 60,
      circle(6, 10, 84, pen.p.ink, 'opacity=".2"') +
        circle(0, 0, 84, [pen.p.a, pen.p.b, pen.p.paper][i] ?? pen.p.a) +
        circle(0, 0, 68, '#5e3d29') +
        many(9, (k) =>
          path(
            'M0 0Q-24-40 0-84Q24-40 0 0Z',
            k % 2 ? pen.p.leaf : i === 1 ? '#8cc06d' : pen.p.leafDark,
            `transform="rotate(${k * 40 + i * 14})"`,
          ),
        ),
    ),
  ) +
  circle(606, 536, 104, pen.p.ink, 'opacity=".16"') +
  circle(600, 526, 104, pen.p.a) +
  circle(600, 526, 84, '#fff6e4') +
  many(26, (i) =>
    oval(
      560 + ((i * 41) % 84),
      484 + ((i * 29) % 84),
      12,
      8,
      i % 3 ? '#6b4a2c' : '#2f2620',
      `transform="rotate(${i * 50} ${560 + ((i * 41) % 84)} ${484 + ((i * 29) % 84)})"`,
    ),
  ) +
  at(360, 660, `<g transform="rotate(58)">${flipped(fromAbove(hand(0, pen.p.b)))}</g>`, 1.25) +
  at(850, 660, `<g transform="rotate(-58)">${fromAbove(hand(2, pen.p.c))}</g>`, 1.25)
