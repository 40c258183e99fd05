import { mug } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, path, polygon, rect, stroke } from '../shapes.ts'

/** Laptops, a map, sensors, and pizza from above. */
export const hackNight = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down('#4a4f74', '#333858')) +
  circle(600, 400, 560, pen.glow('#ffe2a0', 0.35)) +
  rect(90, 70, 1020, 660, pen.p.ink, 30, 'opacity=".3" transform="translate(8 14)"') +
  rect(90, 70, 1020, 660, pen.down(pen.p.wood, pen.p.woodDark), 30) +
  at(
    600,
    400,
    rect(-170, -190, 340, 380, pen.p.paper, 6) +
      rect(-150, -170, 300, 340, '#cfe3c4') +
      path('M-150-40Q-60-90 0-20T150-30V30Q60 0 0 50T-150 20Z', '#8fcbe0') +
      stroke('M-90-170L-40 170M-150 100L150 60M60-170L110 170', '#fff', 11) +
      faint(
        0.8,
        many(8, (i) => rect(-130 + ((i * 83) % 240), -150 + ((i * 131) % 280), 34, 24, pen.p.c, 3)),
      ) +
      [
        [-60, -90],
        [70, -70],
        [20, 110],
      ]
        .map(
          ([x = 0, y = 0]) =>
            path(`M${x} ${y}q-34-40-20-66t40 0-20 66Z`, pen.p.a) + circle(x + 1, y - 46, 10, '#fff'),
        )
        .join(''),
    1,
    -5,
  ) +
  many(3, (i) =>
    at(
      [250, 960, 270][i] ?? 0,
      [220, 240, 590][i] ?? 0,
      rect(-130, -90, 260, 130, pen.p.ink, 12) +
        rect(-118, -80, 236, 112, '#22304f', 6) +
        many(5, (k) =>
          stroke(
            `M${-100 + (k % 3) * 14} ${-62 + k * 20}h${70 + ((k * 47) % 80)}`,
            ['#8fd3a8', pen.p.c, '#9fc3f3', pen.p.a, '#8fd3a8'][k] ?? '#fff',
            6,
          ),
        ) +
        polygon(
          [
            [-130, 40],
            [130, 40],
            [150, 130],
            [-150, 130],
          ],
          '#c3c8d6',
        ) +
        many(3, (r) => rect(-112 - r * 5, 54 + r * 18, 224 + r * 10, 12, '#4f5770', 3)) +
        rect(-36, 112, 72, 14, '#aab0c4', 3),
      0.9,
      [-6, 8, 5][i],
    ),
  ) +
  at(
    930,
    580,
    circle(6, 10, 146, pen.p.ink, 'opacity=".25"') +
      circle(0, 0, 146, '#f1e6d4') +
      path('M0 0L0-124A124 124 0 1 1-87-88Z', '#d9964f') +
      path('M0 0L0-108A108 108 0 1 1-76-76Z', '#f6cf6a') +
      stroke('M0 0V-116M0 0L82 82M0 0H116M0 0L-82 82M0 0V116M0 0L82-82M0 0H-116', '#d9964f', 4) +
      many(9, (i) => circle(70 * Math.cos(i * 0.62 - 1.2), 70 * Math.sin(i * 0.62 - 1.2), 17, '#c8402f')) +
      many(6, (i) => circle(40 * Math.cos(i * 0.8 - 1), 40 * Math.sin(i * 0.8 - 1), 7, pen.p.leaf)),
  ) +
  at(
    560,
    660,
    rect(-70, -36, 130, 60, '#2f7a5b', 6) +
      rect(-20, -24, 44, 36, pen.p.ink, 4) +
      many(7, (i) => rect(-62 + i * 17, 16, 8, 12, pen.p.c)) +
      stroke('M60-10Q110-30 130 10', pen.p.a, 7) +
      circle(138, 20, 17, '#c9ced9'),
    1,
    -8,
  ) +
  mug(pen, 440, 200, pen.p.a, 0.9) +
  at(
    760,
    130,
    circle(0, 0, 50, pen.p.c) + circle(0, 0, 38, '#6b3f24') + stroke('M46-10q30 0 28 20t-30 12', pen.p.c, 9),
  ) +
  many(4, (i) =>
    at(
      130 + i * 24,
      400 + (i % 2) * 30,
      rect(-28, -28, 56, 56, [pen.p.c, '#f3a6b8', '#8cc06d', '#9fc3f3'][i] ?? pen.p.c, 2) +
        stroke('M-16-8H14M-16 6H6', pen.p.ink, 3, 'opacity=".5"'),
      1,
      i * 9 - 12,
    ),
  )
