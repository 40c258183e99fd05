import { fist, hand } from '../hands.ts'
import { windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, polygon, rect, shadow, stroke } from '../shapes.ts'

/** Panels, screws, and the drawing of a bookcase half built. */
export const flatPack = (pen: Pen) =>
  rect(0, 0, 1200, 470, pen.down(pen.p.wall, pen.p.wallDark)) +
  windowView(pen, 860, 60, 230, 250, false) +
  rect(0, 452, 1200, 18, pen.p.paper, 0, 'opacity=".8"') +
  rect(0, 470, 1200, 330, pen.down(pen.p.floor, pen.p.floorDark)) +
  faint(
    0.35,
    many(9, (i) => stroke(`M${-500 + i * 275} 800L${i * 150} 470`, pen.p.floorDark, 3)),
  ) +
  shadow(360, 640, 250, 20, 0.25) +
  rect(150, 90, 30, 550, '#e6b877', 4) +
  rect(540, 90, 30, 550, '#d9a566', 4) +
  rect(150, 600, 420, 34, '#e6b877', 4) +
  rect(180, 430, 360, 26, '#e6b877') +
  rect(180, 260, 360, 26, '#e6b877') +
  faint(
    0.6,
    rect(180, 286, 360, 12, pen.p.ink, 0, 'opacity=".3"') +
      rect(180, 456, 360, 12, pen.p.ink, 0, 'opacity=".3"'),
  ) +
  at(360, 62, rect(-210, -18, 420, 30, '#f0cb92', 4), 1, -7) +
  stroke('M160 96V40M556 60V20', pen.p.a, 5, 'stroke-dasharray="10 10"') +
  many(4, (i) =>
    rect(
      200 + i * 34,
      352 - (i % 2) * 16,
      28,
      78 + (i % 2) * 16,
      [pen.p.a, pen.p.b, pen.p.c, pen.p.leaf][i] ?? pen.p.a,
      3,
    ),
  ) +
  polygon(
    [
      [640, 640],
      [1060, 600],
      [1090, 640],
      [670, 684],
    ],
    '#e6b877',
  ) +
  polygon(
    [
      [670, 684],
      [1090, 640],
      [1090, 656],
      [670, 700],
    ],
    '#b8834a',
  ) +
  many(5, (i) => circle(720 + i * 76, 650 - i * 7.6, 8, pen.p.woodDark)) +
  at(
    760,
    500,
    rect(-100, -130, 200, 250, pen.p.paper, 4) +
      rect(-60, -100, 60, 120, 'none', 0, `stroke="${pen.p.ink}" stroke-width="5"`) +
      stroke('M-60-60H0M-60-20H0M20-80h60M20-50h40M20-20h50', pen.p.ink, 5) +
      circle(-30, 70, 30, 'none', `stroke="${pen.p.a}" stroke-width="5"`) +
      stroke('M-40 60l20 20M-20 60l-20 20M30 60h50M30 84h30', pen.p.ink, 5),
    1,
    -10,
  ) +
  at(
    930,
    560,
    fist(hand(0, pen.p.b), stroke('M-4-60V-120H-80', '#6d7387', 15) + stroke('M-4-60V90', '#6d7387', 15)),
    1,
    20,
  ) +
  many(8, (i) =>
    at(
      200 + i * 46,
      740 - ((i * 23) % 36),
      i % 2
        ? rect(-4, -22, 8, 40, '#8b91a5') + rect(-11, -28, 22, 9, '#aab0c4', 4)
        : rect(-7, -22, 14, 44, pen.p.wood, 6),
      1,
      i * 43,
    ),
  ) +
  at(
    1080,
    760,
    rect(-100, -60, 200, 64, '#d9a566', 4) + rect(-20, -60, 40, 30, pen.p.paper, 0, 'opacity=".8"'),
  )
