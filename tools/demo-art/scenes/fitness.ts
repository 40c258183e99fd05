import { mug, plant, room, windowView } from '../indoors.ts'
import { flowers, grass } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { at, circle, faint, many, path, polygon, rect, shadow, stroke } from '../shapes.ts'

export const yogaSunrise = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.skyTop, pen.p.skyLow)) +
  circle(600, 410, 460, pen.glow(pen.p.sun, 0.95)) +
  circle(600, 410, 150, pen.p.sun) +
  faint(
    0.35,
    many(5, (i) =>
      stroke(`M${90 + i * 210} ${120 + ((i * 47) % 90)}h${110 + ((i * 31) % 60)}`, pen.p.paper, 14),
    ),
  ) +
  faint(
    0.7,
    many(3, (i) => stroke(`M${820 + i * 60} ${180 + i * 34}q14-16 26 0q12-16 26 0`, pen.p.ink, 4)),
  ) +
  path('M0 480L170 360L300 450L450 340L600 470L780 350L930 450L1060 370L1200 460V560H0Z', pen.p.far) +
  path('M0 500Q300 450 600 500T1200 490V620H0Z', pen.p.mid) +
  rect(0, 540, 1200, 120, pen.down(pen.p.sun, pen.p.far)) +
  faint(
    0.55,
    many(12, (i) =>
      stroke(`M${600 - (60 + i * 9)} ${552 + i * 8}h${120 + i * 18 - ((i * 37) % 60)}`, '#fff', 3),
    ),
  ) +
  path('M0 640Q320 600 640 640T1200 630V800H0Z', pen.p.near) +
  path('M0 700Q320 670 640 704T1200 690V800H0Z', pen.p.ink, 'opacity=".22"') +
  polygon(
    [
      [380, 690],
      [820, 690],
      [860, 722],
      [340, 722],
    ],
    pen.p.b,
  ) +
  polygon(
    [
      [340, 722],
      [860, 722],
      [860, 730],
      [340, 730],
    ],
    pen.p.ink,
    'opacity=".3"',
  ) +
  person(pen, {
    head: [600, 430],
    shoulder: [600, 488],
    hip: [600, 640],
    farArm: [
      [680, 570],
      [716, 640],
    ],
    nearArm: [
      [520, 570],
      [484, 640],
    ],
    farLeg: [
      [726, 668],
      [610, 696],
    ],
    nearLeg: [
      [474, 668],
      [590, 698],
    ],
    top: pen.p.a,
    legs: pen.p.ink,
    skin: skins[1],
    style: 'bun',
    size: 1.12,
    shoe: skins[1],
  }) +
  at(270, 724, mug(pen, 0, 0, pen.p.c, 0.5)) +
  at(930, 726, rect(-14, -90, 28, 90, pen.p.c, 10) + rect(-8, -106, 16, 20, pen.p.ink, 4)) +
  grass(pen, 730, pen.p.leafDark, 22) +
  flowers(pen, 30, 690, 220, 70, 9) +
  flowers(pen, 980, 690, 200, 70, 9)

export const gym = (pen: Pen) =>
  room(pen, 580) +
  windowView(pen, 90, 80, 300, 300, false) +
  rect(740, 70, 360, 420, pen.down('#dff0f2', '#a9cbd3'), 8) +
  path('M780 80h80L760 480v-200ZM920 80h40L800 486h-40Z', '#fff', 'opacity=".5"') +
  rect(470, 400, 220, 10, pen.p.ink) +
  rect(470, 470, 220, 10, pen.p.ink) +
  stroke('M480 350V590M680 350V590', pen.p.ink, 12) +
  many(3, (i) =>
    at(
      516 + i * 64,
      400,
      rect(-26, -34, 14, 34, pen.p.a, 4) +
        rect(12, -34, 14, 34, pen.p.a, 4) +
        rect(-12, -22, 24, 10, '#9aa0b5'),
    ),
  ) +
  many(3, (i) =>
    at(
      516 + i * 64,
      470,
      rect(-26, -40, 15, 40, pen.p.b, 4) +
        rect(12, -40, 15, 40, pen.p.b, 4) +
        rect(-12, -25, 24, 10, '#9aa0b5'),
    ),
  ) +
  polygon(
    [
      [180, 690],
      [900, 690],
      [1000, 770],
      [100, 770],
    ],
    pen.p.b,
  ) +
  polygon(
    [
      [180, 690],
      [900, 690],
      [908, 697],
      [172, 697],
    ],
    '#fff',
    'opacity=".3"',
  ) +
  shadow(820, 700, 90) +
  person(pen, {
    head: [786, 318],
    shoulder: [790, 376],
    hip: [760, 516],
    farArm: [
      [860, 396],
      [916, 376],
    ],
    nearArm: [
      [846, 410],
      [906, 386],
    ],
    farLeg: [
      [850, 560],
      [824, 690],
    ],
    nearLeg: [
      [842, 566],
      [800, 696],
    ],
    top: pen.p.a,
    legs: pen.p.ink,
    skin: skins[2],
    hair: '#231a22',
    style: 'short',
    size: 1.08,
    shoe: pen.p.c,
  }) +
  at(
    930,
    400,
    path('M-40 0Q-54-50-26-74H26Q54-50 40 0Q20 26 0 26T-40 0Z', pen.p.ink) +
      stroke('M-24-70Q-34-120 0-120T24-70', pen.p.ink, 14) +
      circle(0, -20, 18, pen.p.c),
    0.72,
  ) +
  many(2, (i) =>
    at(
      290 + i * 170,
      728,
      shadow(0, 6, 60) +
        path('M-56 0Q-74-66-36-96H36Q74-66 56 0Q28 10 0 10T-56 0Z', i ? pen.p.a : pen.p.ink) +
        stroke('M-32-90Q-48-156 0-156T32-90', i ? pen.p.a : pen.p.ink, 18) +
        circle(0, -40, 24, pen.p.paper, 'opacity=".85"') +
        path(
          'M-42-20q-8-30 6-54',
          'none',
          'stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".35"',
        ),
    ),
  ) +
  at(
    620,
    740,
    shadow(0, 0, 30) +
      rect(-24, -100, 48, 100, pen.p.skyTop, 10) +
      rect(-24, -76, 48, 34, pen.p.paper) +
      rect(-14, -122, 28, 24, pen.p.ink, 5),
  ) +
  path('M990 740q10-40 60-40t90 6 30 34Z', pen.p.c) +
  plant(pen, 1140, 640, 1.2, pen.p.a)
