import { frame, pendant, plant, room, rug, tabletop, windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, path, rect, shadow, sparkle, stroke } from '../shapes.ts'

const spool = (x: number, y: number, color: string) =>
  at(
    x,
    y,
    rect(-26, -70, 52, 12, '#d9a566', 5) +
      rect(-20, -58, 40, 46, color) +
      faint(
        0.3,
        many(4, (i) => stroke(`M-20 ${-50 + i * 11}L20 ${-54 + i * 11}`, '#fff', 3)),
      ) +
      rect(-26, -12, 52, 12, '#d9a566', 5),
  )

export const sewing = (pen: Pen) =>
  tabletop(pen, 580) +
  windowView(pen, 850, 70, 240, 270) +
  rect(90, 230, 380, 14, pen.p.wood, 3) +
  many(7, (i) =>
    spool(
      124 + i * 53,
      230,
      [pen.p.a, pen.p.b, pen.p.c, pen.p.leaf, '#f3a6b8', pen.p.ink, '#8d5fa8'][i] ?? pen.p.a,
    ),
  ) +
  frame(pen, 560, 60, 150, 130, 1) +
  shadow(560, 680, 330, 20, 0.3) +
  path('M90 660Q300 610 470 640L420 800H40Z', pen.p.c) +
  faint(
    0.6,
    many(28, (i) => circle(110 + (i % 7) * 48, 670 + Math.floor(i / 7) * 34, 7, i % 2 ? pen.p.a : '#fff')),
  ) +
  rect(270, 620, 580, 60, pen.p.b, 14) +
  rect(270, 620, 580, 20, '#fff', 10, 'opacity=".18"') +
  path(
    'M700 620V430Q700 400 660 400H440Q410 400 410 430V470H360Q330 470 330 430V390Q330 320 400 320H740Q820 320 820 400V620Z',
    pen.p.b,
  ) +
  path('M740 320Q820 320 820 400V620H770V400Q770 340 740 320Z', pen.p.ink, 'opacity=".15"') +
  path(
    'M350 400Q350 340 400 336H560',
    'none',
    'stroke="#fff" stroke-width="9" opacity=".35" stroke-linecap="round"',
  ) +
  circle(840, 440, 62, pen.p.ink) +
  circle(840, 440, 44, '#8b91a5') +
  circle(840, 440, 16, pen.p.ink) +
  circle(600, 360, 22, pen.p.c) +
  circle(680, 360, 16, pen.p.paper) +
  spool(470, 322, pen.p.a) +
  stroke('M470 270Q400 250 372 330L372 560', pen.p.a, 3) +
  rect(362, 470, 22, 90, '#c9ced9', 4) +
  stroke('M373 556V616', '#8b91a5', 5) +
  path('M346 600h54v18h-54Z', '#8b91a5') +
  path('M160 616Q300 596 480 616L470 640Q300 624 140 650Z', pen.p.a) +
  stroke('M180 626Q320 608 460 624', '#fff', 3, 'stroke-dasharray="12 9"') +
  at(
    960,
    690,
    shadow(0, 0, 80) +
      circle(0, -52, 60, '#d9453a') +
      path('M-56-64Q0-100 56-64Q20-84 0-110Q-20-84-56-64Z', pen.p.leaf) +
      many(
        6,
        (i) =>
          stroke(`M${-30 + i * 12} -70L${-44 + i * 18}-${130 + (i % 2) * 16}`, '#c9ced9', 3) +
          circle(-44 + i * 18, -130 - (i % 2) * 16, 8, i % 2 ? pen.p.c : '#fff'),
      ),
  ) +
  at(
    700,
    750,
    circle(-40, 0, 26, 'none', `stroke="${pen.p.a}" stroke-width="12"`) +
      circle(-30, -46, 26, 'none', `stroke="${pen.p.a}" stroke-width="12"`) +
      path('M-16-12L150-50L154-40L-10 2ZM-8-38L150 6L144 14L-14-24Z', '#c9ced9'),
  ) +
  stroke('M860 770Q960 730 1040 764T1190 740', pen.p.c, 22) +
  faint(
    0.5,
    many(14, (i) => stroke(`M${880 + i * 22} ${746 + ((i * 7) % 12)}v12`, pen.p.ink, 2)),
  )

export const dressForm = (pen: Pen) =>
  room(pen, 600) +
  windowView(pen, 120, 90, 240, 290) +
  rug(pen, 600, 730, 420, 56) +
  stroke('M800 200H1120M830 200V700M1090 200V700', pen.p.ink, 9) +
  many(
    6,
    (i) =>
      stroke(`M${850 + i * 44} 200v26`, pen.p.ink, 4) +
      path(
        `M${850 + i * 44} 226L${826 + i * 44} 250L${832 + i * 44} ${520 - (i % 3) * 50}H${872 + i * 44}L${874 + i * 44} 250Z`,
        [pen.p.a, pen.p.c, pen.p.b, pen.p.paper, pen.p.leaf, '#f3a6b8'][i] ?? pen.p.a,
      ) +
      stroke(`M${850 + i * 44} 270V${500 - (i % 3) * 50}`, pen.p.ink, 3, 'opacity=".15"'),
  ) +
  shadow(600, 740, 120) +
  stroke('M600 560V720M600 700L520 744M600 700L680 744', pen.p.woodDark, 15) +
  rect(578, 96, 44, 34, pen.p.wood, 10) +
  circle(600, 92, 18, pen.p.woodDark) +
  path(
    'M572 126H628V160Q690 176 694 220Q690 270 660 310Q650 350 670 400H530Q550 350 540 310Q510 270 506 220Q510 176 572 160Z',
    '#f1ddc0',
  ) +
  path(
    'M520 190Q560 230 600 226T680 190L694 220Q690 270 660 310L656 346H544L540 310Q510 270 506 220Z',
    pen.p.a,
  ) +
  path('M544 346H656Q740 470 780 650Q700 690 600 686T420 650Q460 470 544 346Z', pen.p.a) +
  path('M620 346H656Q740 470 780 650Q740 676 690 682Q680 480 620 346Z', pen.p.ink, 'opacity=".14"') +
  faint(0.35, stroke('M570 360Q520 500 490 664M600 360V684M632 360Q670 500 690 670', '#fff', 5)) +
  rect(540, 336, 120, 20, pen.p.c, 8) +
  many(9, (i) => circle(446 + i * 39, 648 + Math.round(24 * Math.sin((i / 8) * 3.14)), 8, pen.p.c)) +
  stroke('M560 170Q500 300 560 420T530 560', pen.p.c, 11) +
  at(
    330,
    740,
    rect(-70, -90, 140, 90, pen.p.wood, 8) +
      many(4, (i) =>
        at(
          -46 + i * 30,
          -90,
          rect(-12, -70 - i * 9, 24, 76 + i * 9, [pen.p.b, pen.p.a, pen.p.c, pen.p.leaf][i] ?? pen.p.a, 10),
        ),
      ),
  ) +
  plant(pen, 90, 720, 1.1, pen.p.c) +
  pendant(pen, 460, 30, pen.p.b) +
  sparkle(730, 360, 18, '#fff') +
  sparkle(470, 470, 14, '#fff')
