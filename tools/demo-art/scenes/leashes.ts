import { fist, hand } from '../hands.ts'
import { grass, hill, pine, sky } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, many, oval, path, stroke } from '../shapes.ts'

const dogFace = (x: number, y: number, k: number, coat: string, dark: string, ink: string, floppy: boolean) =>
  at(
    x,
    y,
    (floppy
      ? path('M-84-70Q-150-60-138 40Q-120 76-84 40ZM84-70Q150-60 138 40Q120 76 84 40Z', dark)
      : path('M-92-30L-110-130L-30-92ZM92-30L110-130L30-92Z', dark)) +
      path('M-100-10Q-104-104 0-108T100-10Q104 90 0 110Q-104 90-100-10Z', coat) +
      path(
        'M-46 30Q-50-20-20-60Q0-90 20-60Q50-20 46 30Q50 100 0 106Q-50 100-46 30Z',
        '#fff',
        'opacity=".55"',
      ) +
      circle(-46, -20, 12, ink) +
      circle(46, -20, 12, ink) +
      circle(-42, -24, 4, '#fff') +
      circle(50, -24, 4, '#fff') +
      oval(0, 24, 24, 17, ink) +
      oval(-6, 18, 7, 4, '#fff', 'opacity=".5"') +
      stroke('M0 40V54Q-6 70-30 64M0 54Q6 70 30 64', ink, 6) +
      path('M-14 62Q0 58 14 62Q18 100 0 102T-14 62Z', '#f08a94'),
    k,
  )

/** Three dogs look up at the hand that holds their leashes. */
export const leashes = (pen: Pen) =>
  sky(pen, 180, 130, 50) +
  hill(360, 40, pen.p.far) +
  pine(pen, 1090, 440, 1) +
  pine(pen, 90, 430, 0.7) +
  hill(430, 24, pen.p.near, 1) +
  path('M0 560Q400 500 800 540T1200 520V800H0Z', pen.p.skyLow) +
  grass(pen, 460, pen.p.leafDark, 12) +
  stroke('M620 120Q500 300 262 640M640 130Q630 360 600 660M660 120Q800 300 950 640', pen.p.ink, 9) +
  stroke('M650 124Q790 304 940 640', pen.p.a, 9) +
  stroke('M610 124Q490 304 254 640', pen.p.b, 9) +
  dogFace(250, 600, 1.2, '#d9a066', '#a8703f', pen.p.ink, true) +
  dogFace(600, 636, 1.05, '#4a4454', '#332f40', pen.p.ink, false) +
  dogFace(950, 606, 1.2, '#f3e3c8', '#c9a878', pen.p.ink, true) +
  many(3, (i) =>
    stroke(
      `M${[166, 530, 866][i]} 734q84 40 ${[168, 140, 168][i]} 0`,
      [pen.p.b, pen.p.c, pen.p.a][i] ?? pen.p.a,
      24,
    ),
  ) +
  many(3, (i) =>
    circle([250, 600, 950][i] ?? 0, 764, 17, pen.p.c, `stroke="${pen.p.ink}" stroke-width="3"`),
  ) +
  at(
    644,
    96,
    fist(hand(1, pen.p.a), stroke('M-6-70Q-70-40-46 60', pen.p.b, 12) + stroke('M0 60V110', pen.p.ink, 10)),
    1.05,
    -16,
  )
