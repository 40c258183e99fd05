import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, stroke } from '../shapes.ts'
import { guitarBody } from './instruments.ts'

export const stage = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down('#1b1b44', '#6b3f7a')) +
  path('M0 0H150Q170 330 60 640H0ZM1200 0H1050Q1030 330 1140 640H1200Z', pen.p.a) +
  faint(
    0.3,
    many(4, (i) =>
      stroke(
        `M${20 + i * 34} 0Q${30 + i * 34} 300 ${10 + i * 18} 620M${1180 - i * 34} 0Q${1170 - i * 34} 300 ${1190 - i * 18} 620`,
        '#5a1030',
        12,
      ),
    ),
  ) +
  path(
    'M0 0H1200V60Q1100 120 1000 66Q900 120 800 66Q700 120 600 66Q500 120 400 66Q300 120 200 66Q100 120 0 60Z',
    pen.p.a,
  ) +
  path(
    'M0 50Q100 114 200 60Q300 114 400 60Q500 114 600 60Q700 114 800 60Q900 114 1000 60Q1100 114 1200 50',
    'none',
    `stroke="${pen.p.c}" stroke-width="8"`,
  ) +
  many(
    5,
    (i) =>
      faint(
        0.3,
        polygon(
          [
            [250 + i * 175, 100],
            [150 + i * 175 + (i - 2) * 60, 640],
            [350 + i * 175 + (i - 2) * 60, 640],
          ],
          [pen.p.c, '#ff9ec0', '#fff2c0', '#8fe3e8', pen.p.c][i] ?? '#fff',
        ),
      ) + at(250 + i * 175, 96, rect(-26, -30, 52, 44, pen.p.ink, 8) + oval(0, 16, 24, 8, '#fff4cf')),
  ) +
  path('M0 620H1200V700H0Z', pen.p.wood) +
  faint(
    0.3,
    many(13, (i) => stroke(`M${i * 100 - 20} 700L${80 + i * 86} 620`, pen.p.woodDark, 4)),
  ) +
  rect(0, 698, 1200, 20, pen.p.woodDark) +
  oval(600, 650, 330, 30, '#fff4cf', 'opacity=".4"') +
  at(
    250,
    640,
    shadow(0, 0, 90) +
      rect(-80, -190, 160, 190, pen.p.ink, 12) +
      circle(0, -64, 52, '#4b4b70') +
      circle(0, -64, 22, pen.p.ink) +
      circle(0, -146, 26, '#4b4b70'),
  ) +
  at(
    950,
    640,
    shadow(0, 0, 90) +
      rect(-80, -190, 160, 190, pen.p.ink, 12) +
      circle(0, -64, 52, '#4b4b70') +
      circle(0, -64, 22, pen.p.ink) +
      circle(0, -146, 26, '#4b4b70'),
  ) +
  at(
    800,
    640,
    oval(0, -70, 70, 70, pen.p.b) +
      oval(0, -70, 56, 56, pen.p.paper) +
      rect(-100, -150, 70, 56, pen.p.c, 6) +
      rect(34, -150, 66, 56, pen.p.c, 6) +
      stroke('M-120 0V-196M118 0V-206', '#c9c9dd', 5) +
      oval(-120, -200, 54, 8, pen.p.c) +
      oval(118, -210, 54, 8, pen.p.c),
  ) +
  shadow(560, 660, 90) +
  person(pen, {
    head: [556, 300],
    shoulder: [556, 356],
    hip: [560, 480],
    farArm: [
      [610, 420],
      [656, 400],
    ],
    nearArm: [
      [520, 430],
      [560, 452],
    ],
    farLeg: [
      [590, 566],
      [604, 648],
    ],
    nearLeg: [
      [540, 568],
      [528, 650],
    ],
    top: pen.p.b,
    legs: '#24243f',
    skin: skins[2],
    style: 'curly',
    hair: '#2a1c28',
    facing: -1,
  }) +
  at(575, 468, guitarBody(pen, '#e0954a'), 0.44, 66) +
  stroke('M486 656V330', '#c9c9dd', 6) +
  stroke('M486 332L520 318', '#c9c9dd', 6) +
  circle(524, 316, 13, pen.p.ink) +
  many(17, (i) => {
    const x = 20 + i * 74 + pen.between(-14, 14)
    const y = 752 + pen.between(-16, 16)
    return (
      circle(x, y, 28, '#12122f') +
      rect(x - 36, y + 20, 72, 90, '#12122f', 30) +
      (i % 4 === 1
        ? stroke(
            `M${x - 26} ${y + 40}L${x - 44} ${y - 50}M${x + 26} ${y + 40}L${x + 40} ${y - 46}`,
            '#12122f',
            15,
          )
        : '')
    )
  }) +
  many(22, () =>
    circle(pen.between(180, 1020), pen.between(130, 500), pen.between(2, 5), '#fff4cf', 'opacity=".6"'),
  )

export const djDeck = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down('#1a1440', '#7d2f6d')) +
  many(6, (i) =>
    faint(
      0.22,
      polygon(
        [
          [600, -20],
          [i * 240 - 160, 560],
          [i * 240 - 20, 560],
        ],
        [pen.p.c, '#ff7aa8', '#7ce7ea'][i % 3] ?? '#fff',
      ),
    ),
  ) +
  circle(600, 130, 260, pen.glow('#ffd9f0', 0.5)) +
  stroke('M600 0V60', '#cfd0ea', 4) +
  circle(600, 130, 72, '#b9bce0') +
  pen.within(
    circle(600, 130, 72, '#000'),
    many(9, (r) =>
      many(9, (c) =>
        rect(
          530 + c * 16,
          60 + r * 16,
          14,
          14,
          ['#fff', '#8f93c8', '#e5c6f0', '#d7f1f3', '#6a6db0'][(r * 3 + c * 7) % 5] ?? '#fff',
        ),
      ),
    ),
  ) +
  many(40, () =>
    circle(
      pen.between(0, 1200),
      pen.between(60, 500),
      pen.between(3, 9),
      pen.pick([pen.p.c, '#ff9ec0', '#8fe3e8', '#fff']),
      'opacity=".55"',
    ),
  ) +
  many(19, (i) =>
    rect(30 + i * 61, 520 - ((i * 83) % 150) - 30, 44, 200, i % 2 ? pen.p.b : pen.p.a, 6, 'opacity=".4"'),
  ) +
  path('M40 560H1160L1200 800H0Z', '#221c44') +
  path('M40 560H1160L1166 592H34Z', '#463d7c') +
  many(2, (i) =>
    at(
      290 + i * 620,
      650,
      rect(-210, -70, 420, 180, '#352d63', 18) +
        oval(-20, 14, 160, 72, '#12102a') +
        many(4, (k) =>
          oval(-20, 14, 145 - k * 24, 65 - k * 11, 'none', 'stroke="#3c3670" stroke-width="3"'),
        ) +
        oval(-20, 14, 46, 21, i ? pen.p.c : pen.p.a) +
        oval(-20, 14, 6, 3, '#fff') +
        path('M-130-20Q-60-60 20-48L-4 0Z', '#fff', 'opacity=".12"') +
        stroke('M168-44L150 40L96 58', '#d9daf2', 9) +
        circle(168, -44, 18, '#8a84c0') +
        rect(80, 50, 30, 18, pen.p.paper, 4),
    ),
  ) +
  rect(520, 580, 160, 190, '#423a78', 14) +
  many(3, (i) =>
    many(3, (k) =>
      circle(552 + k * 48, 612 + i * 36, 12, [pen.p.c, '#8fe3e8', pen.p.a][(i + k) % 3] ?? '#fff'),
    ),
  ) +
  many(
    3,
    (i) =>
      rect(548 + i * 48, 702, 6, 60, '#12102a', 3) +
      rect(538 + i * 48, 716 + ((i * 17) % 30), 26, 14, pen.p.paper, 4),
  ) +
  stroke('M820 560Q810 450 900 446T990 560', '#f1f1fa', 15) +
  rect(790, 524, 50, 74, pen.p.a, 22) +
  rect(964, 524, 50, 74, pen.p.a, 22)
