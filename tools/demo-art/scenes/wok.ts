import { fist, hand } from '../hands.ts'
import { windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, stroke } from '../shapes.ts'

/** A wok over the flame: basil, chilies, shrimp, and the tossing hand. */
export const wok = (pen: Pen) =>
  rect(0, 0, 1200, 520, pen.down(pen.p.wall, pen.p.wallDark)) +
  faint(
    0.5,
    many(7, (r) => many(13, (c) => rect(c * 96 - (r % 2) * 48, r * 76, 90, 70, pen.p.paper, 6))),
  ) +
  windowView(pen, 60, 70, 200, 220, false) +
  rect(0, 560, 1200, 240, pen.down('#8b91a5', '#5d6378')) +
  rect(0, 552, 1200, 16, '#c9ced9') +
  rect(300, 566, 560, 40, pen.p.ink, 10) +
  many(
    9,
    (i) =>
      path(`M${400 + i * 44} 580q-26-40 0-84q26 44 0 84Z`, i % 2 ? '#5fb7d4' : '#ffb347') +
      path(`M${400 + i * 44} 580q-12-20 0-44q12 24 0 44Z`, '#fff3c8'),
  ) +
  path('M250 330H910Q890 540 580 540T250 330Z', '#2a2c40') +
  path('M250 330H910Q906 372 892 400Q740 460 580 460T268 400Q254 372 250 330Z', '#fff', 'opacity=".08"') +
  oval(580, 330, 330, 56, '#3a3d55') +
  oval(580, 334, 300, 44, '#6b4a2c') +
  many(26, (i) =>
    at(
      330 + ((i * 97) % 500),
      326 + ((i * 31) % 40) - 16,
      i % 4 === 0
        ? stroke('M-22 0Q0-30 24-4', '#f0906a', 17) + stroke('M-14-6l4 8M0-14v10M12-10l-4 8', '#d9653f', 4)
        : i % 4 === 1
          ? path('M-26 0Q0-30 30 0Q0 22-26 0Z', pen.p.leaf) + stroke('M-20 0H22', pen.p.leafDark, 3)
          : i % 4 === 2
            ? path('M-24-4Q0-18 30-2Q6 12-24-4Z', '#d9342b')
            : stroke('M-30 0q20-16 34 0t34 0', '#f6e2b8', 8),
      1,
      (i * 53) % 360,
    ),
  ) +
  many(9, (i) =>
    at(
      420 + ((i * 61) % 330),
      250 - ((i * 47) % 150),
      i % 3 === 0
        ? stroke('M-22 0Q0-30 24-4', '#f0906a', 17)
        : i % 3 === 1
          ? path('M-26 0Q0-30 30 0Q0 22-26 0Z', pen.p.leaf)
          : path('M-24-4Q0-18 30-2Q6 12-24-4Z', '#d9342b'),
      1,
      i * 67,
    ),
  ) +
  faint(
    0.45,
    stroke('M470 190q-34-44 0-90t0-80M600 170q-34-44 0-80t0-80M730 200q-30-40 0-80t0-70', '#fff', 11),
  ) +
  stroke('M900 350L1010 316', '#2a2c40', 30) +
  at(
    1050,
    306,
    `<g transform="rotate(-104)">${fist(hand(1, pen.p.a), rect(-17, -150, 34, 280, pen.p.wood, 16))}</g>`,
    0.95,
  ) +
  at(
    150,
    690,
    path('M-110-70H110Q104 0 50 0H-50Q-104 0-110-70Z', '#fff') +
      many(7, (i) => circle(-72 + i * 24, -82 - ((i * 19) % 16), 26, i % 2 ? '#8cc06d' : pen.p.leaf)) +
      path('M-104-40Q0-20 104-40', 'none', `stroke="${pen.p.b}" stroke-width="8"`),
  ) +
  at(
    1000,
    720,
    rect(-150, -24, 300, 30, pen.p.wood, 10) +
      many(
        3,
        (i) =>
          path(`M${-110 + i * 70} -26q30-40 70-22q-20 30-70 22Z`, '#d9342b') +
          stroke(`M${-40 + i * 70} -46q10-10 18-6`, pen.p.leaf, 6),
      ) +
      circle(110, -44, 26, '#d8e59a') +
      circle(110, -44, 18, '#f1f6cf'),
  )
