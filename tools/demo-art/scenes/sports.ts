import { cloud, hill, sky, tree } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, sparkle, stroke } from '../shapes.ts'

export const tennis = (pen: Pen) =>
  sky(pen, 240, 140) +
  hill(360, 40, pen.p.far) +
  many(7, (i) => tree(pen, 60 + i * 190, 420, 0.6 + ((i * 3) % 4) / 10)) +
  rect(0, 380, 1200, 60, pen.p.leafDark) +
  faint(
    0.4,
    many(30, (i) => stroke(`M${i * 42} 330V440`, pen.p.paper, 2)) +
      stroke('M0 350H1200M0 390H1200', pen.p.paper, 2),
  ) +
  path('M0 430H1200V800H0Z', pen.p.b) +
  polygon(
    [
      [230, 460],
      [970, 460],
      [1330, 800],
      [-130, 800],
    ],
    pen.p.a,
  ) +
  stroke(
    'M230 462H970M230 462L-130 800M970 462L1330 800M340 462L110 800M860 462L1090 800M290 560H910M600 560V800',
    '#fff',
    7,
  ) +
  faint(
    0.85,
    many(22, (i) => stroke(`M${100 + i * 48} 510V602`, '#fff', 2)) +
      many(4, (i) => stroke(`M90 ${530 + i * 22}H1120`, '#fff', 2)),
  ) +
  rect(80, 500, 1050, 14, '#fff', 4) +
  rect(72, 490, 14, 130, pen.p.ink, 4) +
  rect(1120, 490, 14, 130, pen.p.ink, 4) +
  shadow(420, 770, 90) +
  person(pen, {
    head: [410, 410],
    shoulder: [412, 468],
    hip: [404, 600],
    farArm: [
      [350, 520],
      [330, 480],
    ],
    nearArm: [
      [486, 466],
      [536, 420],
    ],
    farLeg: [
      [350, 676],
      [330, 762],
    ],
    nearLeg: [
      [460, 680],
      [474, 766],
    ],
    top: '#fff',
    legs: pen.p.ink,
    skin: skins[1],
    style: 'long',
    hair: '#4a2a24',
    size: 1.12,
    shoe: pen.p.c,
  }) +
  path('M380 400Q386 380 412 378T444 396L440 406Q410 392 382 410Z', pen.p.c) +
  stroke('M540 416L590 350', pen.p.woodDark, 13) +
  `<g transform="rotate(40 630 290)">${oval(630, 290, 50, 68, 'none', `stroke="${pen.p.c}" stroke-width="11"`)}${faint(0.8, many(6, (i) => stroke(`M${592 + i * 15} 232V348`, '#fff', 2)) + many(8, (i) => stroke(`M584 ${236 + i * 16}H676`, '#fff', 2)))}</g>` +
  circle(760, 330, 22, '#dff05a') +
  stroke('M744 318Q760 330 752 350', '#fff', 4) +
  faint(0.6, stroke('M800 320H900M804 336H870', '#fff', 5)) +
  at(
    960,
    766,
    shadow(0, 0, 90) +
      rect(-90, -100, 180, 100, pen.p.c, 20) +
      rect(-90, -70, 180, 12, pen.p.ink, 0, 'opacity=".2"') +
      stroke('M-40-100Q0-150 40-100', pen.p.ink, 9) +
      circle(-40, -20, 20, '#dff05a') +
      circle(10, -18, 20, '#dff05a'),
  ) +
  cloud(900, 120, 0.9, '#fff', 0.6)

export const soccer = (pen: Pen) =>
  sky(pen, 960, 140) +
  hill(420, 40, pen.p.far) +
  many(5, (i) => tree(pen, 40 + i * 280, 480, 0.8)) +
  path('M0 470H1200V800H0Z', pen.p.near) +
  many(6, (i) =>
    polygon(
      [
        [i * 200, 470],
        [i * 200 + 100, 470],
        [i * 280 - 60, 800],
        [i * 280 - 200, 800],
      ],
      pen.p.mid,
      'opacity=".7"',
    ),
  ) +
  faint(
    0.8,
    many(18, (i) => stroke(`M${660 + i * 24} 300L${680 + i * 22} 530`, '#fff', 2)) +
      many(8, (i) => stroke(`M656 ${310 + i * 30}H1080`, '#fff', 2)),
  ) +
  stroke('M640 560V280H1090V560', '#fff', 16) +
  stroke('M640 560H1090', '#fff', 6) +
  many(4, (i) =>
    at(
      120 + i * 120,
      640 + (i % 2) * 60,
      polygon(
        [
          [-26, 0],
          [0, -66],
          [26, 0],
        ],
        pen.p.a,
      ) +
        rect(-34, -4, 68, 10, pen.p.a, 4) +
        polygon(
          [
            [-14, -28],
            [-8, -46],
            [8, -46],
            [14, -28],
          ],
          '#fff',
        ),
    ),
  ) +
  many(2, (i) => {
    const x = 400 + i * 360
    const y = 744 - i * 30
    return (
      shadow(x, y, 76) +
      person(pen, {
        head: [x + 16, y - 330],
        shoulder: [x + 8, y - 272],
        hip: [x - 4, y - 152],
        farArm: [
          [x + 60, y - 230],
          [x + 96, y - 260],
        ],
        nearArm: [
          [x - 46, y - 220],
          [x - 60, y - 166],
        ],
        farLeg: [
          [x - 44, y - 80],
          [x - 84, y - 16],
        ],
        nearLeg: [
          [x + 56, y - 96],
          [x + 92, y - 24],
        ],
        top: i ? pen.p.b : pen.p.c,
        legs: '#fff',
        skin: skins[i ? 0 : 2],
        style: i ? 'bun' : 'short',
        hair: i ? '#8a4a2c' : '#231a22',
        facing: i ? -1 : 1,
        shoe: pen.p.ink,
        size: 1.08,
      })
    )
  }) +
  at(
    570,
    720,
    shadow(4, 36, 40, 8) +
      circle(0, 0, 38, '#fff') +
      polygon(
        [
          [0, -16],
          [15, -5],
          [9, 13],
          [-9, 13],
          [-15, -5],
        ],
        pen.p.ink,
      ) +
      stroke('M0-16V-36M15-5L35-12M9 13L22 30M-9 13L-22 30M-15-5L-35-12', pen.p.ink, 4),
  ) +
  sparkle(960, 140, 20, '#fff')
