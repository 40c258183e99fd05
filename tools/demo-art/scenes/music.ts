import { bookStack, frame, mug, pendant, plant, room, rug, windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, shadow, sparkle, stroke } from '../shapes.ts'
import { guitarBody, note, sheet } from './instruments.ts'

export const piano = (pen: Pen) =>
  room(pen, 620) +
  windowView(pen, 90, 90, 220, 260) +
  frame(pen, 900, 80, 170, 200) +
  frame(pen, 760, 110, 110, 130, 1) +
  rug(pen, 600, 716, 520, 66) +
  shadow(600, 712, 380, 20, 0.25) +
  rect(300, 280, 600, 420, pen.down(pen.p.ink, pen.p.ink), 10) +
  rect(284, 262, 632, 26, pen.p.ink, 6) +
  rect(300, 288, 600, 8, '#fff', 0, 'opacity=".12"') +
  rect(326, 306, 548, 130, '#fff', 8, 'opacity=".06"') +
  at(480, 304, sheet(pen, 116, 130)) +
  at(602, 304, sheet(pen, 116, 130)) +
  rect(462, 432, 276, 12, pen.p.wood, 4) +
  rect(272, 452, 656, 30, pen.p.ink, 6) +
  rect(290, 470, 620, 58, pen.p.paper) +
  many(27, (i) => rect(290 + i * 23, 470, 2, 58, pen.p.ink, 0, 'opacity=".5"')) +
  many(26, (i) => ([2, 6].includes(i % 7) ? '' : rect(305 + i * 23, 470, 14, 34, pen.p.ink, 2))) +
  rect(272, 524, 656, 24, '#3d3f5c', 5) +
  path('M284 548h30l-8 152h-22ZM916 548h-30l8 152h22Z', '#3d3f5c') +
  stroke('M560 690v-20M600 690v-20M640 690v-20', pen.p.c, 9) +
  at(380, 262, plant(pen, 0, 0, 0.75, pen.p.a)) +
  bookStack(pen, 800, 262, 3, 0.55) +
  rect(690, 210, 12, 52, pen.p.paper) +
  path('M696 186q14 16 0 28-14-12 0-28Z', pen.p.c) +
  circle(696, 200, 60, pen.glow('#ffe2a0', 0.7)) +
  shadow(600, 772, 170, 12) +
  rect(450, 640, 300, 40, pen.p.a, 14) +
  rect(450, 664, 300, 16, pen.p.ink, 8, 'opacity=".18"') +
  stroke('M480 680L470 768M720 680L730 768', pen.p.woodDark, 14) +
  plant(pen, 1080, 680, 1.5, pen.p.c) +
  note(1010, 380, pen.p.a, 0.9, 12) +
  note(220, 480, pen.p.b, 0.75, -10) +
  sparkle(960, 460, 14, pen.p.c)

export const guitar = (pen: Pen) =>
  room(pen, 610) +
  windowView(pen, 800, 80, 260, 290) +
  frame(pen, 120, 90, 150, 190, 1) +
  frame(pen, 300, 130, 120, 120) +
  rug(pen, 560, 706, 480, 74) +
  pendant(pen, 560, 60, pen.p.b) +
  rect(150, 470, 250, 200, pen.p.ink, 14) +
  rect(168, 520, 214, 132, '#4a4c68', 8) +
  faint(
    0.4,
    many(10, (i) => stroke(`M${180 + i * 21} 526V646`, pen.p.ink, 5)),
  ) +
  many(5, (i) => circle(190 + i * 34, 494, 9, i === 4 ? pen.p.a : pen.p.c)) +
  at(270, 470, mug(pen, 0, 0, pen.p.c, 0.7)) +
  shadow(600, 706, 150, 14, 0.25) +
  stroke('M600 690L530 716M600 690L680 716', pen.p.ink, 12) +
  at(600, 560, guitarBody(pen, '#d9934e'), 0.98, 7) +
  at(
    860,
    700,
    shadow(0, 0, 80) +
      path('M-84-150H84L66-138H-66Z', pen.p.ink) +
      stroke('M-70-138L-50 0M70-138L50 0M-60-70H60', pen.p.ink, 11) +
      rect(-96, -172, 192, 30, pen.p.a, 14),
  ) +
  at(800, 524, '') +
  at(
    1010,
    690,
    stroke('M0 0V-220M0 0L-50 20M0 0L50 20', pen.p.ink, 8) +
      `<g transform="translate(-84 -400) rotate(3)">${rect(-8, -8, 190, 200, pen.p.ink, 6)}${sheet(pen, 174, 178)}</g>`,
  ) +
  note(450, 330, pen.p.a, 0.8, -8) +
  note(720, 300, pen.p.b, 0.6, 12) +
  plant(pen, 90, 700, 1.1, pen.p.c)

export const drums = (pen: Pen) =>
  room(pen, 600) +
  frame(pen, 110, 90, 160, 210) +
  frame(pen, 930, 100, 160, 160, 1) +
  pendant(pen, 600, 40, pen.p.c) +
  rug(pen, 600, 700, 500, 80) +
  stroke('M330 690L300 320M870 690L900 300', '#9aa0b5', 8) +
  stroke('M330 690L290 720M330 690L372 716M870 690L830 716M870 690L912 720', '#9aa0b5', 8) +
  at(300, 316, oval(0, 0, 130, 18, pen.p.c) + oval(0, -4, 44, 7, pen.p.woodDark, 'opacity=".35"'), 1, -12) +
  at(900, 296, oval(0, 0, 140, 18, pen.p.c) + oval(0, -4, 44, 7, pen.p.woodDark, 'opacity=".35"'), 1, 12) +
  at(
    490,
    420,
    rect(-90, -70, 180, 120, pen.p.a, 10) +
      oval(0, -70, 90, 26, pen.p.paper) +
      many(4, (i) => rect(-80 + i * 50, -50, 8, 90, '#dfe2ee', 3)),
    1,
    -5,
  ) +
  at(
    715,
    420,
    rect(-90, -70, 180, 120, pen.p.a, 10) +
      oval(0, -70, 90, 26, pen.p.paper) +
      many(4, (i) => rect(-80 + i * 50, -50, 8, 90, '#dfe2ee', 3)),
    1,
    5,
  ) +
  shadow(600, 722, 250, 20, 0.25) +
  circle(600, 570, 160, pen.p.a) +
  circle(600, 570, 148, '#dfe2ee') +
  circle(600, 570, 136, pen.p.paper) +
  path('M500 640Q600 720 690 650Q640 690 500 640Z', pen.p.ink, 'opacity=".1"') +
  sparkle(600, 570, 74, pen.p.c) +
  circle(600, 570, 26, pen.p.b) +
  at(
    360,
    590,
    rect(-104, -50, 208, 76, pen.p.b, 10) +
      oval(0, -50, 104, 26, pen.p.paper) +
      stroke('M-60 30L-80 120M60 30L80 120', '#9aa0b5', 9) +
      many(4, (i) => rect(-90 + i * 58, -34, 8, 56, '#dfe2ee', 3)),
  ) +
  at(
    850,
    580,
    rect(-110, -60, 220, 140, pen.p.a, 12) +
      oval(0, -60, 110, 28, pen.p.paper) +
      stroke('M-70 84L-80 130M70 84L80 130', '#9aa0b5', 9) +
      many(4, (i) => rect(-96 + i * 62, -40, 8, 110, '#dfe2ee', 3)),
  ) +
  stroke('M300 500L430 548M440 492L318 552', '#e6b877', 11) +
  plant(pen, 1110, 700, 1.2, pen.p.b)
