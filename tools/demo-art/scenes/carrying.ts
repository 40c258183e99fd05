import { windowView } from '../indoors.ts'
import { bush, hill, pine, sky } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { faint, many, path, polygon, rect, shadow, stroke } from '../shapes.ts'
import { box } from './freight.ts'

export const carry = (pen: Pen) =>
  sky(pen, 240, 150) +
  hill(500, 40, pen.p.far) +
  pine(pen, 120, 600, 1.5) +
  rect(560, 130, 640, 490, pen.p.wall) +
  faint(
    0.3,
    many(12, (i) => rect(560, 160 + i * 38, 640, 4, pen.p.wallDark)),
  ) +
  path('M500 150L880-60L1260 150Z', pen.p.b) +
  rect(520, 140, 720, 22, pen.p.paper) +
  rect(640, 290, 190, 330, pen.p.woodDark, 6) +
  rect(656, 306, 158, 314, pen.p.c, 0, 'opacity=".75"') +
  polygon(
    [
      [656, 306],
      [700, 330],
      [700, 640],
      [656, 620],
    ],
    pen.p.a,
  ) +
  windowView(pen, 930, 250, 180, 200, false) +
  rect(600, 616, 280, 22, pen.p.wallDark) +
  rect(570, 636, 340, 24, pen.p.wallDark) +
  path('M0 620Q300 590 600 640H1200V800H0Z', pen.p.near) +
  polygon(
    [
      [590, 660],
      [900, 660],
      [820, 800],
      [300, 800],
    ],
    pen.p.skyLow,
  ) +
  bush(pen, 1030, 660, 0.9) +
  bush(pen, 500, 640, 0.6) +
  shadow(300, 754, 80) +
  shadow(620, 760, 80) +
  person(pen, {
    head: [250, 350],
    shoulder: [256, 408],
    hip: [262, 546],
    farArm: [
      [306, 470],
      [356, 470],
    ],
    nearArm: [
      [300, 490],
      [352, 520],
    ],
    farLeg: [
      [232, 646],
      [190, 742],
    ],
    nearLeg: [
      [300, 640],
      [310, 746],
    ],
    top: pen.p.a,
    legs: pen.p.ink,
    skin: skins[1],
    size: 1.1,
    shoe: pen.p.c,
  }) +
  person(pen, {
    head: [640, 350],
    shoulder: [634, 408],
    hip: [628, 546],
    farArm: [
      [584, 470],
      [540, 470],
    ],
    nearArm: [
      [590, 490],
      [542, 520],
    ],
    farLeg: [
      [600, 646],
      [590, 746],
    ],
    nearLeg: [
      [670, 640],
      [690, 742],
    ],
    top: pen.p.b,
    legs: pen.p.woodDark,
    skin: skins[2],
    style: 'bun',
    size: 1.1,
    facing: -1,
    shoe: pen.p.paper,
  }) +
  path('M330 420Q330 390 360 390H540Q570 390 570 420V480H330Z', pen.p.c) +
  rect(346, 470, 208, 50, pen.p.c, 12) +
  rect(346, 470, 208, 50, '#fff', 12, 'opacity=".25"') +
  rect(318, 440, 36, 90, pen.p.c, 14) +
  rect(546, 440, 36, 90, pen.p.c, 14) +
  rect(340, 516, 220, 20, pen.p.ink, 4, 'opacity=".2"') +
  stroke('M360 536v20M540 536v20', pen.p.woodDark, 10) +
  box(930, 740, 120, 100, pen.p.b) +
  box(1056, 744, 100, 76, pen.p.a, '#e3b577') +
  box(948, 640, 90, 70, pen.p.c, '#c9925a')
