import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, stroke } from '../shapes.ts'

/** Soaps and jars arranged in a light tent, with the back of the camera in front. */
export const lightTent = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wall, pen.p.wallDark)) +
  rect(0, 620, 1200, 180, pen.down(pen.p.wood, pen.p.woodDark)) +
  shadow(600, 690, 440, 24, 0.25) +
  polygon(
    [
      [170, 90],
      [1030, 90],
      [1030, 680],
      [170, 680],
    ],
    '#fff',
  ) +
  polygon(
    [
      [170, 90],
      [1030, 90],
      [900, 190],
      [300, 190],
    ],
    '#eef3f5',
  ) +
  polygon(
    [
      [170, 90],
      [300, 190],
      [300, 540],
      [170, 680],
    ],
    '#dfe8ec',
  ) +
  polygon(
    [
      [1030, 90],
      [900, 190],
      [900, 540],
      [1030, 680],
    ],
    '#dfe8ec',
  ) +
  path('M300 190H900V540L1030 680H170L300 540Z', pen.down('#fdf3e3', '#f4dcbf')) +
  circle(600, 330, 320, pen.glow('#fff', 0.9)) +
  many(2, (s) =>
    at(
      s ? 1090 : 110,
      300,
      rect(-56, -120, 112, 240, '#fff7dc', 10) +
        rect(-66, -130, 132, 16, pen.p.ink, 6) +
        rect(-66, 114, 132, 16, pen.p.ink, 6) +
        circle(0, 0, 170, pen.glow('#fff1c0', 0.7)) +
        stroke('M0 130V480M0 470L-50 496M0 470L50 496', pen.p.ink, 11),
    ),
  ) +
  oval(600, 590, 290, 44, pen.p.paper) +
  oval(600, 578, 290, 44, '#fff') +
  at(
    450,
    580,
    shadow(0, 0, 90, 10) +
      rect(-84, -54, 168, 54, '#a8c9a0', 14) +
      rect(-84, -54, 168, 18, '#fff', 10, 'opacity=".35"') +
      rect(-72, -106, 150, 52, '#f3c0b0', 14) +
      rect(-72, -106, 150, 16, '#fff', 10, 'opacity=".35"') +
      faint(
        0.6,
        many(7, (i) => circle(-56 + i * 20, -78 + ((i * 13) % 16), 4, pen.p.a)),
      ) +
      stroke('M-10-106V0', pen.p.wood, 6) +
      path('M-10-106q-34-26-40-4t40 4q34-26 40-4t-40 4Z', pen.p.wood),
  ) +
  at(
    640,
    586,
    shadow(0, 0, 70, 9) +
      rect(-56, -190, 112, 190, '#c98a3e', 20) +
      rect(-46, -180, 18, 166, '#fff', 9, 'opacity=".3"') +
      rect(-40, -130, 80, 90, pen.p.paper, 6) +
      path('M0-116Q-30-80 0-56Q30-80 0-116Z', pen.p.leaf) +
      rect(-30, -218, 60, 32, pen.p.ink, 6) +
      rect(-8, -252, 16, 36, pen.p.ink) +
      rect(-46, -262, 60, 16, pen.p.ink, 6),
  ) +
  at(
    770,
    586,
    shadow(0, 0, 60, 8) +
      rect(-50, -110, 100, 110, '#fff', 14) +
      rect(-50, -110, 100, 110, pen.p.b, 14, 'opacity=".85"') +
      rect(-54, -132, 108, 30, pen.p.wood, 8) +
      rect(-34, -82, 68, 50, pen.p.paper, 5) +
      stroke('M-20-66H20M-14-50H14', pen.p.ink, 4),
  ) +
  stroke('M360 580Q330 480 350 420M356 500Q320 470 300 470M352 460Q390 430 400 400', pen.p.leafDark, 6) +
  many(6, (i) =>
    oval(
      [350, 302, 402, 334, 376, 318][i] ?? 0,
      [414, 468, 396, 450, 440, 492][i] ?? 0,
      20,
      10,
      i % 2 ? pen.p.leaf : pen.p.leafDark,
      `transform="rotate(${i * 50 - 60} ${[350, 302, 402, 334, 376, 318][i]} ${[414, 468, 396, 450, 440, 492][i]})"`,
    ),
  ) +
  at(
    600,
    800,
    rect(-150, -170, 300, 180, pen.p.ink, 24) +
      rect(-60, -204, 120, 44, pen.p.ink, 12) +
      rect(-120, -146, 190, 130, '#dfe8ec', 8) +
      rect(-116, -142, 182, 122, pen.down('#fdf3e3', '#f4dcbf'), 6) +
      rect(-64, -80, 40, 26, '#a8c9a0', 5) +
      rect(-10, -106, 26, 56, '#c98a3e', 6) +
      rect(26, -84, 24, 32, pen.p.b, 5) +
      circle(108, -120, 16, pen.p.a) +
      circle(108, -70, 20, '#4f5770') +
      circle(108, -24, 12, '#4f5770'),
  )
