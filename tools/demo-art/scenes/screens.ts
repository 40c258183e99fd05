import { bookStack, frame, mug, pendant, plant, room, rug, shelf, tabletop, windowView } from '../indoors.ts'
import { hill, sky, tree } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, sparkle, stroke } from '../shapes.ts'

const camera = (pen: Pen) =>
  rect(-130, -90, 260, 170, pen.p.ink, 20) +
  rect(-60, -124, 120, 50, pen.p.ink, 12) +
  rect(-130, -50, 260, 60, pen.p.a, 0, 'opacity=".95"') +
  circle(0, 0, 78, '#3d4160') +
  circle(0, 0, 62, '#14172c') +
  circle(0, 0, 44, pen.down('#5fb7d4', '#22305e')) +
  circle(-16, -18, 14, '#fff', 'opacity=".8"') +
  circle(18, 16, 7, '#fff', 'opacity=".5"') +
  rect(74, -80, 40, 22, '#fff3c0', 6) +
  rect(-112, -106, 46, 18, '#6d7387', 6) +
  circle(-90, 54, 7, '#e8453c')

export const cameraTripod = (pen: Pen) =>
  sky(pen, 820, 260, 80) +
  path('M0 500L180 330L320 450L520 270L700 460L860 350L1010 450L1200 330V640H0Z', pen.p.far) +
  path('M520 270L600 355L560 380L520 340L480 380L450 336Z', '#fff', 'opacity=".6"') +
  hill(540, 40, pen.p.mid) +
  rect(0, 560, 1200, 80, pen.down(pen.p.sun, pen.p.far), 0, 'opacity=".8"') +
  faint(
    0.6,
    many(10, (i) => stroke(`M${760 - i * 12 + ((i * 37) % 40)} ${572 + i * 7}h${100 + i * 10}`, '#fff', 3)),
  ) +
  path('M0 620Q300 590 600 640T1200 620V800H0Z', pen.p.near) +
  tree(pen, 1080, 650, 1.1) +
  tree(pen, 960, 630, 0.6) +
  shadow(440, 770, 200, 16, 0.3) +
  stroke('M440 470L310 766M440 470L580 766M440 470V774', pen.p.ink, 17) +
  stroke('M372 620H510', pen.p.ink, 9) +
  stroke('M356 660l-20 46M524 660l20 46', '#8b91a5', 20) +
  rect(410, 436, 60, 44, '#6d7387', 8) +
  rect(380, 416, 120, 24, pen.p.ink, 8) +
  at(440, 330, camera(pen), 1.15) +
  stroke('M300 290Q240 400 330 470', pen.p.woodDark, 13) +
  at(
    760,
    770,
    shadow(0, 0, 120) +
      rect(-110, -120, 220, 120, pen.p.b, 24) +
      rect(-110, -120, 220, 50, pen.p.ink, 24, 'opacity=".25"') +
      rect(-70, -60, 140, 44, pen.p.c, 10) +
      stroke('M-40-120Q0-170 40-120', pen.p.ink, 12) +
      rect(-12, -84, 24, 24, pen.p.paper, 4),
  ) +
  faint(0.6, stroke('M620 180q16-18 32 0q14-18 32 0M700 130q12-14 24 0q12-14 24 0', pen.p.ink, 4)) +
  many(16, (i) => stroke(`M${20 + i * 78} 790q${i % 2 ? 8 : -8}-30 ${i % 2 ? -4 : 6}-46`, pen.p.leafDark, 6))

export const studio = (pen: Pen) =>
  room(pen, 590) +
  path('M360 40H840V560Q840 660 960 720H240Q360 660 360 560Z', pen.down(pen.p.paper, pen.p.wallDark)) +
  rect(330, 26, 540, 22, pen.p.woodDark, 8) +
  faint(0.14, stroke('M440 50V560M560 50V600M680 50V600M780 50V560', pen.p.ink, 5)) +
  circle(220, 230, 260, pen.glow('#fff3d0', 0.7)) +
  stroke('M190 240V730M190 700L130 744M190 700L250 744', pen.p.ink, 11) +
  polygon(
    [
      [120, 120],
      [300, 190],
      [270, 350],
      [90, 280],
    ],
    pen.p.ink,
  ) +
  polygon(
    [
      [134, 138],
      [286, 198],
      [260, 330],
      [108, 272],
    ],
    '#fff6dc',
  ) +
  stroke('M1010 220V730M1010 700L950 744M1010 700L1070 744', pen.p.ink, 11) +
  path('M900 240Q960 110 1110 150L960 300Z', '#fff') +
  stroke('M960 300L1060 150M930 220L1000 210', pen.p.ink, 4, 'opacity=".4"') +
  circle(1000, 220, 190, pen.glow('#fff3d0', 0.5)) +
  shadow(600, 690, 170, 16, 0.2) +
  rect(500, 520, 200, 26, pen.p.wood, 6) +
  stroke('M526 546L500 688M674 546L700 688M516 620H684', pen.p.woodDark, 14) +
  at(
    560,
    520,
    path('M-46-120Q-70-60-50 0H50Q70-60 46-120Q30-140 30-170H-30Q-30-140-46-120Z', pen.p.a) +
      path('M20-120Q40-60 30 0H50Q70-60 46-120Z', pen.p.ink, 'opacity=".16"') +
      many(
        6,
        (i) =>
          stroke(`M0-170Q${-60 + i * 24}-220 ${-80 + i * 32}-${260 + ((i * 31) % 60)}`, pen.p.leafDark, 5) +
          circle(-80 + i * 32, -266 - ((i * 31) % 60), 20, i % 2 ? pen.p.c : '#f3a6b8') +
          circle(-80 + i * 32, -266 - ((i * 31) % 60), 8, pen.p.a),
      ),
  ) +
  at(
    660,
    520,
    circle(0, -32, 32, pen.p.c) +
      path('M0-62q10-20 24-18', 'none', `stroke="${pen.p.leafDark}" stroke-width="6"`),
  ) +
  stroke('M800 640L740 776M800 640L870 776M800 640V780', pen.p.ink, 12) +
  at(800, 580, camera(pen), 0.62) +
  plant(pen, 1130, 750, 0.9, pen.p.b) +
  at(340, 766, rect(-60, -50, 140, 50, pen.p.b, 10) + rect(-60, -50, 140, 16, pen.p.ink, 8, 'opacity=".3"')) +
  sparkle(700, 180, 20, '#fff')

export const laptopRepair = (pen: Pen) =>
  tabletop(pen, 500) +
  shelf(pen, 90, 220, 280) +
  pendant(pen, 640, 40, pen.p.a) +
  windowView(pen, 860, 60, 240, 220, false) +
  rect(200, 560, 800, 216, pen.p.b, 18) +
  faint(
    0.25,
    many(12, (i) => stroke(`M${220 + i * 66} 566V770`, '#fff', 2)) +
      many(4, (i) => stroke(`M206 ${604 + i * 44}H994`, '#fff', 2)),
  ) +
  shadow(560, 716, 290, 20, 0.3) +
  path('M370 330H750Q764 330 766 344L790 620H330L354 344Q356 330 370 330Z', pen.p.ink) +
  path('M380 346H740L760 604H360Z', pen.down('#2e4a78', '#1d2c52')) +
  at(
    560,
    470,
    circle(0, 0, 60, 'none', `stroke="${pen.p.c}" stroke-width="12" stroke-dasharray="250 130"`) +
      stroke('M-24 2L-6 22L30-20', '#8fe3b8', 13),
  ) +
  faint(0.8, stroke('M400 370h60M400 390h100M660 370h60', '#8fb6e3', 7)) +
  polygon(
    [
      [330, 620],
      [790, 620],
      [830, 704],
      [290, 704],
    ],
    '#c9ced9',
  ) +
  polygon(
    [
      [290, 704],
      [830, 704],
      [826, 716],
      [294, 716],
    ],
    '#8b91a5',
  ) +
  many(3, (r) =>
    many(12, (c) => rect(368 + c * 32 - r * 6 + (c * r) / 2, 632 + r * 17, 27, 13, pen.p.ink, 3)),
  ) +
  rect(500, 684, 120, 17, '#aab0c4', 4) +
  at(
    900,
    690,
    rect(-70, -50, 140, 100, '#2f8f6d', 8, 'transform="rotate(-8)"') +
      `<g transform="rotate(-8)">${rect(-24, -24, 48, 48, pen.p.ink, 4) + many(6, (i) => stroke(`M${-58 + i * 6} -34v60M${34 + i * 6} -34v60`, '#a8e0c4', 2)) + rect(-10, -10, 20, 20, '#6d7387') + many(4, (i) => circle(-50 + i * 32, 38, 5, pen.p.c))}</g>`,
  ) +
  many(3, (i) =>
    at(
      180 + i * 46,
      640 + i * 26,
      rect(-6, -80, 12, 70, '#aab0c4', 3) +
        rect(-13, -14, 26, 84, [pen.p.a, pen.p.c, pen.p.leaf][i] ?? pen.p.a, 10),
      0.9,
      18,
    ),
  ) +
  many(
    6,
    (i) =>
      circle(830 + (i % 3) * 26, 590 + Math.floor(i / 3) * 22, 7, '#8b91a5') +
      stroke(`M${826 + (i % 3) * 26} ${590 + Math.floor(i / 3) * 22}h8`, pen.p.ink, 2),
  ) +
  mug(pen, 1090, 660, pen.p.a, 1) +
  plant(pen, 90, 560, 0.9, pen.p.c)

export const phone = (pen: Pen) =>
  tabletop(pen, 560) +
  circle(600, 330, 300, pen.p.c, 'opacity=".4"') +
  circle(600, 330, 220, pen.p.paper, 'opacity=".5"') +
  windowView(pen, 70, 70, 200, 230, false) +
  shelf(pen, 920, 260, 220) +
  shadow(620, 716, 220, 20, 0.3) +
  `<g transform="rotate(6 600 420)">${rect(436, 80, 330, 640, pen.p.ink, 46)}${rect(452, 98, 298, 604, pen.down(pen.p.b, pen.p.a), 34)}${pen.within(rect(452, 98, 298, 604, '#000', 34), circle(640, 250, 70, pen.p.sun, 'opacity=".9"') + path('M430 420Q540 330 620 410T780 390V720H430Z', pen.p.far) + path('M430 500Q540 430 640 490T780 470V720H430Z', pen.p.mid) + path('M430 600Q560 530 780 580V720H430Z', pen.p.near) + path('M452 98h120L452 460Z', '#fff', 'opacity=".14"'))}${rect(556, 110, 90, 24, pen.p.ink, 12)}${many(8, (i) => rect(480 + (i % 4) * 64, 520 + Math.floor(i / 4) * 74, 52, 52, [pen.p.a, pen.p.c, '#fff', pen.p.leaf, pen.p.b, '#f3a6b8', pen.p.ink, pen.p.c][i] ?? '#fff', 15) + circle(506 + (i % 4) * 64, 546 + Math.floor(i / 4) * 74, 11, i % 2 ? pen.p.ink : '#fff', 'opacity=".7"'))}${rect(480, 170, 130, 18, '#fff', 9)}${rect(480, 200, 84, 12, '#fff', 6, 'opacity=".7"')}${stroke('M766 260l-70 60 30 44-46 60', '#fff', 4, 'opacity=".7"')}${rect(766, 220, 7, 80, '#6d7387', 3)}</g>` +
  many(4, (i) =>
    at(
      230 + i * 44,
      690 - i * 14,
      rect(-6, -90, 12, 80, '#aab0c4', 3) +
        rect(-12, -14, 24, 84, [pen.p.a, pen.p.c, pen.p.leaf, pen.p.ink][i] ?? pen.p.a, 9),
      0.9,
      -14,
    ),
  ) +
  at(
    950,
    700,
    shadow(0, 6, 110) +
      rect(-110, -40, 220, 44, pen.p.a, 18) +
      many(6, (i) => circle(-80 + i * 32, -18, 10, i % 2 ? '#c9ced9' : pen.p.c)),
  ) +
  at(860, 600, path('M-26 0L0-70L26 0Q0 14-26 0Z', pen.p.leaf) + rect(-6, -90, 12, 26, pen.p.ink)) +
  plant(pen, 1090, 620, 1, pen.p.b) +
  sparkle(840, 180, 26, '#fff') +
  sparkle(390, 230, 20, '#fff') +
  sparkle(830, 440, 16, '#fff')

export const desk = (pen: Pen) =>
  room(pen, 620) +
  windowView(pen, 90, 90, 250, 270) +
  shelf(pen, 850, 200, 270) +
  frame(pen, 880, 260, 120, 140, 1) +
  rug(pen, 600, 730, 480, 56) +
  circle(600, 330, 380, pen.glow('#fff0c8', 0.5)) +
  stroke('M250 560L220 740M950 560L980 740', pen.p.woodDark, 20) +
  rect(180, 536, 840, 30, pen.p.wood, 6) +
  rect(180, 560, 840, 10, pen.p.ink, 0, 'opacity=".2"') +
  rect(760, 570, 190, 110, pen.p.wood) +
  rect(774, 584, 162, 38, pen.p.woodDark, 4) +
  rect(774, 630, 162, 38, pen.p.woodDark, 4) +
  circle(855, 602, 6, pen.p.c) +
  circle(855, 648, 6, pen.p.c) +
  path('M570 450h60l14 84h-88Z', '#8b91a5') +
  rect(520, 526, 160, 12, '#8b91a5', 6) +
  rect(400, 180, 400, 280, pen.p.ink, 16) +
  rect(416, 196, 368, 246, pen.p.paper, 6) +
  rect(416, 196, 368, 34, pen.p.a) +
  many(3, (i) => circle(436 + i * 20, 213, 6, '#fff')) +
  rect(520, 204, 200, 18, '#fff', 9, 'opacity=".6"') +
  rect(436, 248, 150, 110, pen.p.b, 6) +
  circle(540, 280, 18, pen.p.c) +
  path('M436 358V330L480 296L520 330L550 310L586 340V358Z', pen.p.leaf) +
  many(4, (i) => rect(604, 252 + i * 24, [160, 130, 150, 90][i] ?? 100, 11, pen.p.ink, 5, 'opacity=".25"')) +
  rect(604, 342, 80, 22, pen.p.a, 11) +
  many(3, (i) => rect(436 + i * 112, 376, 100, 52, [pen.p.c, pen.p.far, pen.p.wallDark][i] ?? pen.p.c, 6)) +
  rect(470, 514, 200, 20, '#dfe5ec', 6) +
  many(14, (i) => rect(478 + i * 13.5, 518, 10, 5, '#8b91a5', 2)) +
  oval(720, 526, 22, 12, '#dfe5ec') +
  mug(pen, 320, 536, pen.p.a, 0.75) +
  bookStack(pen, 880, 536, 3, 0.75) +
  at(250, 536, plant(pen, 0, 0, 0.6, pen.p.b)) +
  stroke('M840 440Q820 380 880 330', pen.p.ink, 8) +
  path('M856 300l70 20-30 50Z', pen.p.c) +
  shadow(600, 770, 110) +
  rect(520, 600, 160, 100, pen.p.b, 24) +
  rect(520, 600, 160, 30, '#fff', 16, 'opacity=".15"') +
  stroke('M600 700V748M600 744L540 770M600 744L660 770', pen.p.ink, 12) +
  plant(pen, 1100, 720, 1.35, pen.p.c)
