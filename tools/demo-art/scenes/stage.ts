import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, polygon, rect, stroke } from '../shapes.ts'

export const djDeck = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down('#1a1440', '#7d2f6d')) +
  many(6, (i) =>
    faint(
      0.22,
      polygon(
        [
          [600, -20],
          [i * 240 - 160, 560],
          [i * 240 - 20, 560],
        ],
        [pen.p.c, '#ff7aa8', '#7ce7ea'][i % 3] ?? '#fff',
      ),
    ),
  ) +
  circle(600, 130, 260, pen.glow('#ffd9f0', 0.5)) +
  stroke('M600 0V60', '#cfd0ea', 4) +
  circle(600, 130, 72, '#b9bce0') +
  pen.within(
    circle(600, 130, 72, '#000'),
    many(9, (r) =>
      many(9, (c) =>
        rect(
          530 + c * 16,
          60 + r * 16,
          14,
          14,
          ['#fff', '#8f93c8', '#e5c6f0', '#d7f1f3', '#6a6db0'][(r * 3 + c * 7) % 5] ?? '#fff',
        ),
      ),
    ),
  ) +
  many(40, () =>
    circle(
      pen.between(0, 1200),
      pen.between(60, 500),
      pen.between(3, 9),
      pen.pick([pen.p.c, '#ff9ec0', '#8fe3e8', '#fff']),
      'opacity=".55"',
    ),
  ) +
  many(19, (i) =>
    rect(30 + i * 61, 520 - ((i * 83) % 150) - 30, 44, 200, i % 2 ? pen.p.b : pen.p.a, 6, 'opacity=".4"'),
  ) +
  path('M40 560H1160L1200 800H0Z', '#221c44') +
  path('M40 560H1160L1166 592H34Z', '#463d7c') +
  many(2, (i) =>
    at(
      290 + i * 620,
      650,
      rect(-210, -70, 420, 180, '#352d63', 18) +
        oval(-20, 14, 160, 72, '#12102a') +
        many(4, (k) =>
          oval(-20, 14, 145 - k * 24, 65 - k * 11, 'none', 'stroke="#3c3670" stroke-width="3"'),
        ) +
        oval(-20, 14, 46, 21, i ? pen.p.c : pen.p.a) +
        oval(-20, 14, 6, 3, '#fff') +
        path('M-130-20Q-60-60 20-48L-4 0Z', '#fff', 'opacity=".12"') +
        stroke('M168-44L150 40L96 58', '#d9daf2', 9) +
        circle(168, -44, 18, '#8a84c0') +
        rect(80, 50, 30, 18, pen.p.paper, 4),
    ),
  ) +
  rect(520, 580, 160, 190, '#423a78', 14) +
  many(3, (i) =>
    many(3, (k) =>
      circle(552 + k * 48, 612 + i * 36, 12, [pen.p.c, '#8fe3e8', pen.p.a][(i + k) % 3] ?? '#fff'),
    ),
  ) +
  many(
    3,
    (i) =>
      rect(548 + i * 48, 702, 6, 60, '#12102a', 3) +
      rect(538 + i * 48, 716 + ((i * 17) % 30), 26, 14, pen.p.paper, 4),
  ) +
  stroke('M820 560Q810 450 900 446T990 560', '#f1f1fa', 15) +
  rect(790, 524, 50, 74, pen.p.a, 22) +
  rect(964, 524, 50, 74, pen.p.a, 22)
