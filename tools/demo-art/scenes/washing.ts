import { plant, windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, sparkle, stroke } from '../shapes.ts'

export const windowWash = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wall, pen.p.wallDark)) +
  many(13, (r) =>
    many(9, (c) =>
      rect(
        c * 150 - (r % 2) * 75,
        r * 64,
        146,
        60,
        pen.p.a,
        3,
        `opacity="${0.12 + ((r * 7 + c * 3) % 5) * 0.03}"`,
      ),
    ),
  ) +
  windowView(pen, 250, 80, 700, 560, false) +
  faint(
    0.45,
    pen.within(
      rect(250, 80, 700, 560, '#000'),
      path('M250 80H560Q470 300 640 640H250Z', '#fff') +
        many(20, () => circle(pen.between(260, 560), pen.between(90, 620), pen.between(6, 20), '#fff')),
    ),
  ) +
  sparkle(820, 180, 60, '#fff') +
  sparkle(700, 300, 30, '#fff') +
  sparkle(880, 420, 38, '#fff') +
  sparkle(780, 560, 24, '#fff') +
  stroke('M684 680L590 440', pen.p.woodDark, 24) +
  stroke('M676 660L640 566', pen.p.b, 30) +
  stroke('M510 468L664 408', pen.p.ink, 26) +
  stroke('M502 452L656 392', pen.p.c, 12) +
  stroke('M690 640L760 800', '#e2a878', 66) +
  oval(672, 632, 58, 50, '#e2a878', 'transform="rotate(-22 672 632)"') +
  many(4, (i) => stroke(`M${626 + i * 9} ${608 + i * 20}l44-18`, i % 2 ? '#d99c6c' : '#e2a878', 24)) +
  stroke('M650 584q30-10 44 20', '#e2a878', 24) +
  path('M676 740L770 700L860 800H700Z', pen.p.a) +
  stroke('M682 742L770 704', pen.p.paper, 14) +
  rect(210, 660, 780, 26, pen.p.paper, 5) +
  rect(210, 684, 780, 12, pen.p.ink, 4, 'opacity=".2"') +
  at(
    390,
    664,
    rect(-130, -64, 260, 68, pen.p.wood, 6) +
      many(9, (i) =>
        path(
          'M0 0Q-26-40 0-84Q26-40 0 0Z',
          i % 2 ? pen.p.leaf : pen.p.leafDark,
          `transform="translate(${-112 + i * 28} -60) rotate(${((i * 37) % 40) - 20})"`,
        ),
      ),
  ) +
  many(5, (i) => stroke(`M${460 + i * 30} ${300 + i * 40}q6 20 0 40`, '#fff', 5, 'opacity=".6"'))

export const pressureWash = (pen: Pen) =>
  rect(0, 0, 1200, 520, pen.down(pen.p.skyTop, pen.p.skyLow)) +
  rect(120, 60, 960, 470, pen.p.wall) +
  faint(
    0.3,
    many(11, (i) => rect(120, 92 + i * 40, 960, 5, pen.p.wallDark)),
  ) +
  path('M60 90L600-120L1140 90Z', pen.p.b) +
  rect(90, 78, 1020, 26, pen.p.paper) +
  windowView(pen, 200, 180, 200, 190, false) +
  windowView(pen, 800, 180, 200, 190, false) +
  rect(520, 200, 160, 330, pen.p.a, 6) +
  rect(540, 226, 120, 120, pen.p.skyLow, 4, 'opacity=".7"') +
  circle(654, 400, 9, pen.p.c) +
  rect(480, 520, 240, 24, pen.p.wallDark) +
  path('M0 530H1200V800H0Z', pen.p.near) +
  polygon(
    [
      [440, 540],
      [760, 540],
      [1060, 800],
      [140, 800],
    ],
    '#8f8b86',
  ) +
  polygon(
    [
      [600, 540],
      [760, 540],
      [1060, 800],
      [600, 800],
    ],
    '#e9e1d3',
  ) +
  faint(
    0.35,
    many(4, (i) => stroke(`M${420 - i * 80} ${562 + i * 62}H${780 + i * 80}`, pen.p.ink, 4)) +
      stroke('M600 540V800M510 540L360 800M690 540L850 800', pen.p.ink, 4),
  ) +
  stroke('M1010 470L760 600', pen.p.ink, 14) +
  stroke('M1060 430L980 486', pen.p.c, 26) +
  stroke('M1000 490v44', pen.p.c, 18) +
  polygon(
    [
      [756, 596],
      [600, 610],
      [560, 690],
      [640, 720],
    ],
    '#fff',
    'opacity=".75"',
  ) +
  polygon(
    [
      [756, 596],
      [570, 600],
      [520, 680],
    ],
    '#fff',
    'opacity=".45"',
  ) +
  many(30, () =>
    circle(pen.between(470, 680), pen.between(600, 740), pen.between(3, 13), '#fff', 'opacity=".75"'),
  ) +
  stroke('M1056 440Q1180 520 1120 620T1060 700', pen.p.ink, 12) +
  shadow(1040, 742, 110) +
  rect(960, 640, 160, 84, pen.p.c, 14) +
  rect(976, 600, 70, 50, pen.p.ink, 8) +
  circle(984, 728, 26, pen.p.ink) +
  circle(1100, 728, 26, pen.p.ink) +
  circle(984, 728, 10, pen.p.paper) +
  circle(1100, 728, 10, pen.p.paper) +
  stroke('M1116 650l24-90h-60', pen.p.ink, 10) +
  plant(pen, 420, 540, 0.8) +
  plant(pen, 775, 540, 0.8) +
  sparkle(880, 690, 28, '#fff') +
  sparkle(720, 570, 20, '#fff')
