import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, sparkle, stroke } from '../shapes.ts'

/** One of five courses by candlelight. */
export const platedCourse = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down('#3a2438', '#231628')) +
  circle(240, 220, 420, pen.glow('#ffcf8a', 0.6)) +
  circle(1010, 180, 360, pen.glow('#ffcf8a', 0.5)) +
  many(12, (i) =>
    circle(60 + ((i * 311) % 1100), 60 + ((i * 131) % 240), 20 + ((i * 11) % 26), pen.p.c, 'opacity=".16"'),
  ) +
  path('M0 420Q600 370 1200 420V800H0Z', pen.down('#fffaf0', '#e9d8c0')) +
  faint(0.4, stroke('M0 700Q600 640 1200 700M0 760Q600 700 1200 760', '#cdb899', 5)) +
  oval(620, 624, 330, 118, pen.p.ink, 'opacity=".16"') +
  oval(610, 606, 330, 118, '#fff') +
  oval(610, 600, 250, 84, '#f1ece4') +
  path('M470 600Q520 540 640 552T770 600Q720 652 610 650T470 600Z', '#8cc06d') +
  path('M500 596Q540 556 640 564T744 598Q700 634 612 632T500 596Z', '#f1d9a0') +
  many(
    3,
    (i) =>
      path(`M${530 + i * 74} 590q6-70 44-76t40 60q-40 30-84 16Z`, i % 2 ? '#d9784a' : '#c8653a') +
      stroke(`M${544 + i * 74} 560q20-26 50-26`, '#f0b48c', 6),
  ) +
  many(7, (i) => circle(486 + i * 42, 646 - Math.round(22 * Math.sin(i)), 8, i % 2 ? '#a33a4c' : '#8cc06d')) +
  path('M620 520q-40-70-10-110q40 40 10 110ZM636 522q10-70 60-90q10 60-60 90Z', pen.p.leaf) +
  stroke('M420 560q-20 40 10 90M796 640q40-20 30-70', '#a33a4c', 9) +
  at(
    230,
    500,
    rect(-24, -170, 48, 180, '#fff6e4', 6) +
      path('M-24-160q10 40 0 90', 'none', 'stroke="#e3d3b6" stroke-width="8"') +
      stroke('M0-170V-190', pen.p.ink, 5) +
      circle(0, -214, 90, pen.glow('#ffdf90', 0.9)) +
      path('M0-256q26 36 0 62q-26-26 0-62Z', '#ffb347') +
      path('M0-228q12 18 0 32q-12-14 0-32Z', '#fff6d8') +
      oval(0, 10, 74, 18, pen.p.c),
  ) +
  at(
    990,
    520,
    path('M-70-260Q-84-120-14-96V0H14V-96Q84-120 70-260Z', '#fff', 'opacity=".35"') +
      path('M-74-200Q-70-120-10-104H10Q70-120 74-200Z', '#a33a4c') +
      oval(0, -200, 74, 14, '#c14f62') +
      oval(0, 4, 66, 15, '#fff', 'opacity=".5"') +
      path('M-56-240q-6 60 14 90', 'none', 'stroke="#fff" stroke-width="7" opacity=".6"'),
  ) +
  at(
    200,
    690,
    rect(-9, -110, 18, 200, '#c9ced9', 8) +
      many(4, (i) => rect(-21 + i * 12, -190, 6, 90, '#c9ced9', 3)) +
      path('M-21-110H21L9-80H-9Z', '#c9ced9'),
    1,
    8,
  ) +
  at(1050, 700, path('M-12 90V-70Q-16-190 12-200V90Q0 100-12 90Z', '#c9ced9'), 1, -8) +
  sparkle(760, 440, 18, '#fff')
