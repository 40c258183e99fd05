import { hand, pinch } from '../hands.ts'
import { plant } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, sparkle, stroke } from '../shapes.ts'

/** A bride with closed eyes, and the brush that finishes her cheek. */
export const bride = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wall, pen.p.wallDark)) +
  circle(520, 360, 400, pen.glow('#fffaf0', 0.9)) +
  plant(pen, 120, 780, 1.5, pen.p.b) +
  path('M470 128Q190 220 150 800H420L470 300Z', '#fff', 'opacity=".6"') +
  path('M570 128Q850 220 890 800H620L570 300Z', '#fff', 'opacity=".6"') +
  path('M250 800Q270 660 430 630L470 600V520H570V600L610 630Q770 660 790 800Z', '#e2a878') +
  path('M470 560Q520 610 570 560V600Q520 650 470 600Z', '#c08355', 'opacity=".7"') +
  path('M262 760Q330 700 420 740Q520 800 620 740Q710 700 778 760L790 800H250Z', '#fffaf2') +
  faint(
    0.5,
    many(9, (i) => circle(300 + i * 55, 772 + (i % 2) * 10, 9, pen.p.wallDark)),
  ) +
  circle(520, 130, 62, '#4a2a22') +
  path('M380 340Q360 120 520 120T660 340Q672 430 636 470H404Q368 430 380 340Z', '#4a2a22') +
  path('M404 330Q404 190 520 190T636 330V400Q628 530 520 548Q412 530 404 400Z', '#e2a878') +
  path(
    'M396 350C390 190 450 160 520 160S650 190 644 350C640 290 590 240 536 226C480 240 404 290 396 350Z',
    '#4a2a22',
  ) +
  faint(0.4, stroke('M430 250q40-60 92-64M612 250q-30-50-70-64M410 290q10-30 30-50', '#8a5a48', 6)) +
  many(7, (i) =>
    at(
      400 + i * 40,
      182 - Math.round(54 * Math.sin(((i + 0.5) / 7) * 3.14)),
      many(5, (k) =>
        circle(13 * Math.cos(k * 1.256), 13 * Math.sin(k * 1.256), 11, i % 2 ? '#fff' : '#f8c9d2'),
      ) + circle(0, 0, 8, pen.p.c),
      i % 2 ? 0.9 : 1.1,
    ),
  ) +
  stroke('M438 352q26-18 54 0M548 352q26-18 54 0', '#4a2a22', 8) +
  path('M442 384q24 22 48 0q-24 8-48 0ZM552 384q24 22 48 0q-24 8-48 0Z', '#b5677a', 'opacity=".5"') +
  stroke('M440 388q26 20 52 0M550 388q26 20 52 0', '#2b1d2a', 7) +
  stroke('M444 396l-9 9M458 402l-5 11M596 396l9 9M582 402l5 11', '#2b1d2a', 4) +
  stroke('M520 396q-10 34 4 40', '#c08355', 5) +
  path('M484 474Q502 460 520 467Q538 460 556 474Q520 512 484 474Z', '#c2415f') +
  stroke('M488 475q32 8 64 0', '#8f2c46', 3) +
  oval(446, 442, 34, 24, '#e8637a', 'opacity=".38"') +
  oval(594, 442, 34, 24, '#e8637a', 'opacity=".38"') +
  circle(402, 452, 9, pen.p.paper) +
  circle(638, 452, 9, pen.p.paper) +
  at(
    760,
    520,
    pinch(
      hand(2, pen.p.b),
      at(
        0,
        0,
        stroke('M44 34L-96-50', pen.p.ink, 13) +
          stroke('M-60-28L-96-50', pen.p.c, 16) +
          path('M-90-66Q-150-104-176-86Q-172-52-104-40Z', '#f3a6b8') +
          path('M-150-92Q-172-96-176-86Q-174-70-152-58Z', '#e8637a', 'opacity=".6"'),
      ),
    ),
    1.1,
  ) +
  sparkle(800, 200, 26, '#fff') +
  sparkle(240, 300, 20, '#fff') +
  sparkle(860, 330, 14, '#fff')
