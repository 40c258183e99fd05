import { standing } from '../figures.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { at, circle, faint, many, oval, path, polygon, rect, stroke } from '../shapes.ts'

/** Two players and an empty chair under a spotlight. */
export const improv = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down('#2a1f3f', '#171225')) +
  rect(0, 590, 1200, 210, pen.down(pen.p.wood, pen.p.woodDark)) +
  faint(
    0.3,
    many(9, (i) => stroke(`M0 ${606 + i * 22}H1200`, '#3a2418', 3)),
  ) +
  many(9, (i) =>
    path(
      `M${i * 140 - 20} 0h140Q${i * 140 + 100} 300 ${i * 140 + 110} 600H${i * 140 - 10}Q${i * 140 + 10} 300 ${i * 140 - 20} 0Z`,
      i % 2 ? pen.p.a : '#a83328',
      'opacity=".9"',
    ),
  ) +
  path(
    'M0 0H1200V60Q1100 130 1000 60Q900 130 800 60Q700 130 600 60Q500 130 400 60Q300 130 200 60Q100 130 0 60Z',
    pen.p.a,
  ) +
  faint(
    0.3,
    polygon(
      [
        [540, 0],
        [660, 0],
        [980, 720],
        [220, 720],
      ],
      '#fff3c8',
    ),
  ) +
  oval(600, 716, 390, 60, '#fff3c8', 'opacity=".4"') +
  at(
    600,
    700,
    stroke('M-50 0V-210M50 0V-100M-60-100H60M-50-40H50', pen.p.ink, 14) +
      rect(-62, -114, 124, 20, pen.p.woodDark, 6) +
      rect(-58, -220, 20, 30, pen.p.ink, 6) +
      stroke('M-46-150H-46', pen.p.ink, 14),
  ) +
  standing(pen, 380, 716, 1.32, {
    top: pen.p.c,
    legs: '#3a4a6b',
    skin: skins[0],
    style: 'curly',
    hair: '#a5582e',
    far: [70, -270, 116, -322],
    near: [60, -210, 112, -230],
  }) +
  standing(pen, 830, 716, 1.36, {
    top: pen.p.b,
    legs: pen.p.ink,
    skin: skins[2],
    style: 'short',
    facing: -1,
    far: [64, -214, 50, -276],
    near: [-60, -220, -104, -292],
    walking: true,
  }) +
  path(
    'M1010 240Q1010 196 1056 196H1120Q1166 196 1166 240V270Q1166 312 1120 312H1080L1040 350V312Q1010 306 1010 270Z',
    pen.p.paper,
  ) +
  stroke('M1074 240q14-26 30-6t-16 32M1088 290v2', pen.p.a, 11) +
  path(
    'M60 240Q60 196 106 196H170Q216 196 216 240V270Q216 312 170 312H190L196 350L150 312H106Q60 312 60 270Z',
    pen.p.paper,
  ) +
  many(3, (i) => circle(100 + i * 38, 254, 11, pen.p.b)) +
  many(8, (i) => circle(70 + i * 152, 800 - ((i * 37) % 30), 58, '#120d1f'))
