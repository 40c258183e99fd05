import { bookStack, mug, rug } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, stroke } from '../shapes.ts'

/** A child asleep, the book closed, the night in the window. */
export const bedtime = (pen: Pen) =>
  rect(0, 0, 1200, 640, pen.down(pen.p.wall, pen.p.wallDark)) +
  many(16, (i) =>
    path(
      'M0-12l3 8 9 1-7 6 2 9-7-5-7 5 2-9-7-6 9-1Z',
      pen.p.c,
      `opacity=".35" transform="translate(${60 + ((i * 211) % 1080)} ${40 + ((i * 97) % 300)})"`,
    ),
  ) +
  rect(0, 620, 1200, 180, pen.down(pen.p.floor, pen.p.floorDark)) +
  rect(484, 64, 272, 292, pen.p.paper, 8) +
  pen.within(
    rect(500, 80, 240, 260, '#000'),
    rect(500, 80, 240, 260, pen.down('#141d3f', '#4a548f')) +
      circle(660, 160, 90, pen.glow('#fff1c9', 0.8)) +
      path('M672 120A42 42 0 1 0 702 172A34 34 0 1 1 672 120Z', '#fff1c9') +
      many(12, () => circle(pen.between(510, 730), pen.between(90, 320), 2.5, '#fff')) +
      path('M500 300Q570 250 640 296T740 286V340H500Z', '#1d264b'),
  ) +
  rect(614, 80, 12, 260, pen.p.paper) +
  rect(500, 200, 240, 10, pen.p.paper) +
  path(
    'M430 40H520Q520 260 440 380H410Q440 200 430 40ZM810 40H720Q720 260 800 380H830Q800 200 810 40Z',
    pen.p.a,
  ) +
  rect(400, 30, 440, 12, pen.p.woodDark, 6) +
  circle(1010, 330, 300, pen.glow('#ffdf90', 0.7)) +
  rect(900, 470, 230, 190, pen.p.wood, 8) +
  rect(916, 500, 198, 60, pen.p.woodDark, 6, 'opacity=".5"') +
  circle(1015, 530, 8, pen.p.c) +
  stroke('M1040 470V380', pen.p.ink, 10) +
  path('M970 390L1000 280H1080L1110 390Z', pen.p.c) +
  at(950, 472, bookStack(pen, 0, 0, 2, 0.42)) +
  rect(40, 300, 60, 420, pen.p.wood, 20) +
  rect(60, 330, 140, 250, pen.p.wood, 30) +
  rect(780, 460, 50, 260, pen.p.wood, 18) +
  rect(60, 560, 760, 120, pen.p.wood, 8) +
  path('M90 470Q90 430 160 426H330Q400 430 400 476V560H90Z', '#fff') +
  path('M90 520Q240 560 400 510V560H90Z', pen.p.ink, 'opacity=".08"') +
  path('M170 470Q150 380 240 372T334 466Q330 500 300 510H200Q170 500 170 470Z', '#3a2418') +
  oval(252, 460, 62, 58, '#c98a5e') +
  path('M190 446Q190 390 252 392T314 446Q290 420 250 424T190 446Z', '#3a2418') +
  stroke('M222 462q12 10 24 0M266 462q12 10 24 0', '#3a2418', 5) +
  stroke('M244 490q10 8 20 0', '#8f4a34', 4) +
  circle(214, 482, 11, pen.p.a, 'opacity=".35"') +
  circle(296, 482, 11, pen.p.a, 'opacity=".35"') +
  path('M96 530Q240 500 400 524T790 510V690H96Z', pen.p.b) +
  path('M96 530Q240 500 400 524T790 510V550Q560 540 400 562T96 566Z', pen.p.paper) +
  faint(
    0.5,
    many(14, (i) =>
      path(
        'M0-16l5 11 12 1-9 8 3 12-11-6-11 6 3-12-9-8 12-1Z',
        pen.p.c,
        `transform="translate(${150 + (i % 7) * 96} ${600 + Math.floor(i / 7) * 52})"`,
      ),
    ),
  ) +
  at(
    420,
    520,
    circle(-34, -52, 15, '#b9713f') +
      circle(34, -52, 15, '#b9713f') +
      circle(0, -30, 44, '#b9713f') +
      oval(0, -16, 20, 15, '#efd0a4') +
      circle(-15, -38, 4, '#2b1d2a') +
      circle(15, -38, 4, '#2b1d2a') +
      oval(0, -22, 7, 5, '#2b1d2a') +
      path('M-50 30Q-40-2 0 2T50 30Z', '#b9713f'),
  ) +
  at(
    560,
    520,
    path('M0 0Q-60-30-120-6V-2Q-60-22 0 8Q60-22 120-2V-6Q60-30 0 0Z', pen.p.a) +
      path('M0 0Q-60-34-116-12L-110-40Q-60-60 0-26Q60-60 110-40L116-12Q60-34 0 0Z', '#fff') +
      stroke('M0-26V2M-90-34q40-10 74 8M90-34q-40-10-74 8', pen.p.ink, 3, 'opacity=".4"'),
    0.9,
    -4,
  ) +
  stroke('M340 400h24l-24 28h24M384 340h18l-18 22h18', pen.p.paper, 6, 'opacity=".8"') +
  rug(pen, 560, 760, 360, 40) +
  at(930, 770, mug(pen, 0, 0, pen.p.a, 0.7))
