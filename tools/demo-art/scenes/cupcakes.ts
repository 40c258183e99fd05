import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, shadow, stroke } from '../shapes.ts'

/** Cupcakes on a stand with three floors. */
export const cupcakes = (pen: Pen) => {
  const cupcake = (x: number, y: number, k: number, icing: string, topping: number) =>
    at(
      x,
      y,
      path('M-46-50H46L34 0H-34Z', pen.p.paper) +
        faint(
          0.6,
          many(5, (i) => stroke(`M${-32 + i * 16}-46l${4 - i * 2} 40`, pen.p.b, 6)),
        ) +
        path('M-58-52Q-64-86-34-92Q-36-118-6-120Q0-146 14-122Q42-116 36-92Q64-84 58-52Q0-36-58-52Z', icing) +
        path(
          'M10-120Q42-116 36-92Q64-84 58-52Q36-44 14-43Q50-70 20-90Q34-104 10-120Z',
          pen.p.ink,
          'opacity=".1"',
        ) +
        stroke('M-40-70Q0-56 40-72M-24-98Q0-88 26-98', '#fff', 5, 'opacity=".45"') +
        (topping % 3 === 0
          ? circle(4, -138, 15, '#d23c50') + circle(-1, -143, 5, '#fff', 'opacity=".7"')
          : topping % 3 === 1
            ? many(7, (i) =>
                rect(
                  -36 + i * 11,
                  -66 - ((i * 29) % 46),
                  11,
                  5,
                  [pen.p.a, pen.p.b, pen.p.c][i % 3] ?? pen.p.a,
                  2,
                  `transform="rotate(${i * 40} ${-30 + i * 11} -70)"`,
                ),
              )
            : path('M4-160l6 12 14 2-10 10 2 14-12-6-12 6 2-14-10-10 14-2Z', pen.p.c)),
      k,
    )
  const tier = (y: number, half: number) =>
    oval(600, y + 10, half, 26, pen.p.wallDark) + oval(600, y, half, 26, '#fff')
  const icings = ['#f6c9c4', pen.p.c, '#fff1dc', '#a9dbe8', '#c8e0b4']
  return (
    rect(0, 0, 1200, 640, pen.down(pen.p.wall, pen.p.wallDark)) +
    circle(600, 340, 420, pen.glow('#fff', 0.8)) +
    faint(
      0.5,
      many(14, (i) =>
        circle(
          60 + ((i * 331) % 1100),
          60 + ((i * 173) % 440),
          16 + ((i * 7) % 18),
          i % 2 ? pen.p.c : pen.p.paper,
        ),
      ),
    ) +
    rect(0, 620, 1200, 180, pen.down(pen.p.paper, pen.p.wallDark)) +
    many(13, (i) => path(`M${i * 100 - 20} 620h100q-50 70-100 0Z`, pen.p.a, 'opacity=".85"')) +
    shadow(600, 742, 360, 26, 0.22) +
    rect(580, 120, 40, 600, pen.p.c, 12) +
    path('M520 740Q520 700 600 690T680 740Z', pen.p.c) +
    tier(690, 370) +
    many(6, (i) => cupcake(300 + i * 120, 682, 1, icings[i % 5] ?? '#fff', i)) +
    tier(500, 270) +
    many(4, (i) => cupcake(414 + i * 124, 492, 1, icings[(i + 2) % 5] ?? '#fff', i + 1)) +
    tier(310, 160) +
    many(2, (i) => cupcake(536 + i * 128, 302, 1, icings[(i + 4) % 5] ?? '#fff', i)) +
    circle(600, 100, 22, pen.p.a) +
    at(
      120,
      740,
      shadow(0, 0, 76) +
        path('M-70-120H70L56 0H-56Z', pen.p.b) +
        many(
          5,
          (i) =>
            stroke(`M${-40 + i * 20}-120L${-60 + i * 30}-${200 + (i % 2) * 24}`, '#fff', 7) +
            circle(
              -60 + i * 30,
              -212 - (i % 2) * 24,
              24,
              [pen.p.a, pen.p.c, '#f3a6b8', '#c8e0b4', pen.p.a][i] ?? pen.p.a,
            ) +
            stroke(`M${-60 + i * 30} ${-222 - (i % 2) * 24}q12 10 0 20`, '#fff', 4),
        ),
    ) +
    at(
      1070,
      750,
      oval(0, 0, 100, 18, pen.p.b) +
        many(3, (i) =>
          oval(
            -44 + i * 44,
            -16 - (i === 1 ? 22 : 0),
            34,
            17,
            ['#e9b06c', '#d9964f', '#e9b06c'][i] ?? '#e9b06c',
          ),
        ),
    )
  )
}
