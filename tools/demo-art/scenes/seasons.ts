import { cloud, hill, pine, sky, tree } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { at, circle, faint, many, path, polygon, rect, shadow, stroke } from '../shapes.ts'
import { house } from './homes.ts'

export const snow = (pen: Pen) =>
  sky(pen, 930, 170, 54) +
  hill(450, 60, pen.p.far) +
  pine(pen, 620, 520, 1, true) +
  pine(pen, 720, 510, 0.75, true) +
  pine(pen, 1110, 560, 1.4, true) +
  house(pen, 110, 540, true) +
  hill(530, 24, pen.p.mid, 1) +
  path('M0 560Q300 520 600 560T1200 550V800H0Z', pen.p.near) +
  polygon(
    [
      [260, 540],
      [350, 540],
      [640, 800],
      [60, 800],
    ],
    '#a9b1c0',
  ) +
  faint(
    0.4,
    many(5, (i) => stroke(`M${255 - i * 40} ${570 + i * 50}H${380 + i * 54}`, '#fff', 4)),
  ) +
  path('M260 536Q190 620 40 800H-20Q120 600 220 540ZM350 536Q460 620 660 800H760Q560 620 400 540Z', '#fff') +
  at(
    940,
    720,
    shadow(0, 0, 110) +
      circle(0, -70, 84, '#fff') +
      circle(0, -190, 62, '#fff') +
      circle(0, -284, 46, '#fff') +
      path('M30-150a62 62 0 0 0 20-80q30 50-20 80ZM40 0a84 84 0 0 0 30-120q50 80-30 120Z', pen.p.far) +
      circle(-14, -292, 5, pen.p.ink) +
      circle(14, -292, 5, pen.p.ink) +
      path('M0-284l48 10-48 8Z', '#ef8a3c') +
      path('M-44-250Q0-224 44-250L48-230Q0-204-48-230Z', pen.p.a) +
      rect(16, -240, 24, 70, pen.p.a, 5) +
      rect(-34, -370, 68, 54, pen.p.ink, 5) +
      rect(-52, -326, 104, 12, pen.p.ink, 6) +
      rect(-34, -340, 68, 12, pen.p.a) +
      many(3, (i) => circle(0, -214 + i * 34, 6, pen.p.ink)) +
      stroke('M-56-200L-130-250M56-200L130-240', pen.p.woodDark, 9),
  ) +
  shadow(470, 740, 90) +
  person(pen, {
    head: [480, 360],
    shoulder: [470, 420],
    hip: [452, 550],
    farArm: [
      [526, 470],
      [566, 530],
    ],
    nearArm: [
      [500, 500],
      [544, 566],
    ],
    farLeg: [
      [492, 630],
      [480, 726],
    ],
    nearLeg: [
      [420, 640],
      [390, 722],
    ],
    top: pen.p.a,
    legs: pen.p.ink,
    skin: skins[0],
    size: 1.12,
    shoe: pen.p.woodDark,
  }) +
  path('M448 352Q446 312 482 312T514 350Z', pen.p.c) +
  circle(482, 308, 13, '#fff') +
  path('M446 396Q474 416 506 396L510 416Q474 438 442 418Z', pen.p.c) +
  stroke('M530 500L650 690', pen.p.woodDark, 12) +
  path('M620 690L690 640L740 700Q690 730 640 726Z', pen.p.b) +
  path('M626 680Q650 620 700 640Q740 650 734 696Q690 690 650 712Z', '#fff') +
  many(60, () => circle(pen.between(0, 1200), pen.between(0, 780), pen.between(2, 6), '#fff', 'opacity=".9"'))

export const leaves = (pen: Pen) => {
  const leaf = (x: number, y: number, color: string, turn: number, k: number) =>
    at(
      x,
      y,
      path('M0-18Q14-14 16 0Q12 14 0 20Q-12 14-16 0Q-14-14 0-18Z', color) +
        stroke('M0-14V28', pen.p.woodDark, 2.5),
      k,
      turn,
    )
  const tones = [pen.p.a, pen.p.c, '#d9782d', '#b4512b', '#e8a33c']
  return (
    sky(pen, 900, 160) +
    hill(470, 50, pen.p.far) +
    hill(520, 30, pen.p.mid, 1) +
    house(pen, 640, 570) +
    tree(pen, 200, 640, 1.6, '#e08a35', '#bd5a2b') +
    tree(pen, 1120, 590, 0.9, '#d9562f', '#a83c2a') +
    tree(pen, 560, 560, 0.6, '#f0b040', '#cf8228') +
    path('M0 570Q400 540 700 580T1200 570V800H0Z', '#93a14f') +
    path('M0 640Q400 610 700 650T1200 640V800H0Z', '#7f9147') +
    path('M640 740Q680 600 820 590Q900 560 980 620Q1080 660 1110 740Z', '#b4512b') +
    many(46, (i) => {
      const t = pen.between(0.03, 0.97)
      const top = 740 - 150 * Math.sin(t * 3.14)
      return leaf(
        640 + t * 470,
        pen.between(top, 742),
        tones[i % 5] ?? pen.p.a,
        Math.round(pen.between(0, 360)),
        1.25,
      )
    }) +
    shadow(430, 730, 90) +
    person(pen, {
      head: [420, 340],
      shoulder: [428, 400],
      hip: [420, 534],
      farArm: [
        [480, 450],
        [520, 500],
      ],
      nearArm: [
        [450, 490],
        [500, 540],
      ],
      farLeg: [
        [450, 630],
        [446, 722],
      ],
      nearLeg: [
        [388, 630],
        [360, 722],
      ],
      top: pen.p.b,
      legs: pen.p.ink,
      skin: skins[1],
      style: 'curly',
      hair: '#3a2430',
      size: 1.1,
      shoe: pen.p.woodDark,
    }) +
    path('M398 386Q424 404 454 386L458 406Q424 424 394 406Z', pen.p.a) +
    stroke('M470 430L640 700', pen.p.wood, 12) +
    stroke('M640 700l-40 40M640 700l-16 46M640 700l10 46M640 700l36 40', '#6d7387', 6) +
    many(24, (i) =>
      leaf(
        pen.between(20, 1180),
        pen.between(120, 780),
        tones[i % 5] ?? pen.p.a,
        Math.round(pen.between(0, 360)),
        pen.between(0.6, 1.1),
      ),
    ) +
    cloud(700, 120, 0.8, pen.p.paper, 0.5)
  )
}
