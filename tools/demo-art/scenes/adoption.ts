import { standing } from '../figures.ts'
import { bunting } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { at, circle, faint, many, oval, path, rect, shadow, stroke } from '../shapes.ts'
import { cat, dog } from './animals.ts'

/** Dogs, a cat, and a rabbit wait for someone to take them home. */
export const adoption = (pen: Pen) =>
  rect(0, 0, 1200, 560, pen.down(pen.p.wall, pen.p.wallDark)) +
  bunting(pen, 0, 60, 600, 60, 50, 8) +
  bunting(pen, 600, 60, 1200, 60, 50, 8) +
  rect(0, 540, 1200, 20, pen.p.paper) +
  rect(0, 560, 1200, 240, pen.down(pen.p.floor, pen.p.floorDark)) +
  rect(430, 130, 340, 130, pen.p.b, 12) +
  path(
    'M500 178Q500 156 522 156Q536 156 540 172Q544 156 558 156Q580 156 580 178Q580 206 540 230Q500 206 500 178Z',
    pen.p.a,
  ) +
  stroke('M614 178H720M614 212H690', '#fff', 14) +
  stroke('M470 130L560 70M730 130L640 70', pen.p.ink, 4) +
  standing(pen, 190, 730, 1.25, {
    top: pen.p.leaf,
    legs: pen.p.ink,
    skin: skins[3],
    style: 'bun',
    far: [60, -220, 100, -190],
    near: [20, -196, 84, -170],
  }) +
  at(
    300,
    470,
    circle(0, 0, 50, '#fff') +
      oval(-16, -66, 13, 44, '#fff') +
      oval(18, -66, 13, 44, '#fff') +
      oval(-16, -64, 6, 32, '#f8c9d2') +
      oval(18, -64, 6, 32, '#f8c9d2') +
      circle(22, -8, 6, pen.p.ink) +
      oval(44, 8, 7, 5, '#f08a94') +
      oval(-40, 26, 56, 42, '#fff') +
      circle(-92, 30, 15, '#fff'),
  ) +
  circle(300, 516, 14, skins[3]) +
  rect(400, 560, 760, 190, 'none', 14, `stroke="${pen.p.ink}" stroke-width="10"`) +
  shadow(780, 750, 380, 16, 0.2) +
  at(516, 738, dog('#b9713f', '#8a4f2d', pen.p.b, pen.p.ink), 1.15) +
  rect(716, 690, 150, 56, pen.p.wood, 6) +
  pen.within(rect(700, 0, 150, 700, '#000'), at(784, 692, cat(pen, '#e0975a', '#b9713f'), 0.62)) +
  `<g transform="translate(1010 738) scale(-1 1)">${dog('#f3e3c8', '#c9a878', pen.p.a, pen.p.ink)}</g>` +
  faint(
    0.8,
    many(11, (i) => stroke(`M${460 + i * 66} 566V744`, pen.p.ink, 5)),
  ) +
  at(
    1060,
    400,
    rect(-90, -110, 180, 180, pen.p.paper, 8) +
      circle(0, -40, 38, pen.p.c) +
      path('M-56 50Q-50 4 0 4T56 50Z', pen.p.c) +
      circle(0, -112, 10, pen.p.a),
    1,
    4,
  )
