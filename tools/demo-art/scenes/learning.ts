import { bookStack, frame, mug, plant, room, shelf, tabletop, windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, sparkle, stroke } from '../shapes.ts'

export const readingLamp = (pen: Pen) =>
  tabletop(pen, 560) +
  windowView(pen, 110, 80, 250, 280) +
  shelf(pen, 800, 230, 310) +
  circle(520, 330, 380, pen.glow('#ffe2a0', 0.8)) +
  polygon(
    [
      [430, 270],
      [650, 230],
      [900, 600],
      [330, 620],
    ],
    '#fff1c0',
    'opacity=".3"',
  ) +
  oval(330, 640, 90, 20, pen.p.ink) +
  stroke('M330 636L280 400L480 220', pen.p.ink, 14) +
  circle(280, 400, 18, pen.p.c) +
  `<g transform="translate(500 210) rotate(28)">${path('M-30-40H40Q110-10 120 60H-50Q-60 0-30-40Z', pen.p.a)}${oval(36, 62, 84, 16, '#fff4cf')}</g>` +
  shadow(640, 716, 260, 20, 0.3) +
  path('M390 620Q520 570 640 630Q760 570 890 620L910 710Q760 666 640 716Q520 666 370 710Z', pen.p.paper) +
  path('M640 630V716Q520 666 370 710L390 620Q520 570 640 630Z', pen.p.ink, 'opacity=".06"') +
  path('M370 710Q520 666 640 716Q760 666 910 710L914 726Q760 682 640 732Q520 682 366 726Z', pen.p.a) +
  faint(
    0.35,
    many(5, (i) =>
      stroke(
        `M${412 - i * 4} ${626 + i * 15}Q520 ${592 + i * 15} 616 ${636 + i * 14}M664 ${636 + i * 14}Q760 ${592 + i * 15} ${868 + i * 4} ${626 + i * 15}`,
        pen.p.ink,
        4,
      ),
    ),
  ) +
  path('M700 620l20 4v110l-14-12-12 10Z', pen.p.c) +
  bookStack(pen, 1010, 640, 5, 1) +
  at(1010, 450, circle(0, -32, 32, '#d9453a') + path('M0-60q10-24 30-20q-6 22-30 20Z', pen.p.leaf)) +
  mug(pen, 190, 720, pen.p.b, 0.95) +
  stroke('M930 740L1080 712', pen.p.c, 13) +
  stroke('M1080 712l18-4', pen.p.ink, 8) +
  sparkle(720, 470, 16, '#fff') +
  sparkle(560, 500, 12, '#fff')

export const blackboard = (pen: Pen) =>
  room(pen, 610) +
  rect(180, 80, 700, 390, pen.p.wood, 10) +
  rect(200, 100, 660, 350, pen.down('#2f5f55', '#234a48')) +
  path('M210 110h180L230 440h-20Z', '#fff', 'opacity=".05"') +
  rect(180, 470, 700, 16, pen.p.woodDark, 4) +
  rect(260, 460, 60, 12, '#fff', 3) +
  rect(340, 460, 40, 12, pen.p.c, 3) +
  rect(700, 450, 90, 22, pen.p.a, 4) +
  faint(
    0.92,
    stroke('M260 390V150M250 390H500', '#fff', 5) +
      stroke('M270 370Q330 370 360 280T480 170', pen.p.c, 6) +
      stroke('M250 160l10-16 10 16M490 380l16 10-16 10', '#fff', 5) +
      polygon(
        [
          [570, 380],
          [570, 220],
          [780, 380],
        ],
        'none',
        'stroke="#fff" stroke-width="5"',
      ) +
      stroke('M570 360h20v20', '#fff', 4) +
      stroke('M740 350a50 50 0 0 0-14 30', pen.p.c, 4) +
      stroke('M580 170h40M600 150v40M660 160h40M660 180h40', '#fff', 6) +
      circle(780, 170, 34, 'none', 'stroke="#fff" stroke-width="5"') +
      stroke('M780 170V136M780 170l26 22', pen.p.a, 5),
  ) +
  windowView(pen, 960, 110, 160, 230, false) +
  shadow(560, 746, 400, 20, 0.2) +
  rect(180, 600, 760, 28, pen.p.wood, 6) +
  stroke('M240 628L220 744M880 628L900 744', pen.p.woodDark, 18) +
  bookStack(pen, 330, 600, 3, 0.9) +
  at(520, 600, circle(0, -30, 30, '#d9453a') + path('M0-58q10-20 26-16q-6 20-26 16Z', pen.p.leaf)) +
  at(
    700,
    600,
    polygon(
      [
        [-90, -16],
        [60, -26],
        [76, -8],
        [-80, 0],
      ],
      pen.p.paper,
    ) +
      stroke('M-60-10L40-16', pen.p.b, 4) +
      path('M70-20l60-36 10 12-60 34Z', pen.p.c),
  ) +
  at(
    840,
    600,
    path('M-30-70H30L24 0H-24Z', pen.p.b) +
      many(4, (i) =>
        stroke(
          `M${-16 + i * 11}-66L${-24 + i * 16}-${110 + (i % 2) * 14}`,
          [pen.p.a, pen.p.c, pen.p.leaf, pen.p.ink][i] ?? pen.p.a,
          9,
        ),
      ),
  ) +
  at(
    440,
    600,
    polygon(
      [
        [-50, 0],
        [50, 0],
        [50, -70],
      ],
      pen.p.c,
      'opacity=".9"',
    ) +
      polygon(
        [
          [-10, -12],
          [36, -12],
          [36, -42],
        ],
        pen.p.wall,
      ),
  ) +
  plant(pen, 1080, 720, 1.5, pen.p.a) +
  at(90, 730, plant(pen, 0, 0, 1, pen.p.b))

export const globe = (pen: Pen) =>
  tabletop(pen, 560) +
  shelf(pen, 90, 230, 300) +
  frame(pen, 900, 90, 190, 150) +
  circle(600, 340, 320, pen.glow('#fff3d0', 0.7)) +
  shadow(600, 690, 170, 18, 0.3) +
  rect(460, 660, 280, 28, pen.p.woodDark, 14) +
  stroke('M600 660V600', pen.p.wood, 26) +
  stroke('M430 190A250 250 0 0 0 770 560', pen.p.c, 18) +
  circle(600, 370, 206, pen.down('#8fd6e6', '#3a93b5')) +
  pen.within(
    circle(600, 370, 206, '#000'),
    path(
      'M420 250Q480 180 560 200Q600 220 570 260Q620 280 590 330Q540 340 530 390Q480 400 450 350Q400 330 420 250Z',
      pen.p.leaf,
    ) +
      path('M540 420Q600 400 630 440Q640 490 600 530Q590 580 560 570Q530 500 540 420Z', pen.p.leaf) +
      path('M650 220Q720 180 800 230V420Q760 460 740 400Q700 400 700 350Q650 330 650 220Z', '#8cc06d') +
      path('M690 460Q740 440 770 480Q750 530 710 520Z', pen.p.c) +
      path('M600 164A206 206 0 0 1 600 576Q760 520 740 360T600 164Z', pen.p.ink, 'opacity=".13"') +
      oval(520, 260, 70, 40, '#fff', 'opacity=".3" transform="rotate(-40 520 260)"') +
      faint(
        0.35,
        oval(600, 370, 90, 206, 'none', 'stroke="#fff" stroke-width="3"') +
          stroke('M394 370H806M420 270H780M420 470H780', '#fff', 3),
      ),
  ) +
  many(3, (i) =>
    at(
      [270, 930, 850][i] ?? 0,
      [380, 400, 190][i] ?? 0,
      path(
        'M-90-60H90Q110-60 110-40V30Q110 50 90 50H0L-40 90L-34 50H-90Q-110 50-110 30V-40Q-110-60-90-60Z',
        [pen.p.a, pen.p.b, pen.p.c][i] ?? pen.p.a,
      ) +
        (i === 1
          ? many(3, (k) => circle(-44 + k * 44, -4, 13, '#fff'))
          : stroke('M-64-22H60M-64 12H20', '#fff', 12)),
      i === 2 ? 0.6 : 1,
    ),
  ) +
  bookStack(pen, 250, 700, 4, 1.05) +
  at(
    960,
    690,
    shadow(0, 0, 120) +
      polygon(
        [
          [-120, -30],
          [90, -50],
          [130, 0],
          [-100, 14],
        ],
        pen.p.paper,
      ) +
      faint(0.4, stroke('M-80-18L80-32M-76-4L90-18', pen.p.ink, 4)) +
      stroke('M60-50L150-90', pen.p.a, 13),
  ) +
  mug(pen, 1090, 650, pen.p.a, 0.8) +
  plant(pen, 70, 570, 0.9)
