import { fist, fromAbove, hand } from '../hands.ts'
import { plant } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, stroke } from '../shapes.ts'

const clipper = (pen: Pen) =>
  path('M-34-40Q-38-96-26-120H26Q38-96 34-40L40 150Q0 176-40 150Z', pen.p.ink) +
  path('M-24-120H24L30-150H-30Z', '#c3c8d6') +
  many(7, (i) => rect(-29 + i * 8.6, -166, 5, 18, '#aab0c4')) +
  rect(-14, 96, 28, 34, pen.p.a, 10)

/** The back of a customer's head, and the clipper that fades the neck. */
export const fade = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wall, pen.p.wallDark)) +
  circle(880, 250, 330, pen.glow('#fff3d8', 0.8)) +
  rect(760, 40, 360, 360, pen.p.woodDark, 180) +
  pen.within(
    circle(940, 220, 162, '#000'),
    rect(760, 40, 360, 360, pen.down('#eef7f7', '#b5d6da')) +
      path('M820 40h80L760 400v-150ZM960 40h40L840 400h-60Z', '#fff', 'opacity=".55"'),
  ) +
  plant(pen, 1090, 780, 1.3, pen.p.c) +
  path('M150 800Q170 640 330 610Q420 590 430 520H590Q600 590 700 612Q850 640 870 800Z', pen.p.b) +
  faint(
    0.35,
    many(7, (i) => stroke(`M${250 + i * 84} 640Q${236 + i * 88} 720 ${232 + i * 92} 800`, '#fff', 4)),
  ) +
  path('M420 380H600V590Q510 660 420 590Z', '#c98a5e') +
  path('M420 520Q510 590 600 520V590Q510 660 420 590Z', pen.p.ink, 'opacity=".14"') +
  path('M396 616Q510 690 626 614L640 650Q510 740 382 652Z', pen.p.paper) +
  oval(352, 330, 34, 56, '#c98a5e') +
  oval(668, 330, 34, 56, '#c98a5e') +
  stroke('M350 300q-16 26 0 56M670 300q16 26 0 56', '#a5693f', 6) +
  path('M360 300Q350 120 510 116T660 300Q664 440 600 500H420Q356 440 360 300Z', '#c98a5e') +
  path('M358 310Q340 96 510 92T662 310Q664 370 646 410Q580 372 510 372T374 410Q356 370 358 310Z', '#2b1d2a') +
  faint(
    0.55,
    path(
      'M364 372Q440 350 510 350T656 372Q660 420 626 462Q570 430 510 430T394 462Q362 420 364 372Z',
      '#2b1d2a',
    ),
  ) +
  faint(
    0.22,
    path(
      'M380 430Q450 408 510 408T640 430Q630 480 600 504Q560 490 510 490T420 504Q390 480 380 430Z',
      '#2b1d2a',
    ),
  ) +
  faint(
    0.35,
    many(9, (i) => stroke(`M${408 + i * 26} 140q${-20 + i * 5} 60 ${-18 + i * 4} 130`, '#5a4558', 6)),
  ) +
  at(666, 470, fist(hand(0, pen.p.a), at(0, 0, clipper(pen), 1)), 1.12, -30) +
  at(300, 232, `<g transform="rotate(100)">${fromAbove(hand(0, pen.p.a))}</g>`, 0.95) +
  many(14, () =>
    stroke(
      `M${Math.round(pen.between(470, 700))} ${Math.round(pen.between(560, 730))}q6-4 12 2`,
      '#2b1d2a',
      4,
      'opacity=".6"',
    ),
  )
