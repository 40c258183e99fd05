import { mug } from '../indoors.ts'
import { hill, pine, sky } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { at, circle, many, oval, path, rect, shadow, sparkle, stroke } from '../shapes.ts'

export const campfire = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.skyTop, pen.p.skyLow)) +
  many(70, () =>
    circle(pen.between(0, 1200), pen.between(0, 360), pen.between(1, 3.4), '#fff', 'opacity=".85"'),
  ) +
  circle(880, 150, 170, pen.glow(pen.p.sun, 0.6)) +
  circle(880, 150, 52, pen.p.sun) +
  circle(862, 140, 9, '#e9d6a8') +
  circle(896, 168, 12, '#e9d6a8') +
  path('M0 480L190 270L330 410L500 220L700 450L880 310L1020 430L1200 300V620H0Z', pen.p.far) +
  path('M500 220L570 302L536 330L500 290L464 330L440 290Z', '#fff', 'opacity=".5"') +
  hill(520, 40, pen.p.mid) +
  many(9, (i) => pine(pen, 40 + i * 145, 570 + ((i * 37) % 40), 0.9 + ((i * 29) % 5) / 10)) +
  path('M0 590Q600 550 1200 590V800H0Z', pen.p.near) +
  oval(600, 690, 520, 130, pen.glow('#ffb35c', 0.7)) +
  at(
    270,
    690,
    shadow(20, 4, 220, 14) +
      path('M-190 0L0-250L190 0Z', pen.p.a) +
      path('M0-250L190 0H60Z', pen.p.ink, 'opacity=".18"') +
      path('M-70 0L0-190L40 0Z', '#ffe1a0') +
      path('M-70 0L0-190L-20 0Z', pen.p.c) +
      stroke('M0-250V-276', pen.p.woodDark, 8),
  ) +
  stroke('M530 716L670 680M530 680L670 716M540 700H664', pen.p.woodDark, 24) +
  circle(600, 600, 260, pen.glow('#ffb35c', 0.8)) +
  path(
    'M600 470Q670 560 660 620Q700 600 690 570Q740 660 670 700H530Q460 660 520 580Q520 610 546 616Q540 540 600 470Z',
    '#f0643a',
  ) +
  path(
    'M602 540Q650 610 640 660Q664 650 660 630Q680 680 640 700H560Q520 670 556 620Q560 640 574 644Q570 590 602 540Z',
    '#ffb347',
  ) +
  path('M602 610Q630 650 620 700H580Q566 660 602 610Z', '#fff1c0') +
  many(16, () => circle(pen.between(540, 670), pen.between(330, 520), pen.between(2, 5), '#ffcf7a')) +
  many(9, (i) => oval(600 + 120 * Math.cos(i * 0.7), 716 + 26 * Math.sin(i * 0.7), 26, 15, '#777a8e')) +
  person(pen, {
    head: [880, 470],
    shoulder: [888, 526],
    hip: [910, 640],
    farArm: [
      [840, 570],
      [780, 570],
    ],
    nearArm: [
      [850, 590],
      [790, 596],
    ],
    farLeg: [
      [830, 640],
      [820, 726],
    ],
    nearLeg: [
      [836, 656],
      [838, 736],
    ],
    top: pen.p.c,
    legs: '#2b2d52',
    skin: skins[1],
    style: 'bun',
    facing: -1,
    shoe: pen.p.a,
  }) +
  stroke('M790 590L690 560', pen.p.wood, 6) +
  rect(674, 546, 30, 24, '#fff6e8', 8) +
  rect(850, 660, 200, 50, pen.p.wood, 24) +
  oval(1046, 685, 18, 25, '#e6b877') +
  mug(pen, 1010, 664, pen.p.b, 0.5) +
  at(1110, 740, rect(-50, -90, 100, 90, pen.p.b, 20) + rect(-36, -46, 72, 36, pen.p.c, 8))

export const hike = (pen: Pen) =>
  sky(pen, 860, 170) +
  path('M0 460L200 200L340 360L560 120L760 380L900 250L1050 400L1200 270V640H0Z', pen.p.far) +
  path(
    'M560 120L640 224L600 250L560 204L510 250L474 214ZM200 200L262 270L216 290L160 252Z',
    '#fff',
    'opacity=".85"',
  ) +
  path('M560 120L760 380L900 640H620L540 420L600 300Z', pen.p.ink, 'opacity=".08"') +
  path('M0 540L260 380L480 500L720 350L960 520L1200 410V700H0Z', pen.p.mid) +
  many(12, (i) => pine(pen, 30 + i * 108, 570 + ((i * 41) % 50), 0.6 + ((i * 29) % 4) / 10)) +
  path('M0 610Q300 560 620 640T1200 600V800H0Z', pen.p.near) +
  path(
    'M560 800Q760 700 620 660T500 600Q460 580 520 560L540 566Q500 590 560 612T720 670Q800 720 720 800Z',
    pen.p.skyLow,
  ) +
  many(2, (i) => {
    const x = 330 + i * 190
    const y = 752 - i * 26
    const k = 1.08 - i * 0.12
    return (
      shadow(x, y, 70) +
      rect(x - 70 * k, y - 268 * k, 60 * k, 104 * k, i ? pen.p.b : pen.p.c, 20) +
      rect(x - 70 * k, y - 280 * k, 56 * k, 24 * k, pen.p.wood, 10) +
      person(pen, {
        head: [x + 14 * k, y - 322 * k],
        shoulder: [x + 4 * k, y - 264 * k],
        hip: [x - 8 * k, y - 146 * k],
        farArm: [
          [x + 46 * k, y - 210 * k],
          [x + 70 * k, y - 166 * k],
        ],
        nearArm: [
          [x + 10 * k, y - 196 * k],
          [x + 58 * k, y - 180 * k],
        ],
        farLeg: [
          [x - 20 * k, y - 70 * k],
          [x - 60 * k, y - 12],
        ],
        nearLeg: [
          [x + 44 * k, y - 88 * k],
          [x + 40 * k, y - 4],
        ],
        top: i ? pen.p.leafDark : pen.p.a,
        legs: pen.p.ink,
        skin: skins[i * 2],
        style: i ? 'curly' : 'long',
        hair: i ? '#2a1c28' : '#8a4a2c',
        size: k,
        shoe: pen.p.woodDark,
      }) +
      stroke(`M${x + 62 * k} ${y - 184 * k}L${x + 90 * k} ${y}`, pen.p.ink, 6)
    )
  }) +
  at(
    900,
    700,
    stroke('M0 40V-180', pen.p.woodDark, 18) +
      path('M-80-170H70L110-140L70-110H-80Z', pen.p.wood) +
      path('M80-90H-60L-96-64L-60-38H80Z', pen.p.wood) +
      stroke('M-50-140H60M-40-64H60', pen.p.paper, 8),
  ) +
  many(12, () => {
    const x = Math.round(pen.between(20, 1180)),
      y = Math.round(pen.between(690, 780))
    return (
      circle(x, y, 6, pen.pick([pen.p.c, pen.p.a, pen.p.paper])) + stroke(`M${x} ${y}v16`, pen.p.leafDark, 3)
    )
  }) +
  sparkle(860, 170, 20, '#fff') +
  oval(1060, 740, 70, 34, '#8b91a5') +
  oval(1046, 728, 40, 16, '#fff', 'opacity=".25"')
