import { hand, pinch } from '../hands.ts'
import type { Pen } from '../pen.ts'
import { at, circle, many, path, polygon, rect, stroke } from '../shapes.ts'
import { planks } from './planks.ts'

/** A shoebox full of receipts, and the ledger that will hold them. */
export const shoebox = (pen: Pen) =>
  planks(pen) +
  at(
    330,
    420,
    polygon(
      [
        [-230, -200],
        [230, -200],
        [260, 220],
        [-260, 220],
      ],
      '#b5653e',
    ) +
      polygon(
        [
          [-200, -170],
          [200, -170],
          [224, 190],
          [-224, 190],
        ],
        '#6b3a24',
      ) +
      many(13, (i) =>
        at(
          -150 + ((i * 83) % 300),
          -110 + ((i * 61) % 240),
          rect(-54, -76, 108, 152, '#fff', 3) +
            stroke('M-38-52H20', pen.p.ink, 6, 'opacity=".6"') +
            many(3, (k) =>
              stroke(`M-38 ${-26 + k * 22}H6M20 ${-26 + k * 22}H38`, pen.p.b, 4, 'opacity=".5"'),
            ) +
            stroke('M-38 50H38', pen.p.a, 5),
          1,
          ((i * 47) % 70) - 35,
        ),
      ) +
      polygon(
        [
          [-260, 220],
          [260, 220],
          [256, 280],
          [-256, 280],
        ],
        '#c9754a',
      ) +
      rect(-70, 230, 140, 36, pen.p.paper, 6),
  ) +
  at(
    850,
    360,
    rect(-250, -230, 500, 460, pen.p.ink, 10, 'opacity=".2" transform="translate(8 12)"') +
      rect(-256, -236, 512, 472, pen.p.b, 12) +
      rect(-240, -220, 236, 440, pen.p.paper, 4) +
      rect(4, -220, 236, 440, pen.p.paper, 4) +
      many(
        2,
        (s) =>
          many(
            9,
            (i) =>
              stroke(`M${-222 + s * 244} ${-170 + i * 42}h200`, pen.p.b, 2, 'opacity=".4"') +
              (i < 7 - s * 3
                ? stroke(
                    `M${-218 + s * 244} ${-184 + i * 42}h${60 + ((i * 37) % 50)}`,
                    pen.p.ink,
                    6,
                    'opacity=".7"',
                  ) +
                  stroke(
                    `M${-60 + s * 244} ${-184 + i * 42}h${24 + ((i * 17) % 16)}`,
                    i % 3 ? pen.p.leafDark : pen.p.a,
                    6,
                  )
                : ''),
          ) + stroke(`M${-84 + s * 244}-210V210`, pen.p.a, 2, 'opacity=".6"'),
      ) +
      rect(-5, -236, 10, 472, pen.p.ink, 0, 'opacity=".2"'),
    1,
    4,
  ) +
  at(
    1010,
    660,
    rect(-110, -110, 220, 230, pen.p.ink, 16) +
      rect(-90, -90, 180, 54, '#cfe3c4', 6) +
      stroke('M20-64H74', pen.p.ink, 12, 'stroke-dasharray="10 16"') +
      many(12, (i) =>
        rect(
          -90 + (i % 4) * 47,
          -18 + Math.floor(i / 4) * 43,
          38,
          34,
          i % 4 === 3 ? pen.p.a : i === 11 ? pen.p.c : '#8b91a5',
          7,
        ),
      ),
    1,
    -8,
  ) +
  at(
    720,
    560,
    pinch(
      hand(2, pen.p.a),
      stroke('M100 76L-66-46', pen.p.c, 19) +
        path('M-60-56L-96-68L-78-34Z', '#f1d9b4') +
        path('M-84-64L-96-68L-90-56Z', pen.p.ink),
    ),
    1.1,
  ) +
  at(
    110,
    120,
    circle(0, 0, 76, pen.p.paper) +
      circle(0, 0, 50, '#6b3f24') +
      stroke('M70-10q40 0 36 28t-42 16', pen.p.paper, 13),
  )
