import { cloud, hill, pine } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { at, circle, faint, many, path, polygon, rect, stroke } from '../shapes.ts'

/** On the ridge: the naturalist points at the valley. */
export const ridgeView = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.skyTop, pen.p.skyLow)) +
  circle(260, 170, 260, pen.glow(pen.p.sun, 0.8)) +
  circle(260, 170, 54, pen.p.sun) +
  cloud(700, 110, 1.2, pen.p.paper) +
  cloud(1040, 190, 0.8, pen.p.paper) +
  path('M0 430L150 300L280 400L430 250L600 400L760 290L920 410L1060 320L1200 420V800H0Z', pen.p.far) +
  path(
    'M430 250L376 306L420 300L440 330L470 296L500 312ZM760 290L712 328L750 322L776 340L800 320L812 330Z',
    '#fff',
    'opacity=".85"',
  ) +
  hill(470, 40, pen.p.mid) +
  many(11, (i) => pine(pen, 50 + i * 112, 520 + ((i * 37) % 40), 0.45)) +
  path('M420 520Q560 500 640 560T900 580Q760 600 620 590T420 520Z', '#8fcbe0') +
  path('M0 800V640Q160 560 330 590L560 700L640 800Z', '#8a7a6c') +
  path('M0 640Q160 560 330 590L420 634Q300 620 200 650T0 700Z', pen.p.near) +
  faint(0.3, stroke('M120 720L220 690M300 760L400 730M60 770L160 750', pen.p.ink, 6)) +
  path('M1200 800V690Q1060 640 920 690L800 800Z', '#7a6b5e') +
  pine(pen, 1090, 720, 1.5) +
  pine(pen, 1190, 760, 1.2) +
  person(pen, {
    head: [250, 294],
    shoulder: [248, 352],
    hip: [240, 478],
    farArm: [
      [320, 344],
      [396, 322],
    ],
    nearArm: [
      [216, 414],
      [244, 462],
    ],
    farLeg: [
      [262, 560],
      [276, 632],
    ],
    nearLeg: [
      [216, 556],
      [206, 636],
    ],
    top: pen.p.a,
    legs: '#6b5b3e',
    skin: skins[2],
    style: 'curly',
    size: 1.12,
    shoe: '#5d3a24',
  }) +
  path('M192 268Q250 210 306 262L322 272H180Z', pen.p.c) +
  rect(186, 366, 50, 96, pen.p.leafDark, 18) +
  person(pen, {
    head: [110, 354],
    shoulder: [108, 406],
    hip: [104, 516],
    farArm: [
      [146, 430],
      [140, 368],
    ],
    nearArm: [
      [88, 452],
      [128, 372],
    ],
    farLeg: [
      [122, 590],
      [132, 656],
    ],
    nearLeg: [
      [86, 588],
      [76, 660],
    ],
    top: pen.p.b,
    legs: pen.p.ink,
    skin: skins[0],
    hair: '#a5582e',
    style: 'long',
    size: 0.98,
    shoe: '#5d3a24',
  }) +
  rect(122, 344, 44, 20, pen.p.ink, 7) +
  rect(52, 416, 44, 84, pen.p.c, 16) +
  stroke('M700 240q24-22 44 0q22-22 44 0M830 200q16-14 30 0q14-14 30 0', pen.p.ink, 6) +
  at(
    470,
    700,
    stroke('M0 20V-110', pen.p.woodDark, 15) +
      polygon(
        [
          [-70, -130],
          [60, -130],
          [90, -104],
          [60, -78],
          [-70, -78],
        ],
        pen.p.wood,
      ) +
      stroke('M-46-104H40', pen.p.woodDark, 7),
  )
