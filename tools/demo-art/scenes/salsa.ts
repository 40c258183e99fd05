import { standing } from '../figures.ts'
import { stringLights } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { at, circle, faint, many, oval, path, polygon, rect, sparkle, stroke } from '../shapes.ts'

/** A couple dances in front of the band. */
export const salsa = (pen: Pen) =>
  rect(0, 0, 1200, 620, pen.down('#4a1f4a', '#8a2f4a')) +
  circle(600, 260, 520, pen.glow('#ff9a5a', 0.6)) +
  many(4, (i) =>
    faint(
      0.16,
      polygon(
        [
          [150 + i * 300, 0],
          [210 + i * 300, 0],
          [330 + i * 240, 640],
          [30 + i * 280, 640],
        ],
        '#ffe2a0',
      ),
    ),
  ) +
  stringLights(pen, 0, 70, 600, 60, 50, 8) +
  stringLights(pen, 600, 60, 1200, 70, 50, 8) +
  rect(0, 560, 1200, 240, pen.down(pen.p.floor, pen.p.floorDark)) +
  faint(
    0.3,
    many(9, (i) => stroke(`M${-400 + i * 250} 800L${60 + i * 135} 560`, '#3a2018', 4)),
  ) +
  faint(
    0.55,
    standing(pen, 150, 590, 0.9, {
      top: pen.p.b,
      legs: pen.p.ink,
      skin: skins[2],
      style: 'short',
      far: [50, -190, 60, -150],
      near: [34, -180, 60, -130],
    }),
  ) +
  at(
    200,
    500,
    rect(-60, -50, 44, 90, pen.p.a, 8) +
      oval(-38, -50, 22, 8, '#f6e2c0') +
      rect(6, -50, 44, 90, pen.p.c, 8) +
      oval(28, -50, 22, 8, '#f6e2c0'),
  ) +
  faint(
    0.55,
    standing(pen, 1050, 590, 0.9, {
      top: pen.p.c,
      legs: pen.p.ink,
      skin: skins[1],
      style: 'curly',
      facing: -1,
      far: [46, -226, 84, -264],
      near: [26, -220, 70, -256],
    }),
  ) +
  at(972, 350, stroke('M60 6H-70', '#e9b44c', 12) + path('M-60-4Q-96-6-126-44V46Q-96 10-60 12Z', '#e9b44c')) +
  oval(600, 730, 330, 40, '#ffd98a', 'opacity=".35"') +
  standing(pen, 490, 736, 1.42, {
    top: pen.p.paper,
    legs: pen.p.ink,
    skin: skins[1],
    style: 'short',
    far: [70, -236, 124, -318],
    near: [40, -214, 104, -214],
    walking: true,
    shoe: pen.p.ink,
  }) +
  standing(pen, 720, 736, 1.36, {
    top: pen.p.a,
    legs: skins[2],
    skin: skins[2],
    style: 'bun',
    hair: '#2b1d2a',
    facing: -1,
    far: [20, -270, 42, -334],
    near: [44, -220, 90, -224],
    walking: true,
    shoe: pen.p.a,
  }) +
  path('M668 530Q640 600 590 640Q660 690 740 676T880 640Q800 590 772 526Q720 556 668 530Z', pen.p.a) +
  faint(0.3, stroke('M690 550Q670 620 640 654M720 556Q720 630 720 672M752 550Q780 610 820 648', '#fff', 6)) +
  circle(694, 250, 17, pen.p.c) +
  stroke('M440 180q14-40 44-24M820 190q-10-44-44-30', pen.p.c, 6) +
  sparkle(360, 300, 24, pen.p.c) +
  sparkle(890, 300, 24, pen.p.c)
