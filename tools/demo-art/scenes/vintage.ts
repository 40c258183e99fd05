import { standing } from '../figures.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, stroke } from '../shapes.ts'
import { garment } from './garment.ts'

/** A rack of old coats, hats, and a record player. */
export const vintage = (pen: Pen) =>
  rect(0, 0, 1200, 600, pen.down(pen.p.wall, pen.p.wallDark)) +
  faint(
    0.35,
    many(13, (i) => rect(i * 96, 0, 48, 600, pen.p.paper)),
  ) +
  rect(0, 582, 1200, 18, pen.p.paper, 0, 'opacity=".8"') +
  rect(0, 600, 1200, 200, pen.down(pen.p.floor, pen.p.floorDark)) +
  stroke('M70 720V150H660V720', pen.p.wood, 17) +
  many(7, (i) =>
    garment(
      130 + i * 78,
      210,
      ['#b5653e', pen.p.b, '#c9a13e', '#7d8a4a', pen.p.a, '#6b4a6b', '#3f6b6b'][i] ?? pen.p.a,
      [2, 1, 0, 2, 1, 2, 0][i] ?? 0,
      pen.p.paper,
    ),
  ) +
  rect(60, 640, 610, 20, pen.p.wood, 6) +
  many(
    4,
    (i) =>
      path(
        `M${110 + i * 140} 640Q${110 + i * 140} 600 ${150 + i * 140} 598L${190 + i * 140} 622Q${216 + i * 140} 626 ${216 + i * 140} 640Z`,
        ['#8a4f2d', pen.p.a, '#c9a13e', pen.p.ink][i] ?? pen.p.a,
      ) + rect(106 + i * 140, 636, 112, 9, pen.p.ink, 4, 'opacity=".4"'),
  ) +
  shadow(930, 730, 230, 16, 0.25) +
  rect(740, 500, 380, 40, pen.p.wood, 6) +
  rect(756, 540, 20, 190, pen.p.woodDark) +
  rect(1084, 540, 20, 190, pen.p.woodDark) +
  rect(770, 620, 320, 14, pen.p.woodDark) +
  many(12, (i) =>
    rect(
      784 + i * 25,
      548 + (i % 3) * 3,
      19,
      72,
      [pen.p.a, pen.p.b, '#c9a13e', '#f3a6b8', pen.p.paper][i % 5] ?? pen.p.a,
      2,
    ),
  ) +
  at(
    930,
    500,
    rect(-170, -50, 340, 50, pen.p.a, 10) +
      polygon(
        [
          [-160, -50],
          [160, -50],
          [150, -250],
          [-150, -250],
        ],
        pen.p.b,
      ) +
      rect(-120, -226, 240, 150, '#fff', 8, 'opacity=".12"') +
      oval(-20, -54, 130, 22, pen.p.ink) +
      oval(-20, -54, 90, 15, 'none', 'stroke="#4f5770" stroke-width="3"') +
      oval(-20, -54, 40, 8, pen.p.c) +
      stroke('M120-60V-90L40-62', '#c9ced9', 9) +
      circle(-140, -24, 9, pen.p.c) +
      circle(140, -24, 9, pen.p.c),
  ) +
  many(3, (i) =>
    at(
      820 + i * 110,
      170 - (i % 2) * 40,
      oval(-12, 0, 17, 12, pen.p.ink, 'transform="rotate(-18)"') + stroke('M3-4V-66L36-76', pen.p.ink, 7),
      1,
      i * 10 - 10,
    ),
  ) +
  standing(pen, 620, 770, 1.2, {
    top: '#c9a13e',
    legs: '#5d4636',
    skin: skins[3],
    style: 'long',
    hair: '#5a3426',
    facing: -1,
    far: [50, -230, 90, -270],
    near: [-30, -190, 6, -150],
  }) +
  path('M566 388Q570 336 616 334T668 384L690 392H544Z', '#8a4f2d')
