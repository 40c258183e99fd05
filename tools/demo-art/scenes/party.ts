import { mug, pendant, plant, room, rug, tabletop, windowView } from '../indoors.ts'
import { bunting } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, stroke } from '../shapes.ts'

const balloon = (x: number, y: number, k: number, color: string) =>
  at(
    x,
    y,
    path('M0 70Q-60 30-58-24Q-52-84 0-84T58-24Q60 30 0 70Z', color) +
      path('M14-82Q58-74 58-24Q60 30 0 70Q50 10 14-82Z', '#1d1b33', 'opacity=".13"') +
      path('M-36-30Q-36-58-14-66Q-28-44-24-20Q-34-16-36-30Z', '#fff', 'opacity=".55"') +
      polygon(
        [
          [0, 66],
          [-10, 82],
          [10, 82],
        ],
        color,
      ),
    k,
  )

export const balloons = (pen: Pen) =>
  room(pen, 610) +
  windowView(pen, 480, 90, 260, 270, false) +
  bunting(pen, 0, 30, 600, 40, 60, 8) +
  bunting(pen, 600, 40, 1200, 30, 60, 8) +
  rug(pen, 600, 730, 460, 58) +
  many(2, (s) => {
    const x = s ? 960 : 250
    return (
      many(9, (i) =>
        stroke(
          `M${x} 560Q${x} 430 ${x - 130 + ((i * 67) % 260)} ${190 + ((i * 83) % 200)}`,
          pen.p.ink,
          2,
          'opacity=".5"',
        ),
      ) +
      many(9, (i) =>
        balloon(
          x - 130 + ((i * 67) % 260),
          130 + ((i * 83) % 200),
          0.95 + (i % 3) * 0.14,
          [pen.p.a, pen.p.c, pen.p.b, '#f3a6b8', pen.p.paper][i % 5] ?? pen.p.a,
        ),
      ) +
      rect(x - 20, 556, 40, 40, pen.p.c, 6)
    )
  }) +
  shadow(600, 706, 300, 20) +
  rect(330, 520, 540, 26, pen.p.paper, 8) +
  path('M340 546H860L890 704H310Z', pen.p.paper) +
  faint(
    0.5,
    many(8, (i) => stroke(`M${370 + i * 66} 552L${352 + i * 71} 700`, pen.p.wallDark, 7)),
  ) +
  path(
    'M330 540q34 46 68 0q34 46 68 0q34 46 68 0q34 46 68 0q34 46 68 0q34 46 68 0q34 46 68 0q34 46 64 0V520H330Z',
    pen.p.a,
  ) +
  at(
    600,
    520,
    oval(0, -6, 96, 14, pen.p.b) +
      rect(-76, -86, 152, 80, '#f6c9c4', 10) +
      path('M-76-70q18 30 38 0q18 34 38 0q18 30 38 0q18 34 38 0V-90H-76Z', pen.p.a) +
      rect(-46, -146, 92, 60, '#fff1dc', 8) +
      path('M-46-134q16 26 30 0q16 26 32 0q16 24 30 0V-150H-46Z', pen.p.c) +
      rect(-4, -186, 8, 38, pen.p.b) +
      path('M0-208q10 14 0 22q-10-8 0-22Z', '#ffb347'),
  ) +
  many(3, (i) =>
    at(
      410 + i * 32,
      520,
      path('M-16-50L-12 0H12L16-50Z', [pen.p.a, pen.p.b, pen.p.c][i] ?? pen.p.a) +
        stroke('M4-50l10-26', pen.p.ink, 3),
    ),
  ) +
  at(
    770,
    520,
    oval(0, -4, 66, 10, pen.p.b) +
      many(
        5,
        (i) =>
          rect(-46 + i * 20, -30, 16, 24, pen.p.woodDark, 3) +
          circle(-38 + i * 20, -36, 11, i % 2 ? pen.p.a : '#f3a6b8'),
      ),
  ) +
  at(
    160,
    760,
    rect(-70, -90, 140, 90, pen.p.b, 5) +
      rect(-12, -90, 24, 90, pen.p.c) +
      path('M0-90Q-50-140-56-96T0-90Q50-140 56-96T0-90Z', pen.p.c),
  ) +
  at(
    1050,
    764,
    rect(-60, -110, 120, 110, pen.p.a, 5) +
      rect(-60, -66, 120, 20, pen.p.paper) +
      rect(-10, -110, 20, 110, pen.p.paper),
  ) +
  at(940, 770, rect(-40, -56, 80, 56, pen.p.c, 5) + rect(-8, -56, 16, 56, pen.p.a)) +
  many(50, () =>
    rect(
      pen.between(20, 1180),
      pen.between(60, 780),
      11,
      7,
      pen.pick([pen.p.a, pen.p.b, pen.p.c, '#f3a6b8']),
      2,
      'opacity=".85"',
    ),
  )

export const boardGames = (pen: Pen) =>
  tabletop(pen, 400) +
  pendant(pen, 600, 60, pen.p.a) +
  windowView(pen, 100, 50, 220, 210, false) +
  plant(pen, 1060, 404, 1, pen.p.b) +
  at(
    880,
    404,
    rect(-90, -40, 180, 40, pen.p.b, 4) +
      rect(-80, -76, 160, 36, pen.p.a, 4) +
      rect(-70, -112, 140, 36, pen.p.c, 4) +
      rect(-40, -30, 60, 20, '#fff', 3) +
      rect(-40, -66, 60, 18, '#fff', 3),
  ) +
  polygon(
    [
      [330, 440],
      [870, 440],
      [1010, 740],
      [190, 740],
    ],
    pen.p.woodDark,
  ) +
  many(8, (r) =>
    many(8, (c) => {
      const y0 = 452 + r * r * 1.5 + r * 22,
        y1 = 452 + (r + 1) * (r + 1) * 1.5 + (r + 1) * 22
      const e = (y: number) => 350 - ((y - 452) / 272) * 128
      const w = (y: number) => (1200 - 2 * e(y)) / 8
      return polygon(
        [
          [e(y0) + c * w(y0), y0],
          [e(y0) + (c + 1) * w(y0), y0],
          [e(y1) + (c + 1) * w(y1), y1],
          [e(y1) + c * w(y1), y1],
        ],
        (r + c) % 2 ? pen.p.wood : pen.p.paper,
      )
    }),
  ) +
  [
    [430, 520, 0, 0.62],
    [560, 500, 0, 0.6],
    [700, 520, 1, 0.62],
    [640, 610, 2, 0.85],
    [420, 640, 1, 0.9],
    [800, 600, 0, 0.8],
    [520, 690, 2, 1],
    [760, 700, 0, 1],
  ]
    .map(([x = 0, y = 0, kind = 0, k = 1], i) =>
      at(
        x,
        y,
        shadow(6, 0, 44, 9, 0.3) +
          ((c: string) =>
            kind === 0
              ? path('M-36 0Q-34-20-18-30L-10-80H10L18-30Q34-20 36 0Z', c) +
                circle(0, -96, 26, c) +
                circle(-8, -104, 7, '#fff', 'opacity=".4"')
              : kind === 1
                ? path(
                    'M-40 0Q-38-20-24-30L-20-110H-34V-146H-20V-132H-8V-146H8V-132H20V-146H34V-110H20L24-30Q38-20 40 0Z',
                    c,
                  )
                : path('M-40 0Q-38-20-22-30L-14-120H14L22-30Q38-20 40 0Z', c) +
                  oval(0, -124, 28, 9, c) +
                  path('M-20-130Q-30-170 0-176T20-130Z', c) +
                  stroke('M0-178V-206M-11-194H11', c, 8))(i % 2 ? pen.p.ink : i % 3 ? '#fff6e4' : '#f4dfba'),
        k,
      ),
    )
    .join('') +
  mug(pen, 120, 620, pen.p.a, 1.1) +
  mug(pen, 1090, 600, pen.p.b, 1) +
  at(
    1090,
    720,
    rect(-34, -34, 68, 68, '#fff', 14, 'transform="rotate(18)"') +
      circle(-12, -12, 7, pen.p.ink) +
      circle(12, 12, 7, pen.p.ink) +
      circle(0, 0, 7, pen.p.a),
  ) +
  at(
    110,
    740,
    rect(-28, -28, 56, 56, pen.p.a, 12, 'transform="rotate(-14)"') +
      circle(-10, -8, 6, '#fff') +
      circle(12, 8, 6, '#fff'),
  )
