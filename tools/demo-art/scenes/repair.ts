import { pendant, plant, room, windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { at, circle, faint, many, oval, path, rect, shadow, sparkle, stroke } from '../shapes.ts'
import { bowl, wrench } from './hand-tools.ts'

export const painting = (pen: Pen) =>
  room(pen, 610) +
  rect(0, 0, 1200, 592, pen.p.paper) +
  path('M0 0H730V120H690V210H760V330H700V420H740V592H0Z', pen.down(pen.p.b, pen.p.b)) +
  path('M0 0H730V120H690V210H760V330H700V420H740V592H0Z', '#fff', 'opacity=".12"') +
  faint(
    0.12,
    many(5, (i) => rect(60 + i * 140, 0, 60, 592, '#fff')),
  ) +
  rect(0, 592, 1200, 18, pen.p.paper) +
  windowView(pen, 880, 90, 230, 260, false) +
  path('M0 640Q300 600 620 630T1200 620V800H0Z', pen.p.paper, 'opacity=".85"') +
  faint(0.3, stroke('M60 700Q300 660 560 700T1100 690M200 750Q500 720 800 756', pen.p.ink, 4)) +
  many(9, () =>
    circle(pen.between(80, 1100), pen.between(660, 780), pen.between(4, 11), pen.pick([pen.p.b, pen.p.a])),
  ) +
  stroke('M150 690L240 210M330 690L250 210', pen.p.c, 18) +
  stroke('M420 700L266 210', pen.p.woodDark, 12) +
  many(5, (i) => stroke(`M${166 + i * 17} ${610 - i * 86}H${314 - i * 16}`, pen.p.c, 14)) +
  rect(216, 190, 64, 22, pen.p.a, 6) +
  shadow(620, 730, 90) +
  person(pen, {
    head: [590, 330],
    shoulder: [584, 390],
    hip: [574, 524],
    farArm: [
      [628, 380],
      [660, 330],
    ],
    nearArm: [
      [640, 400],
      [676, 336],
    ],
    farLeg: [
      [548, 620],
      [530, 718],
    ],
    nearLeg: [
      [602, 620],
      [614, 724],
    ],
    top: pen.p.paper,
    legs: pen.p.ink,
    skin: skins[0],
    style: 'bun',
    size: 1.1,
    shoe: pen.p.a,
  }) +
  path('M552 316Q556 284 592 284T628 314Z', pen.p.c) +
  rect(560, 446, 44, 80, pen.p.a, 6, 'opacity=".9"') +
  stroke('M654 366L712 240', pen.p.woodDark, 11) +
  stroke('M712 244V196H720', '#8b91a5', 7) +
  rect(694, 120, 52, 96, pen.p.a, 16) +
  rect(728, 120, 18, 96, pen.p.ink, 8, 'opacity=".15"') +
  many(3, (i) =>
    at(
      840 + i * 110,
      732 - (i % 2) * 16,
      shadow(0, 0, 54) +
        stroke('M-46-84Q0-160 46-84', pen.p.ink, 5) +
        rect(-50, -88, 100, 88, '#c3c8d6', 6) +
        rect(-50, -64, 100, 46, [pen.p.b, pen.p.a, pen.p.c][i] ?? pen.p.b) +
        oval(0, -88, 50, 12, [pen.p.b, pen.p.a, pen.p.c][i] ?? pen.p.b) +
        path(`M-30-86v${36 + i * 8}q8 10 14 0v-40Z`, [pen.p.b, pen.p.a, pen.p.c][i] ?? pen.p.b),
    ),
  ) +
  at(
    770,
    770,
    rect(-60, -16, 130, 16, pen.p.woodDark, 8) +
      rect(60, -26, 40, 36, '#c3c8d6') +
      path('M100-28h40l10 18-10 20h-40Z', pen.p.b),
  )

export const plumbing = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wall, pen.p.wallDark)) +
  faint(
    0.55,
    many(6, (r) =>
      many(11, (c) =>
        rect(
          c * 120 - 55 + (r % 2) * 60,
          r * 70,
          114,
          64,
          pen.p.paper,
          6,
          `opacity="${0.25 + ((r * 5 + c * 3) % 4) * 0.12}"`,
        ),
      ),
    ),
  ) +
  windowView(pen, 130, 60, 250, 230, false) +
  rect(0, 420, 1200, 50, pen.p.paper) +
  rect(0, 462, 1200, 12, pen.p.ink, 0, 'opacity=".18"') +
  rect(0, 474, 1200, 326, pen.p.b) +
  rect(30, 500, 340, 290, '#fff', 8, 'opacity=".1"') +
  rect(850, 500, 320, 290, '#fff', 8, 'opacity=".1"') +
  circle(346, 560, 11, pen.p.c) +
  circle(876, 560, 11, pen.p.c) +
  rect(390, 474, 440, 326, pen.p.ink, 0, 'opacity=".8"') +
  path('M380 420H840L800 500Q790 520 760 520H460Q430 520 420 500Z', '#dfe5ec') +
  path('M396 420H824L812 446H408Z', '#aeb8c6') +
  stroke('M610 420V210Q610 130 690 130T770 210V250', '#8d97ab', 34) +
  stroke('M602 420V210Q604 124 690 122', '#fff', 8, 'opacity=".5"') +
  rect(746, 240, 48, 28, '#6d7387', 6) +
  rect(580, 396, 60, 26, '#6d7387', 6) +
  stroke('M610 330H680', '#8d97ab', 18) +
  circle(690, 330, 18, pen.p.a) +
  circle(550, 330, 18, pen.p.b) +
  stroke('M560 330H610', '#8d97ab', 18) +
  path('M770 286q26 38 0 58q-26-20 0-58Z', '#57b4dc') +
  path('M770 372q18 26 0 40q-18-14 0-40Z', '#57b4dc') +
  circle(764, 322, 5, '#fff', 'opacity=".7"') +
  stroke('M610 520V610Q610 680 680 680T750 620H830', '#c9ced9', 40) +
  stroke('M600 524V610Q602 690 680 692', '#fff', 8, 'opacity=".4"') +
  rect(582, 570, 56, 28, pen.p.c, 6) +
  rect(722, 612, 28, 56, pen.p.c, 6) +
  many(3, (i) => stroke(`M${590 + i * 18} 572v24`, pen.p.ink, 3, 'opacity=".3"')) +
  at(500, 640, wrench('#d9503f'), 1.15, 60) +
  shadow(470, 780, 90) +
  at(
    460,
    786,
    path('M-60-90H60L48 0H-48Z', pen.p.c) +
      oval(0, -90, 60, 14, '#57b4dc') +
      stroke('M-58-92Q0-170 58-92', pen.p.ink, 5),
  ) +
  path('M560 726q20 30 0 44q-20-14 0-44Z', '#57b4dc') +
  plant(pen, 960, 424, 1, pen.p.a) +
  at(
    1090,
    420,
    rect(-34, -110, 68, 110, pen.p.leaf, 12) +
      rect(-34, -80, 68, 44, pen.p.paper) +
      rect(-16, -134, 32, 28, pen.p.ink, 5),
  ) +
  at(470, 420, rect(-60, -30, 120, 30, pen.p.c, 10) + rect(-60, -30, 120, 12, pen.p.leaf, 6)) +
  sparkle(850, 390, 20, '#fff') +
  sparkle(690, 180, 18, '#fff')

export const electric = (pen: Pen) =>
  room(pen, 600) +
  windowView(pen, 110, 90, 230, 260) +
  many(3, (i) =>
    pendant(pen, 520 + i * 190, 90 + ((i + 1) % 2) * 60, [pen.p.a, pen.p.c, pen.p.b][i] ?? pen.p.a),
  ) +
  rect(400, 440, 660, 24, pen.p.wood, 5) +
  rect(430, 464, 600, 190, pen.p.b) +
  many(
    3,
    (i) =>
      rect(446 + i * 196, 482, 180, 156, '#fff', 6, 'opacity=".12"') +
      circle(600 + i * 196 - 10, 560, 8, pen.p.c),
  ) +
  rect(430, 640, 600, 20, pen.p.ink, 0, 'opacity=".4"') +
  shadow(330, 740, 190) +
  stroke('M240 730L300 330M400 730L312 330', pen.p.c, 16) +
  many(4, (i) => stroke(`M${258 + i * 14} ${640 - i * 84}H${382 - i * 18}`, pen.p.c, 13)) +
  rect(266, 306, 80, 26, pen.p.a, 6) +
  at(
    700,
    440,
    rect(-60, -50, 130, 50, pen.p.ink, 10) +
      rect(-46, -40, 70, 30, '#c9f0d5', 4) +
      circle(46, -24, 12, pen.p.a) +
      stroke('M66-10q40 30 60-20', pen.p.a, 5),
  ) +
  at(900, 440, bowl(pen), 1.2) +
  plant(pen, 1000, 440, 0.7) +
  at(500, 440, wrench('#8b91a5'), 0.5, 84) +
  at(
    820,
    745,
    shadow(0, 0, 170) +
      rect(-150, -110, 300, 110, pen.p.a, 12) +
      rect(-150, -110, 300, 34, pen.p.ink, 10, 'opacity=".25"') +
      stroke('M-50-110V-144H50V-110', pen.p.ink, 14) +
      path('M8-86L-26-36H0L-8-4L30-54H4Z', pen.p.c),
  ) +
  at(
    540,
    756,
    circle(0, -40, 46, 'none', `stroke="${pen.p.b}" stroke-width="14"`) +
      circle(0, -40, 28, 'none', `stroke="${pen.p.b}" stroke-width="10" opacity=".7"`) +
      stroke('M40-20q60 30 90 4', pen.p.b, 8),
  ) +
  sparkle(520, 330, 16, '#fff')
