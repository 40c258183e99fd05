import { frame, mug, plant, room, rug, shelf, tabletop, windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, sparkle, stroke } from '../shapes.ts'

const bunting2 = (pen: Pen) =>
  many(11, (i) =>
    polygon(
      [
        [460 + i * 30, 70 + Math.round(30 * Math.sin(i * 0.314))],
        [486 + i * 30, 70 + Math.round(30 * Math.sin(i * 0.314))],
        [473 + i * 30, 104 + Math.round(30 * Math.sin(i * 0.314))],
      ],
      [pen.p.a, pen.p.c, pen.p.b][i % 3] ?? pen.p.a,
    ),
  )

export const teddy = (pen: Pen) =>
  room(pen, 570) +
  windowView(pen, 800, 80, 260, 270) +
  shelf(pen, 120, 220, 300) +
  bunting2(pen) +
  rug(pen, 600, 710, 520, 76) +
  at(
    440,
    700,
    shadow(0, 4, 140, 14) +
      oval(-84, -30, 54, 44, '#b9783f') +
      oval(84, -30, 54, 44, '#b9783f') +
      oval(0, -110, 104, 120, '#c98a4e') +
      oval(0, -96, 66, 80, '#f0cf9a') +
      oval(-92, -140, 34, 74, '#b9783f', 'transform="rotate(28 -92 -140)"') +
      oval(92, -140, 34, 74, '#b9783f', 'transform="rotate(-28 92 -140)"') +
      circle(-74, -324, 40, '#b9783f') +
      circle(74, -324, 40, '#b9783f') +
      circle(-74, -324, 22, '#f0cf9a') +
      circle(74, -324, 22, '#f0cf9a') +
      oval(0, -262, 100, 88, '#c98a4e') +
      oval(0, -234, 48, 38, '#f0cf9a') +
      circle(-38, -276, 10, pen.p.ink) +
      circle(38, -276, 10, pen.p.ink) +
      oval(0, -250, 16, 12, pen.p.ink) +
      stroke('M0-240v14q-16 14-28 2M0-226q16 14 28 2', pen.p.ink, 5) +
      path('M0-186L-56-214V-158ZM0-186L56-214V-158Z', pen.p.a) +
      circle(0, -186, 14, pen.p.a) +
      circle(-84, -22, 22, '#f0cf9a') +
      circle(84, -22, 22, '#f0cf9a'),
  ) +
  [
    [650, 720, 0],
    [756, 720, 1],
    [862, 720, 2],
    [702, 618, 3],
    [808, 618, 0],
    [756, 516, 2],
  ]
    .map(
      ([x = 0, y = 0, c = 0], i) =>
        rect(x, y - 98, 98, 98, [pen.p.a, pen.p.b, pen.p.c, pen.p.leaf][c] ?? pen.p.a, 10) +
        rect(x + 11, y - 87, 76, 76, '#fff', 6, 'opacity=".85"') +
        (i % 3 === 0
          ? circle(x + 49, y - 49, 24, pen.p.a)
          : i % 3 === 1
            ? polygon(
                [
                  [x + 49, y - 76],
                  [x + 76, y - 28],
                  [x + 22, y - 28],
                ],
                pen.p.b,
              )
            : sparkle(x + 49, y - 49, 34, pen.p.c)) +
        rect(x + 70, y - 98, 28, 98, '#1d1b33', 8, 'opacity=".1"'),
    )
    .join('') +
  at(
    1050,
    736,
    shadow(0, 0, 76) +
      rect(-66, -26, 132, 26, pen.p.wood, 8) +
      many(4, (i) =>
        rect(
          -56 + i * 12,
          -54 - i * 28,
          112 - i * 24,
          28,
          [pen.p.a, pen.p.c, pen.p.leaf, pen.p.b][i] ?? pen.p.a,
          14,
        ),
      ) +
      circle(0, -156, 20, pen.p.a),
  ) +
  at(
    190,
    740,
    circle(0, -50, 50, pen.p.c) +
      path('M-48-60Q0-90 48-60L50-40Q0-70-50-40Z', pen.p.a) +
      circle(-16, -70, 10, '#fff', 'opacity=".5"'),
  ) +
  plant(pen, 1130, 590, 0.9)

export const teaTable = (pen: Pen) =>
  tabletop(pen, 500) +
  windowView(pen, 420, 50, 360, 330) +
  frame(pen, 110, 90, 160, 190, 1) +
  shelf(pen, 900, 230, 240) +
  oval(600, 650, 500, 120, pen.p.paper) +
  oval(
    600,
    644,
    470,
    106,
    'none',
    `stroke="${pen.p.a}" stroke-width="5" stroke-dasharray="4 12" stroke-linecap="round"`,
  ) +
  at(
    560,
    680,
    shadow(0, 0, 170, 18, 0.25) +
      stroke('M120-120Q220-130 200-60T110-40', pen.p.b, 22) +
      path('M-112-40Q-190-60-206-150Q-212-176-228-190L-190-196Q-176-180-172-158Q-160-120-116-118Z', pen.p.b) +
      path('M-130-90Q-130-200 0-200T130-90Q130 0 60 0H-60Q-130 0-130-90Z', pen.p.b) +
      path('M50-190Q130-170 130-90Q130 0 60 0H20Q100-80 50-190Z', pen.p.ink, 'opacity=".15"') +
      oval(0, -196, 70, 20, pen.p.b) +
      oval(0, -190, 70, 16, pen.p.ink, 'opacity=".16"') +
      path('M-58-200Q0-246 58-200Q0-184-58-200Z', pen.p.b) +
      circle(0, -234, 17, pen.p.a) +
      many(5, (i) =>
        at(
          -60 + i * 28,
          -90 + (i % 2) * 22,
          circle(0, 0, 12, i % 2 ? pen.p.a : pen.p.c) + circle(0, 0, 5, '#fff'),
        ),
      ) +
      path(
        'M-104-90Q-104-160-50-176',
        'none',
        'stroke="#fff" stroke-width="10" stroke-linecap="round" opacity=".4"',
      ) +
      faint(0.6, stroke('M-206-200q-20-30 4-56t0-60', '#fff', 9)),
  ) +
  many(2, (i) =>
    at(
      310 + i * 560,
      690,
      oval(0, -2, 96, 20, '#fff') +
        oval(0, -4, 80, 14, pen.p.wallDark, 'opacity=".5"') +
        mug(pen, 0, -8, i ? pen.p.a : pen.p.c, 0.85),
    ),
  ) +
  at(
    760,
    720,
    oval(0, 0, 90, 22, pen.p.b) +
      oval(0, -4, 76, 16, '#fff') +
      many(
        6,
        (i) =>
          circle(-44 + (i % 4) * 28, -16 - Math.floor(i / 4) * 16, 20, '#d9a05a') +
          circle(-48 + (i % 4) * 28, -20 - Math.floor(i / 4) * 16, 4, pen.p.woodDark) +
          circle(-38 + (i % 4) * 28, -12 - Math.floor(i / 4) * 16, 4, pen.p.woodDark),
      ),
  ) +
  at(
    1030,
    590,
    rect(-26, -70, 52, 70, '#cfeaf0', 10, 'opacity=".9"') +
      many(
        7,
        (i) =>
          stroke(`M0-40Q${-20 + i * 7}-100 ${-54 + i * 18}-${120 + ((i * 23) % 40)}`, pen.p.leafDark, 5) +
          circle(-54 + i * 18, -126 - ((i * 23) % 40), 20, [pen.p.a, pen.p.c, '#f3a6b8'][i % 3] ?? pen.p.a) +
          circle(-54 + i * 18, -126 - ((i * 23) % 40), 7, '#fff'),
      ),
  ) +
  at(
    200,
    600,
    polygon(
      [
        [-60, 0],
        [80, -16],
        [100, 20],
        [-50, 40],
      ],
      pen.p.a,
    ) +
      polygon(
        [
          [-54, -8],
          [80, -24],
          [90, -4],
          [-50, 14],
        ],
        pen.p.paper,
      ) +
      oval(0, -24, 40, 14, 'none', `stroke="${pen.p.ink}" stroke-width="5"`),
  )
