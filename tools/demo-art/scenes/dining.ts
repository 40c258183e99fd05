import { frame, windowView } from '../indoors.ts'
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
