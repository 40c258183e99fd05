import { standing } from '../figures.ts'
import { pendant } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, stroke } from '../shapes.ts'

/** Tacos on a paper tray at the truck's counter. */
export const tacos = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.skyTop, pen.p.skyLow)) +
  rect(0, 0, 1200, 470, pen.p.b) +
  rect(120, 130, 960, 300, '#ffe1a0') +
  faint(
    0.5,
    many(4, (i) => rect(170 + i * 240, 170, 120, 120, pen.p.c, 8)),
  ) +
  many(11, (i) => path(`M${20 + i * 106} 40h106v60a53 53 0 0 1-106 0Z`, i % 2 ? pen.p.paper : pen.p.a)) +
  standing(pen, 880, 600, 1.3, {
    top: pen.p.paper,
    legs: pen.p.ink,
    skin: skins[1],
    style: 'short',
    facing: -1,
    far: [50, -210, 90, -180],
    near: [10, -200, 70, -160],
  }) +
  rect(842, 158, 88, 30, pen.p.a, 10) +
  rect(0, 430, 1200, 40, pen.p.woodDark) +
  rect(0, 460, 1200, 340, pen.down(pen.p.wood, pen.p.woodDark)) +
  shadow(480, 730, 420, 30, 0.3) +
  polygon(
    [
      [80, 560],
      [880, 560],
      [960, 740],
      [0, 740],
    ],
    '#f6efe0',
  ) +
  faint(
    0.6,
    many(8, (i) =>
      polygon(
        [
          [80 + i * 100, 560],
          [130 + i * 100, 560],
          [60 + i * 120, 740],
          [i * 120, 740],
        ],
        pen.p.a,
        'opacity=".5"',
      ),
    ),
  ) +
  many(3, (i) =>
    at(
      220 + i * 260,
      700,
      path('M-130-20Q-124-160 0-166T130-20Q120 0 96-6H-96Q-124 0-130-20Z', '#d99a3e') +
        many(9, (k) =>
          circle(
            -92 + k * 23,
            -84 - 66 * Math.sin(((k + 0.5) / 9) * 3.14),
            27,
            ['#8cc06d', '#d9453a', '#7a4a2c', '#8cc06d', '#f3e9d0'][(k + i) % 5] ?? '#8cc06d',
          ),
        ) +
        path('M-130-14Q-110-130 0-136T130-14Q126 6 100 6H-100Q-128 6-130-14Z', '#f2c46c') +
        faint(
          0.5,
          many(9, (k) => circle(-80 + k * 20, -30 - ((k * 37) % 60), 5, '#c98a3e')),
        ),
    ),
  ) +
  at(
    1060,
    700,
    path('M-50-190H50L38 30H-38Z', '#cfeaf0', 'opacity=".9"') +
      path('M-46-140H46L38 30H-38Z', '#f3a6b8') +
      many(4, (i) => rect(-30 + (i % 2) * 30, -120 + i * 30, 30, 28, '#fff', 6, 'opacity=".5"')) +
      stroke('M10-180L34-270', pen.p.a, 10),
  ) +
  at(
    960,
    560,
    path('M-40-30Q0-90 60-60Q70-20 20 0Q-30 10-40-30Z', '#8cc06d') +
      path('M-26-28Q0-70 46-50Q52-22 18-8Q-18 0-26-28Z', '#dff0b4'),
  ) +
  at(
    90,
    520,
    circle(0, 0, 44, '#d9453a') +
      oval(0, -20, 44, 16, '#f08a6a') +
      path('M-44 0Q-30 40 0 44T44 0Q0 20-44 0Z', '#a83328'),
  ) +
  pendant(pen, 420, 120, pen.p.a)
