import { frame, windowView } from '../indoors.ts'
import { hill, sky, stringLights, tree } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, polygon, rect, sparkle, stroke } from '../shapes.ts'

export const kitchen = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wall, pen.p.wallDark)) +
  faint(
    0.4,
    many(5, (r) => many(12, (c) => rect(c * 104, 180 + r * 60, 98, 54, pen.p.paper, 4))),
  ) +
  windowView(pen, 760, 70, 280, 270) +
  rect(90, 150, 500, 14, pen.p.wood) +
  many(
    5,
    (i) =>
      stroke(`M${140 + i * 90} 164v26`, pen.p.ink, 4) +
      (i % 2
        ? circle(140 + i * 90, 240, 46, [pen.p.a, pen.p.b][i % 2] ?? pen.p.a) +
          rect(134 + i * 90, 186, 12, 30, pen.p.ink)
        : rect(135 + i * 90, 186, 10, 80, pen.p.wood) + oval(140 + i * 90, 280, 16, 24, pen.p.wood)),
  ) +
  many(
    4,
    (i) =>
      rect(120 + i * 84, 84, 60, 66, [pen.p.c, pen.p.a, pen.p.leaf, pen.p.b][i] ?? pen.p.c, 10) +
      rect(126 + i * 84, 74, 48, 16, pen.p.woodDark, 5),
  ) +
  rect(0, 510, 1200, 40, pen.p.paper) +
  rect(0, 544, 1200, 10, pen.p.ink, 0, 'opacity=".2"') +
  rect(0, 554, 1200, 246, pen.p.b) +
  many(
    4,
    (i) =>
      rect(30 + i * 300, 580, 240, 200, '#fff', 8, 'opacity=".1"') +
      rect(120 + i * 300, 600, 60, 10, pen.p.c, 5),
  ) +
  rect(120, 494, 360, 18, pen.p.ink, 6) +
  at(
    300,
    494,
    path('M-140-150H140V-30Q140 0 110 0H-110Q-140 0-140-30Z', pen.p.a) +
      path('M70-150H140V-30Q140 0 110 0H70Z', pen.p.ink, 'opacity=".14"') +
      rect(-156, -164, 312, 22, pen.p.a, 8) +
      rect(-176, -120, 40, 20, pen.p.ink, 8) +
      rect(136, -120, 40, 20, pen.p.ink, 8) +
      oval(0, -164, 140, 14, '#f2c46c') +
      many(5, (i) => circle(-90 + i * 44, -168, 14, i % 2 ? '#8cc06d' : '#e0596b')) +
      faint(
        0.5,
        stroke('M-60-190q-30-40 0-80t0-70M20-190q-30-40 0-80t0-80M90-190q-24-34 0-70t0-60', '#fff', 10),
      ) +
      stroke('M60-170L130-290', pen.p.wood, 12),
  ) +
  rect(560, 480, 400, 34, pen.p.wood, 10) +
  at(640, 480, circle(0, -34, 36, '#d9453a') + path('M-14-66l14 8 14-8-4 14h-20Z', pen.p.leaf)) +
  many(5, (i) => oval(710 + i * 18, 470, 9, 16, '#ef8a3c') + oval(710 + i * 18, 468, 4, 10, '#f9b979')) +
  at(
    860,
    480,
    many(7, (i) => circle(-30 + i * 12, -14 - (i % 3) * 12, 16, i % 2 ? pen.p.leaf : '#8cc06d')),
  ) +
  polygon(
    [
      [780, 446],
      [930, 426],
      [934, 440],
      [780, 462],
    ],
    '#dfe5ec',
  ) +
  rect(926, 422, 74, 20, pen.p.ink, 8) +
  at(
    1080,
    510,
    rect(-30, -120, 60, 120, '#dfe8a0', 14) +
      rect(-12, -156, 24, 40, '#dfe8a0') +
      rect(-14, -164, 28, 14, pen.p.woodDark) +
      rect(-30, -84, 60, 40, pen.p.paper),
  ) +
  frame(pen, 1090, 200, 80, 100) +
  sparkle(450, 250, 14, '#fff')

export const supper = (pen: Pen) =>
  sky(pen, 900, 260, 70) +
  hill(460, 60, pen.p.far) +
  hill(520, 40, pen.p.mid, 2) +
  tree(pen, 110, 600, 1.5) +
  tree(pen, 1110, 590, 1.3) +
  path('M0 570Q600 530 1200 570V800H0Z', pen.p.near) +
  stringLights(pen, 60, 150, 620, 190, 70, 10) +
  stringLights(pen, 620, 190, 1150, 140, 70, 10) +
  many(4, (i) =>
    at(
      270 + i * 220,
      560,
      rect(-50, -110, 100, 90, pen.p.woodDark, 10) +
        rect(-38, -98, 76, 60, pen.p.wood, 6) +
        stroke('M-44-30V60M44-30V60', pen.p.woodDark, 11),
    ),
  ) +
  polygon(
    [
      [200, 520],
      [1000, 520],
      [1120, 640],
      [80, 640],
    ],
    pen.p.paper,
  ) +
  path(
    'M80 640H1120V690Q1080 660 1040 692Q1000 660 960 692Q920 660 880 692Q840 660 800 692Q760 660 720 692Q680 660 640 692Q600 660 560 692Q520 660 480 692Q440 660 400 692Q360 660 320 692Q280 660 240 692Q200 660 160 692Q120 660 80 690Z',
    pen.p.a,
  ) +
  polygon(
    [
      [470, 520],
      [730, 520],
      [760, 640],
      [440, 640],
    ],
    pen.p.c,
    'opacity=".55"',
  ) +
  many(8, (i) => {
    const x = i < 4 ? 270 + i * 220 : 210 + (i - 4) * 260
    const y = i < 4 ? 546 : 612
    return (
      oval(x, y, 52, 15, pen.p.b) +
      oval(x, y - 2, 38, 10, '#fff') +
      circle(x - 8, y - 6, 9, '#ef8a3c') +
      circle(x + 10, y - 6, 9, pen.p.leaf) +
      at(
        x + 70,
        y,
        path('M-11-46H11Q10-22 0-20Q-10-22-11-46Z', '#d23c50', 'opacity=".85"') +
          stroke('M0-20V-2M-9 0H9', '#e8eef2', 4),
        0.9,
      )
    )
  }) +
  many(3, (i) =>
    at(
      430 + i * 170,
      588,
      circle(0, -70, 70, pen.glow('#ffdf90', 0.8)) +
        rect(-8, -56, 16, 56, pen.p.paper) +
        path('M0-84q12 16 0 26q-12-10 0-26Z', '#ffb347'),
    ),
  ) +
  at(
    600,
    560,
    rect(-26, -50, 52, 50, pen.p.b, 10) +
      many(
        7,
        (i) =>
          stroke(`M0-46Q${-30 + i * 10}-80 ${-54 + i * 18}-${100 + ((i * 23) % 30)}`, pen.p.leafDark, 4) +
          circle(-54 + i * 18, -104 - ((i * 23) % 30), 15, i % 2 ? pen.p.a : pen.p.c),
      ),
  ) +
  stroke('M160 690L120 790M1040 690L1080 790', pen.p.woodDark, 18) +
  many(4, (i) =>
    at(
      240 + i * 240,
      770,
      rect(-60, -60, 120, 18, pen.p.wood, 8) + stroke('M-46-44L-54 20M46-44L54 20', pen.p.woodDark, 11),
    ),
  )
