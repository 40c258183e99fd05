import { pendant, plant, room, tabletop, windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, path, polygon, rect, shadow, stroke } from '../shapes.ts'
import { bowl, driver, hammer, wrench } from './hand-tools.ts'

export const toolbox = (pen: Pen) =>
  tabletop(pen, 540) +
  rect(110, 70, 980, 360, pen.p.wood, 10) +
  rect(110, 70, 980, 360, pen.p.paper, 10, 'opacity=".35"') +
  faint(
    0.35,
    many(8, (r) => many(22, (c) => circle(144 + c * 43, 100 + r * 43, 4, pen.p.woodDark))),
  ) +
  at(210, 190, hammer(pen), 0.95) +
  at(330, 220, wrench('#8b91a5'), 0.95) +
  at(430, 190, driver(pen, pen.p.a), 1) +
  at(500, 190, driver(pen, pen.p.c), 0.9) +
  at(570, 190, driver(pen, pen.p.b), 0.8) +
  at(
    730,
    170,
    polygon(
      [
        [-70, -20],
        [150, -20],
        [150, 40],
        [-70, 120],
      ],
      '#c3c8d6',
    ) +
      many(11, (i) => path(`M${150 - i * 20} ${40 + i * 7}l-10 14-8-7Z`, '#c3c8d6')) +
      path('M150-50h60q30 0 24 40l-14 70q-6 26-34 20l-36-10Z', pen.p.b) +
      rect(170, -14, 30, 50, pen.p.paper, 12),
  ) +
  at(
    1010,
    210,
    circle(0, 0, 58, pen.p.c) +
      circle(0, 0, 40, pen.p.ink) +
      circle(0, 0, 16, pen.p.c) +
      rect(30, 30, 60, 24, '#eee6c8') +
      rect(84, 26, 10, 40, '#8b91a5'),
  ) +
  at(
    740,
    360,
    rect(-110, -26, 240, 44, pen.p.c, 8) +
      rect(-20, -14, 60, 22, '#dff3b8', 10) +
      circle(10, -3, 8, '#9ccf5a'),
  ) +
  shadow(560, 720, 330, 24, 0.3) +
  many(4, (i) =>
    at(
      420 + i * 84,
      480,
      i % 2 ? wrench('#aab0c4') : driver(pen, [pen.p.c, pen.p.b][i / 2] ?? pen.p.c),
      0.9,
      -14 + i * 9,
    ),
  ) +
  stroke('M330 560V430H790V560', pen.p.ink, 20) +
  rect(430, 412, 260, 34, pen.p.woodDark, 14) +
  path('M250 540H870L850 700Q848 716 830 716H290Q272 716 270 700Z', pen.p.a) +
  path('M700 540H870L850 700Q848 716 830 716H690Z', pen.p.ink, 'opacity=".12"') +
  rect(236, 524, 648, 40, pen.p.a, 8) +
  rect(236, 552, 648, 12, pen.p.ink, 4, 'opacity=".2"') +
  rect(330, 540, 60, 50, pen.p.c, 6) +
  rect(730, 540, 60, 50, pen.p.c, 6) +
  rect(480, 600, 160, 70, pen.p.paper, 8) +
  at(560, 634, hammer(pen), 0.28, 45) +
  at(
    1010,
    730,
    shadow(0, 0, 90) +
      path('M-90-30Q-80-130 0-130T90-30Z', pen.p.c) +
      path('M-20-132h40v100h-40Z', '#fff', 'opacity=".35"') +
      rect(-110, -40, 220, 26, pen.p.c, 12),
  ) +
  many(7, (i) =>
    at(
      120 + i * 22,
      740 - ((i * 23) % 30),
      rect(-3, 0, 6, 24, '#8b91a5') + rect(-9, -4, 18, 7, '#aab0c4', 3),
      1,
      i * 40,
    ),
  )

export const carpentry = (pen: Pen) =>
  room(pen, 560) +
  windowView(pen, 830, 70, 260, 250, false) +
  pendant(pen, 540, 50, pen.p.a) +
  rect(110, 110, 320, 14, pen.p.wood) +
  rect(110, 240, 320, 14, pen.p.wood) +
  rect(110, 110, 12, 300, pen.p.wood) +
  rect(418, 110, 12, 300, pen.p.wood) +
  rect(110, 380, 320, 14, pen.p.wood) +
  rect(112, 110, 316, 290, pen.p.ink, 0, 'opacity=".06"') +
  many(7, (i) =>
    rect(
      136 + i * 26,
      166 + ((i * 17) % 26),
      20,
      74 - ((i * 17) % 26),
      [pen.p.a, pen.p.b, pen.p.c, pen.p.paper][i % 4] ?? pen.p.a,
      2,
    ),
  ) +
  at(370, 240, plant(pen, 0, 0, 0.55, pen.p.a)) +
  at(190, 380, rect(-40, -60, 80, 60, pen.p.c, 6) + circle(0, -30, 12, pen.p.paper)) +
  at(320, 380, bowl(pen)) +
  shadow(640, 740, 480, 22, 0.25) +
  rect(200, 500, 880, 44, pen.p.wood, 6) +
  rect(200, 536, 880, 12, pen.p.ink, 0, 'opacity=".2"') +
  stroke('M280 548L250 736M1000 548L1030 736', pen.p.woodDark, 34) +
  rect(262, 640, 756, 24, pen.p.woodDark) +
  rect(330, 600, 200, 40, pen.p.b, 6) +
  rect(560, 584, 150, 56, pen.p.c, 6) +
  polygon(
    [
      [430, 470],
      [1130, 440],
      [1136, 470],
      [436, 502],
    ],
    '#e6b877',
  ) +
  faint(0.5, stroke('M450 480L1110 452M470 492L900 472', pen.p.woodDark, 3)) +
  at(
    700,
    452,
    polygon(
      [
        [-150, -30],
        [70, -30],
        [70, 16],
        [-150, 46],
      ],
      '#c9ced9',
    ) +
      many(14, (i) => path(`M${-146 + i * 16} ${46 - i * 2}l8 10 7-11Z`, '#c9ced9')) +
      path('M66-60h70q40 0 32 50l-12 56q-8 24-36 18l-54-14Z', pen.p.a) +
      rect(96, -26, 34, 56, pen.p.paper, 14),
    1,
    -8,
  ) +
  many(16, () =>
    path(
      `M${Math.round(pen.between(560, 760))} ${Math.round(pen.between(556, 730))}q10-14 22-2t-4 16`,
      'none',
      `stroke="#e6b877" stroke-width="5" stroke-linecap="round"`,
    ),
  ) +
  at(
    950,
    498,
    rect(-70, -70, 150, 60, pen.p.woodDark, 10) +
      rect(-90, -20, 190, 20, '#8b91a5', 4) +
      path('M-40-70q-6-44 30-40t14 40Z', pen.p.a) +
      circle(60, -80, 18, pen.p.woodDark),
  ) +
  at(
    320,
    500,
    rect(-60, -14, 130, 14, pen.p.c) + many(9, (i) => stroke(`M${-52 + i * 14}-14v7`, pen.p.ink, 2)),
  ) +
  at(400, 496, rect(-5, -60, 10, 70, pen.p.a, 3, 'transform="rotate(70)"')) +
  plant(pen, 100, 690, 1.25, pen.p.b)
