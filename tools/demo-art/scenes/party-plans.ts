import { bunting } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, path, polygon, rect, sparkle, stroke } from '../shapes.ts'
import { box } from './freight.ts'

/** Plans for a street party: a map of the street, lists, and bunting. */
export const partyPlans = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wood, pen.p.woodDark)) +
  faint(
    0.25,
    many(8, (i) => stroke(`M0 ${50 + i * 100}q300 ${i % 2 ? 18 : -18} 600 0t600 0`, pen.p.woodDark, 4)),
  ) +
  at(
    560,
    400,
    rect(-330, -240, 660, 480, pen.p.ink, 8, 'opacity=".2" transform="translate(8 12)"') +
      rect(-330, -240, 660, 480, pen.p.paper, 8) +
      rect(-330, -56, 660, 112, '#d9d4cc') +
      stroke('M-310 0H310', '#fff', 8, 'stroke-dasharray="40 30"') +
      many(
        6,
        (i) =>
          rect(
            -300 + i * 104,
            -200,
            84,
            110,
            [pen.p.wall, pen.p.c, pen.p.b, '#f3a6b8', pen.p.leaf, pen.p.a][i] ?? pen.p.c,
            4,
          ) +
          polygon(
            [
              [-306 + i * 104, -196],
              [-258 + i * 104, -226],
              [-210 + i * 104, -196],
            ],
            pen.p.ink,
            'opacity=".5"',
          ),
      ) +
      many(6, (i) =>
        rect(
          -300 + i * 104,
          92,
          84,
          110,
          [pen.p.a, pen.p.leaf, '#f3a6b8', pen.p.b, pen.p.c, pen.p.wall][i] ?? pen.p.c,
          4,
        ),
      ) +
      many(
        4,
        (i) => rect(-240 + i * 130, -22, 80, 40, pen.p.wood, 6) + circle(-200 + i * 130, -2, 10, pen.p.a),
      ) +
      stroke('M-330-60L-290 60M330-60L290 60', pen.p.a, 9, 'stroke-dasharray="18 12"'),
    1,
    -3,
  ) +
  bunting(pen, 0, 60, 600, 40, 50, 9) +
  bunting(pen, 600, 40, 1200, 70, 50, 9) +
  at(
    1030,
    380,
    rect(-110, -150, 220, 300, '#f6e7b8', 4) +
      rect(-30, -170, 60, 34, '#8b91a5', 6) +
      many(
        5,
        (i) =>
          rect(-86, -96 + i * 48, 26, 26, 'none', 4, `stroke="${pen.p.ink}" stroke-width="5"`) +
          stroke(`M-40 ${-83 + i * 48}h${90 + ((i * 37) % 40)}`, pen.p.ink, 6, 'opacity=".6"') +
          (i < 3 ? stroke(`M-84 ${-84 + i * 48}l10 12 18-26`, pen.p.leaf, 7) : ''),
      ),
    1,
    5,
  ) +
  at(
    160,
    650,
    circle(0, 0, 80, pen.p.b) +
      circle(0, 0, 64, '#fff') +
      many(
        4,
        (i) =>
          circle(-26 + (i % 2) * 50, -22 + Math.floor(i / 2) * 46, 24, i % 2 ? '#d9964f' : '#c98a3e') +
          circle(-20 + (i % 2) * 50, -26 + Math.floor(i / 2) * 46, 4, '#6b3f24'),
      ),
  ) +
  at(420, 710, rect(-120, -10, 230, 22, pen.p.a, 8) + path('M110-10l34 11-34 11Z', '#f1d9b4'), 1, -10) +
  at(
    760,
    710,
    circle(0, 0, 54, pen.p.c) +
      circle(0, 0, 26, pen.p.wood) +
      path('M50-10Q120-20 150 30', 'none', `stroke="${pen.p.c}" stroke-width="24"`),
  ) +
  many(4, (i) =>
    at(
      960 + i * 60,
      680 - (i % 2) * 40,
      path(
        'M0-60C34-60 40-14 0 10C-40-14-34-60 0-60Z',
        [pen.p.a, pen.p.c, pen.p.b, '#f3a6b8'][i] ?? pen.p.a,
      ) + stroke('M0 10q10 30-4 60', pen.p.ink, 3),
      1,
      i * 12 - 20,
    ),
  ) +
  box(20, 260, 130, 100, pen.p.paper) +
  sparkle(880, 180, 18, '#fff')
