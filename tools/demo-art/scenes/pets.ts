import { plant, room, rug, tabletop, windowView } from '../indoors.ts'
import { sky, townFronts } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { at, circle, faint, many, oval, path, rect, shadow, stroke } from '../shapes.ts'
import { cat, dog, fish } from './animals.ts'

export const dogWalk = (pen: Pen) =>
  sky(pen, 960, 150, 54) +
  townFronts(pen, 560) +
  rect(0, 552, 1200, 150, pen.down('#e3d8c8', '#cdbfac')) +
  faint(
    0.4,
    many(9, (i) => stroke(`M${-60 + i * 170} 702L${20 + i * 145} 556`, '#a89a88', 4)),
  ) +
  rect(0, 690, 1200, 18, '#b3a491') +
  rect(0, 706, 1200, 94, pen.down('#8f8a93', '#6f6b78')) +
  rect(0, 560, 1200, 6, pen.p.ink, 0, 'opacity=".18"') +
  stroke('M120 650V250M120 256Q120 210 170 210', pen.p.ink, 13) +
  path('M150 206H206L194 246H162Z', pen.p.ink) +
  oval(178, 248, 18, 8, '#fff3c8') +
  plant(pen, 1090, 640, 1, pen.p.a) +
  plant(pen, 330, 600, 0.8, pen.p.b) +
  shadow(560, 706, 80) +
  person(pen, {
    head: [548, 310],
    shoulder: [545, 372],
    hip: [538, 502],
    farArm: [
      [508, 440],
      [486, 496],
    ],
    nearArm: [
      [572, 438],
      [612, 474],
    ],
    farLeg: [
      [508, 600],
      [462, 680],
    ],
    nearLeg: [
      [574, 596],
      [582, 700],
    ],
    top: pen.p.a,
    legs: pen.p.ink,
    skin: skins[1],
    style: 'bun',
    size: 1.1,
  }) +
  at(744, 706, dog('#b9713f', '#8a4f2d', pen.p.b, pen.p.ink), 1.05) +
  stroke('M612 474Q680 610 806 590', pen.p.ink, 4)

export const dogGroom = (pen: Pen) =>
  room(pen, 560, false) +
  faint(
    0.4,
    many(8, (r) => stroke(`M0 ${r * 72}H1200`, pen.p.paper, 3)) +
      many(16, (c) => stroke(`M${c * 78} 0V545`, pen.p.paper, 3)),
  ) +
  windowView(pen, 850, 90, 220, 240, false) +
  rect(90, 240, 250, 14, pen.p.wood, 3) +
  many(
    4,
    (i) =>
      rect(
        110 + i * 56,
        170 - (i % 2) * 16,
        42,
        70 + (i % 2) * 16,
        [pen.p.a, pen.p.b, pen.p.c, pen.p.paper][i] ?? pen.p.a,
        10,
      ) + rect(122 + i * 56, 150 - (i % 2) * 16, 18, 24, pen.p.ink, 4),
  ) +
  shadow(600, 730, 400, 26) +
  at(600, 560, dog('#d9a066', '#a8703f', pen.p.a, pen.p.ink), 2.1) +
  path(
    'M250 470H950Q980 470 974 500L938 680Q930 716 890 716H310Q270 716 262 680L226 500Q220 470 250 470Z',
    pen.down(pen.p.paper, pen.p.wallDark),
  ) +
  rect(214, 452, 772, 34, pen.p.paper, 17) +
  rect(214, 474, 772, 12, pen.p.ink, 6, 'opacity=".1"') +
  path('M800 486H974L938 680Q930 716 890 716H770Z', pen.p.ink, 'opacity=".07"') +
  many(4, (i) => circle([330, 870, 400, 800][i] ?? 0, 724, 22, pen.p.c)) +
  many(26, (i) => {
    const x = 260 + i * 27
    const r = pen.between(20, 44)
    return (
      circle(x, 462 - pen.between(0, 26), r, '#fff', 'opacity=".93"') +
      circle(x - r * 0.3, 456 - r * 0.4, r * 0.25, pen.p.skyTop, 'opacity=".35"')
    )
  }) +
  circle(716, 172, 30, '#fff') +
  circle(746, 184, 22, '#fff') +
  circle(690, 186, 20, '#fff') +
  many(16, () => {
    const x = pen.between(200, 1020)
    const y = pen.between(80, 400)
    const r = pen.between(8, 22)
    return (
      circle(x, y, r, pen.p.paper, `opacity=".5" stroke="#fff" stroke-width="3"`) +
      circle(x - r * 0.35, y - r * 0.35, r * 0.22, '#fff')
    )
  })

export const catWindow = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wall, pen.p.wallDark)) +
  many(12, (i) => stroke(`M${50 + i * 100} 0V800`, pen.p.paper, 22, 'opacity=".12"')) +
  windowView(pen, 280, 90, 640, 480) +
  faint(
    0.8,
    many(14, () => circle(pen.between(300, 900), pen.between(120, 330), pen.between(3, 6), pen.p.paper)),
  ) +
  rect(200, 590, 800, 40, pen.p.paper, 6) +
  rect(200, 626, 800, 12, pen.p.ink, 4, 'opacity=".16"') +
  plant(pen, 836, 594, 1.15, pen.p.b) +
  at(520, 594, cat(pen, '#e79a4e', '#b5652b'), 1.1) +
  rect(0, 720, 1200, 80, pen.p.b, 0, 'opacity=".9"') +
  path('M60 720Q90 650 180 660Q260 640 300 720Z', pen.p.c) +
  path('M150 720Q170 680 230 690Q270 690 290 720Z', pen.p.ink, 'opacity=".1"') +
  path('M900 720Q930 640 1030 655Q1120 650 1140 720Z', pen.p.a) +
  many(8, (i) => circle(950 + (i % 4) * 44, 682 + Math.floor(i / 4) * 24, 6, pen.p.paper, 'opacity=".7"')) +
  rect(0, 720, 1200, 12, '#fff', 0, 'opacity=".18"')

export const aquarium = (pen: Pen) =>
  tabletop(pen, 610) +
  shadow(600, 712, 470, 26, 0.25) +
  rect(140, 120, 920, 580, pen.p.ink, 18) +
  rect(156, 160, 888, 524, pen.down('#8fe0e2', '#1d6f92'), 8) +
  pen.within(
    rect(156, 160, 888, 524, '#000', 8),
    faint(
      0.2,
      many(5, (i) => path(`M${200 + i * 180} 160h70l120 524h-150Z`, '#fff')),
    ) +
      path('M156 620Q300 590 480 616T800 606T1050 622V700H156Z', '#e8c98e') +
      many(40, () =>
        circle(
          pen.between(160, 1040),
          pen.between(630, 684),
          pen.between(3, 8),
          pen.pick(['#c79d63', '#fff3d6', '#b5825a']),
        ),
      ) +
      path('M640 640Q650 540 730 530T850 590Q900 600 900 650Z', '#5d6d86') +
      path('M690 640Q700 580 740 580T800 640Z', '#26415c') +
      many(9, (i) => {
        const x = 210 + i * 22 + (i > 4 ? 610 : 0)
        return stroke(
          `M${x} 660q${i % 2 ? 26 : -26}-60 0-110t0-${60 + ((i * 41) % 110)}`,
          i % 2 ? '#2f8f6d' : '#59b66e',
          14,
        )
      }) +
      stroke('M480 650V560M480 610L440 560V530M480 590L520 550V510M480 570V500', '#f2709c', 20) +
      stroke('M580 650V600M580 626L610 590V570', '#f9b64a', 16) +
      fish(420, 320, 1.5, pen.p.a, '#c6452a') +
      fish(720, 420, 1.1, pen.p.c, '#d9902e', -1) +
      fish(830, 270, 0.9, '#f4f0ff', pen.p.b) +
      fish(600, 250, 0.7, pen.p.c, '#d9902e') +
      fish(300, 480, 0.8, '#8d6bd0', '#6a48b0', -1) +
      many(14, (i) =>
        circle(900 + pen.between(-24, 24), 560 - i * 27, pen.between(5, 12), '#fff', 'opacity=".5"'),
      ),
  ) +
  rect(156, 160, 888, 22, '#fff', 0, 'opacity=".45"') +
  path('M190 200h60L214 640h-24Z', '#fff', 'opacity=".16"') +
  rect(120, 96, 960, 44, pen.p.b, 12) +
  rect(120, 124, 960, 16, pen.p.ink, 8, 'opacity=".25"') +
  plant(pen, 1130, 700, 0.9) +
  at(
    60,
    700,
    shadow(10, 0, 50) +
      rect(-30, -110, 80, 110, pen.p.a, 10) +
      rect(-30, -80, 80, 44, pen.p.paper) +
      rect(-22, -130, 64, 24, pen.p.ink, 6) +
      fish(10, -58, 0.35, pen.p.c, pen.p.b),
  )

export const petSitting = (pen: Pen) =>
  room(pen, 570) +
  windowView(pen, 110, 110, 240, 260) +
  rug(pen, 620, 690, 480, 90) +
  path('M380 350Q380 300 440 300H1010Q1070 300 1070 350V640H380Z', pen.down(pen.p.b, pen.p.b)) +
  path('M380 350Q380 300 440 300H1010Q1070 300 1070 350V400H380Z', '#fff', 'opacity=".1"') +
  rect(430, 500, 590, 90, pen.p.b, 24) +
  rect(430, 500, 590, 90, '#fff', 24, 'opacity=".14"') +
  rect(722, 330, 5, 250, pen.p.ink, 0, 'opacity=".25"') +
  path('M340 440Q340 400 390 400T440 440V660H340Z', pen.p.b) +
  path('M1010 440Q1010 400 1060 400T1110 440V660H1010Z', pen.p.b) +
  rect(340, 600, 770, 60, pen.p.ink, 8, 'opacity=".16"') +
  rect(370, 656, 24, 40, pen.p.woodDark) +
  rect(1056, 656, 24, 40, pen.p.woodDark) +
  path('M880 420l90-50 40 110-90 40Z', pen.p.c) +
  stroke('M900 430l60 60M940 395l40 70', pen.p.paper, 6, 'opacity=".6"') +
  at(570, 520, dog('#e9cf9f', '#c79b62', pen.p.a, pen.p.ink), 1.35) +
  at(830, 520, cat(pen, '#5d5a6c', '#3f3c4e'), 0.62) +
  at(
    240,
    700,
    shadow(0, 0, 80) +
      path('M-76-50H76L60 0H-60Z', pen.p.a) +
      oval(0, -50, 76, 18, pen.p.ink) +
      oval(0, -54, 64, 15, '#a8703f') +
      many(9, (i) => circle(-44 + i * 11, -60 - (i % 3) * 5, 8, i % 2 ? '#8a5530' : '#c48a50')),
  ) +
  plant(pen, 1146, 620, 1.2, pen.p.c) +
  circle(430, 736, 26, pen.p.c) +
  stroke('M408 726q22 14 44 0M412 752q18-14 38 0', pen.p.paper, 4)
