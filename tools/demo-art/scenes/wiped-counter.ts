import { fromAbove, glove } from '../hands.ts'
import { plant } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, shadow, sparkle, stroke } from '../shapes.ts'
import { sprayBottle } from './cleaning-kit.ts'

/** A gloved hand wipes a kitchen counter: dull on one side, shining on the other. */
export const wipedCounter = (pen: Pen) =>
  rect(0, 0, 1200, 330, pen.down(pen.p.wall, pen.p.wallDark)) +
  faint(
    0.5,
    many(4, (r) => many(12, (c) => rect(c * 104 - (r % 2) * 52, 10 + r * 80, 98, 74, pen.p.paper, 6))),
  ) +
  rect(0, 320, 1200, 16, pen.p.ink, 0, 'opacity=".2"') +
  rect(0, 330, 1200, 470, pen.down('#f5efe6', '#ddd3c6')) +
  faint(0.3, path('M0 330H520L360 800H0Z', pen.p.woodDark)) +
  faint(
    0.5,
    many(30, () => circle(pen.between(20, 400), pen.between(360, 780), pen.between(3, 9), pen.p.woodDark)),
  ) +
  stroke('M80 520q60-40 120 0t120 0', pen.p.woodDark, 7, 'opacity=".35"') +
  oval(180, 660, 56, 20, 'none', `stroke="${pen.p.woodDark}" stroke-width="8" opacity=".35"`) +
  path('M560 336L430 800H1120L1200 640V336Z', '#fff', 'opacity=".5"') +
  faint(0.7, stroke('M700 420L640 620M780 400L700 690', '#fff', 14)) +
  at(150, 350, sprayBottle(pen, pen.p.b), 1.15) +
  at(1050, 350, plant(pen, 0, 0, 1, pen.p.c)) +
  at(
    880,
    344,
    shadow(0, 0, 80) +
      path('M-70-70H70Q70 0 24 0H-24Q-70 0-70-70Z', pen.p.a) +
      circle(-30, -84, 30, '#f6bd45') +
      circle(26, -84, 30, '#8cc06d') +
      circle(0, -104, 28, '#d9453a'),
  ) +
  path('M330 560Q300 490 380 470L600 460Q660 470 650 540L636 620Q560 660 460 640Q350 640 330 560Z', pen.p.c) +
  path(
    'M330 560Q350 600 450 606T640 590L636 620Q560 660 460 640Q350 640 330 560Z',
    pen.p.ink,
    'opacity=".13"',
  ) +
  faint(0.4, stroke('M372 500L600 488M366 530L630 516', '#fff', 6)) +
  at(520, 590, fromAbove(glove('#f3a6b8', '#c9708a', pen.p.b)), 1.3, -38) +
  many(11, (i) =>
    circle(300 + ((i * 97) % 180), 440 + ((i * 53) % 130), 8 + ((i * 7) % 14), '#fff', 'opacity=".8"'),
  ) +
  sparkle(760, 540, 40, '#fff') +
  sparkle(900, 470, 26, '#fff') +
  sparkle(980, 640, 32, '#fff') +
  sparkle(660, 400, 20, '#fff')
