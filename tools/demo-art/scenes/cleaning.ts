import { mug, plant, room, rug, shelf, windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, path, polygon, rect, shadow, sparkle, stroke } from '../shapes.ts'
import { bucket, sprayBottle } from './cleaning-kit.ts'

export const cleaning = (pen: Pen) =>
  room(pen, 600) +
  windowView(pen, 380, 70, 440, 400) +
  sparkle(450, 150, 46, '#fff') +
  sparkle(760, 390, 34, '#fff') +
  sparkle(720, 130, 22, '#fff') +
  sparkle(500, 380, 20, '#fff') +
  shelf(pen, 910, 300, 240) +
  plant(pen, 130, 640, 1.2, pen.p.c) +
  stroke('M1010 690L900 130', pen.p.wood, 15) +
  path('M950 640q60-40 116 0l26 84H926Z', pen.p.c) +
  faint(
    0.3,
    many(7, (i) => stroke(`M${962 + i * 16} 650l${(i - 3) * 5} 70`, pen.p.ink, 4)),
  ) +
  path('M964 610h92l10 40H954Z', pen.p.b) +
  at(560, 730, bucket(pen, pen.p.a), 1.15) +
  at(770, 726, sprayBottle(pen, pen.p.b), 1.05) +
  at(
    330,
    736,
    shadow(0, 0, 84) +
      rect(-80, -60, 160, 60, pen.p.c, 14) +
      rect(-80, -60, 160, 20, pen.p.leaf, 10) +
      many(7, (i) => circle(-60 + i * 20, -20 - (i % 2) * 12, 4, pen.p.ink, 'opacity=".18"')),
  ) +
  path('M600 560q60-30 104 0l12 66q-30-14-50 4-30-22-66-2Z', pen.p.paper) +
  stroke('M616 570q40-12 80 0', pen.p.b, 5) +
  many(8, () =>
    circle(pen.between(440, 900), pen.between(430, 560), pen.between(6, 15), '#fff', 'opacity=".55"'),
  )

export const laundry = (pen: Pen) =>
  room(pen, 610, false) +
  faint(
    0.5,
    many(6, (r) =>
      many(10, (c) =>
        rect(c * 124 + (r % 2) * 62 - 60, 610 + r * 34, 118, 31, pen.p.paper, 0, 'opacity=".3"'),
      ),
    ),
  ) +
  windowView(pen, 830, 80, 230, 220, false) +
  rect(80, 250, 520, 16, pen.p.wood, 4) +
  many(
    3,
    (i) =>
      rect(110 + i * 10, 222 - i * 30, 170 - i * 20, 28, [pen.p.a, pen.p.paper, pen.p.b][i] ?? pen.p.a, 10) +
      stroke(`M${120 + i * 10} ${238 - i * 30}h90`, pen.p.ink, 2, 'opacity=".2"'),
  ) +
  at(400, 250, sprayBottle(pen, pen.p.leaf), 0.6) +
  at(
    490,
    250,
    rect(-40, -90, 80, 90, pen.p.b, 8) + rect(-40, -66, 80, 36, pen.p.paper) + circle(0, -48, 12, pen.p.c),
  ) +
  shadow(330, 712, 230, 22) +
  rect(130, 330, 400, 380, pen.down('#fff', pen.p.wallDark), 16) +
  rect(130, 330, 400, 70, pen.p.paper, 16) +
  rect(130, 396, 400, 5, pen.p.ink, 0, 'opacity=".15"') +
  rect(160, 350, 90, 30, pen.p.wallDark, 6) +
  circle(400, 365, 18, pen.p.b) +
  circle(450, 365, 10, pen.p.a) +
  circle(482, 365, 10, pen.p.c) +
  circle(330, 555, 134, pen.p.wallDark) +
  circle(330, 555, 118, pen.p.ink) +
  circle(330, 555, 104, pen.down('#a9dbe8', '#3d87a6')) +
  pen.within(
    circle(330, 555, 104, '#000'),
    path('M220 590Q280 520 340 570T450 540V670H220Z', pen.p.a) +
      path('M220 620Q300 560 360 610T450 600V670H220Z', pen.p.c) +
      path('M260 660Q300 590 380 640Z', pen.p.paper) +
      many(12, () =>
        circle(pen.between(240, 420), pen.between(480, 600), pen.between(6, 16), '#fff', 'opacity=".7"'),
      ),
  ) +
  path('M262 490Q300 450 356 462Q300 480 276 530Z', '#fff', 'opacity=".5"') +
  shadow(830, 724, 190, 20) +
  path('M660 520H1000L970 700Q966 720 946 720H714Q694 720 690 700Z', pen.p.wood) +
  faint(
    0.35,
    many(6, (i) => stroke(`M${668 + i * 5} ${546 + i * 30}H${992 - i * 5}`, pen.p.woodDark, 8)) +
      many(11, (i) => stroke(`M${690 + i * 28} 524L${712 + i * 23} 716`, pen.p.paper, 5)),
  ) +
  rect(646, 504, 368, 30, pen.p.woodDark, 15) +
  path('M680 506Q690 430 770 450Q800 390 870 430Q960 400 986 506Z', pen.p.paper) +
  path('M680 506Q700 440 770 452Q760 490 800 506Z', pen.p.a) +
  path('M860 506Q850 440 900 424Q960 420 986 506Z', pen.p.b) +
  stroke('M790 440q-10 40 10 60M720 470q10 20 4 36M920 440q-16 30-4 64', pen.p.ink, 4, 'opacity=".18"') +
  path('M900 510l-40 90q40 20 70-6l14-80Z', pen.p.c) +
  plant(pen, 1120, 660, 1.25, pen.p.a) +
  many(9, () =>
    circle(pen.between(380, 760), pen.between(290, 480), pen.between(7, 20), '#fff', `opacity=".45"`),
  ) +
  sparkle(560, 320, 24, '#fff') +
  sparkle(1010, 440, 22, '#fff')

export const tidyRoom = (pen: Pen) =>
  room(pen, 580) +
  windowView(pen, 120, 90, 300, 290) +
  shelf(pen, 820, 210, 300) +
  rug(pen, 600, 690, 440, 80) +
  stroke('M560 0V90', pen.p.ink, 4) +
  circle(560, 130, 190, pen.glow('#ffe2a0', 0.5)) +
  path('M490 140Q500 84 560 84T630 140Z', pen.p.c) +
  path('M470 400Q470 350 520 350H940Q990 350 990 400V620H470Z', pen.p.b) +
  rect(470, 350, 520, 40, '#fff', 20, 'opacity=".12"') +
  rect(500, 500, 230, 76, pen.p.b, 18) +
  rect(500, 500, 230, 76, '#fff', 18, 'opacity=".16"') +
  rect(736, 500, 226, 76, pen.p.b, 18) +
  rect(736, 500, 226, 76, '#fff', 18, 'opacity=".12"') +
  path('M434 480q0-36 40-36t40 36v170h-80ZM946 480q0-36 40-36t40 36v170h-80Z', pen.p.b) +
  path('M434 600h592v50H434Z', pen.p.ink, 'opacity=".18"') +
  rect(460, 648, 20, 36, pen.p.woodDark) +
  rect(980, 648, 20, 36, pen.p.woodDark) +
  rect(540, 426, 110, 90, pen.p.a, 20) +
  faint(
    0.5,
    many(4, (i) => stroke(`M${556 + i * 26} 434v74`, pen.p.paper, 5)),
  ) +
  path('M830 512l30-100 96 26-20 84Z', pen.p.c) +
  polygon(
    [
      [330, 640],
      [620, 640],
      [660, 664],
      [290, 664],
    ],
    pen.p.wood,
  ) +
  rect(290, 664, 370, 12, pen.p.woodDark) +
  stroke('M320 676V748M630 676V748', pen.p.woodDark, 14) +
  at(400, 650, mug(pen, 0, 0, pen.p.a, 0.6)) +
  rect(480, 632, 110, 14, pen.p.paper, 3) +
  rect(490, 620, 90, 12, pen.p.c, 3) +
  plant(pen, 1130, 650, 1.35, pen.p.c) +
  at(180, 730, bucket(pen, pen.p.a), 0.75) +
  at(300, 740, sprayBottle(pen, pen.p.leaf), 0.7) +
  sparkle(700, 300, 34, '#fff') +
  sparkle(1020, 460, 24, '#fff') +
  sparkle(450, 310, 22, '#fff') +
  sparkle(760, 716, 20, '#fff')
