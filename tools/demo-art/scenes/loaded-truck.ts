import { cloud, townFronts } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { at, circle, faint, many, path, polygon, rect, shadow, stroke } from '../shapes.ts'
import { box, wheel } from './freight.ts'

/** The truck from behind, with its ramp down and half loaded. */
export const loadedTruck = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.skyTop, pen.p.skyLow)) +
  cloud(140, 120, 1.1, pen.p.paper) +
  cloud(1060, 160, 0.9, pen.p.paper) +
  townFronts(pen, 560, false, 0, 260) +
  townFronts(pen, 560, false, 950, 1200) +
  rect(0, 550, 1200, 250, pen.down('#8f8a93', '#6f6b78')) +
  shadow(600, 700, 420, 30, 0.35) +
  wheel(330, 650, 56) +
  wheel(870, 650, 56) +
  rect(260, 70, 680, 560, pen.p.paper, 16) +
  rect(260, 70, 680, 40, pen.p.a, 16) +
  rect(300, 130, 600, 470, '#5d4636') +
  rect(300, 130, 600, 470, pen.p.ink, 0, 'opacity=".25"') +
  polygon(
    [
      [300, 130],
      [400, 180],
      [400, 540],
      [300, 600],
    ],
    '#7a5d48',
  ) +
  polygon(
    [
      [900, 130],
      [800, 180],
      [800, 540],
      [900, 600],
    ],
    '#7a5d48',
  ) +
  polygon(
    [
      [300, 130],
      [900, 130],
      [800, 180],
      [400, 180],
    ],
    '#8a6a52',
  ) +
  polygon(
    [
      [300, 600],
      [400, 540],
      [800, 540],
      [900, 600],
    ],
    '#a8805f',
  ) +
  faint(
    0.4,
    many(5, (i) => stroke(`M${430 + i * 84} 186V536`, '#4a3628', 5)),
  ) +
  box(410, 540, 130, 110, pen.p.paper) +
  box(420, 430, 110, 90, pen.p.paper, '#c99555') +
  box(700, 550, 110, 140, pen.p.paper, '#c99555') +
  at(
    620,
    545,
    path('M-84-30V-110Q-84-130-60-130H60Q84-130 84-110V-30Z', pen.p.b) +
      rect(-100, -84, 200, 64, pen.p.b, 18) +
      rect(-70, -72, 140, 40, '#fff', 12, 'opacity=".2"') +
      rect(-84, -22, 14, 22, pen.p.woodDark) +
      rect(70, -22, 14, 22, pen.p.woodDark),
  ) +
  at(452, 340, rect(-8, -20, 16, 30, pen.p.woodDark) + path('M-44-20L-24-90H24L44-20Z', pen.p.c)) +
  at(
    752,
    410,
    path('M-30-44H30L22 0H-22Z', pen.p.a) +
      many(5, (i) =>
        path(
          'M0-40Q-18-70-6-110Q12-70 0-40Z',
          i % 2 ? pen.p.leaf : pen.p.leafDark,
          `transform="rotate(${-50 + i * 25} 0 -40)"`,
        ),
      ),
  ) +
  rect(250, 600, 700, 34, pen.p.ink, 6) +
  rect(276, 606, 60, 20, pen.p.a, 8) +
  rect(864, 606, 60, 20, pen.p.a, 8) +
  polygon(
    [
      [430, 620],
      [770, 620],
      [850, 800],
      [350, 800],
    ],
    '#aab0c4',
  ) +
  faint(
    0.6,
    many(5, (i) => stroke(`M${416 - i * 15} ${650 + i * 32}H${784 + i * 15}`, '#6d7387', 6)),
  ) +
  person(pen, {
    head: [560, 356],
    shoulder: [566, 412],
    hip: [574, 540],
    farArm: [
      [600, 470],
      [640, 478],
    ],
    nearArm: [
      [540, 474],
      [590, 500],
    ],
    farLeg: [
      [548, 620],
      [540, 706],
    ],
    nearLeg: [
      [600, 612],
      [622, 690],
    ],
    top: pen.p.a,
    legs: pen.p.ink,
    skin: skins[2],
    style: 'short',
    size: 1.06,
    facing: 1,
  }) +
  box(580, 540, 130, 104, pen.p.paper) +
  circle(606, 512, 12, skins[2]) +
  box(40, 770, 190, 150, pen.p.paper) +
  box(70, 622, 130, 100, pen.p.paper, '#c99555') +
  box(980, 780, 170, 130, pen.p.paper)
