import { pendant, plant, room, shelf } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, shadow, sparkle, stroke } from '../shapes.ts'

export const barber = (pen: Pen) =>
  room(pen, 600, false) +
  faint(
    0.9,
    many(4, (r) =>
      many(14, (c) =>
        (r + c) % 2
          ? path(`M${c * 100 - 100 - r * 20} ${602 + r * 50}h100l-20 50h-100Z`, pen.p.paper, 'opacity=".55"')
          : '',
      ),
    ),
  ) +
  rect(330, 60, 400, 400, pen.p.woodDark, 200) +
  pen.within(
    rect(352, 82, 356, 356, '#000', 178),
    rect(352, 82, 356, 356, pen.down('#eef7f7', '#b5d6da')) +
      path('M400 60h90L330 440v-130ZM560 60h40L420 460h-60Z', '#fff', 'opacity=".55"'),
  ) +
  many(
    9,
    (i) =>
      circle(
        530 + 188 * Math.cos(i * 0.785 - 3.14),
        260 + 188 * Math.sin(i * 0.785 - 3.14),
        30,
        pen.glow('#ffe6a8', 0.9),
      ) +
      circle(530 + 188 * Math.cos(i * 0.785 - 3.14), 260 + 188 * Math.sin(i * 0.785 - 3.14), 9, '#fff6d8'),
  ) +
  rect(200, 470, 560, 24, pen.p.wood, 5) +
  rect(216, 494, 528, 96, pen.p.woodDark, 4) +
  rect(232, 508, 240, 66, pen.p.wood, 4) +
  rect(488, 508, 240, 66, pen.p.wood, 4) +
  circle(352, 541, 7, pen.p.c) +
  circle(608, 541, 7, pen.p.c) +
  many(
    5,
    (i) =>
      rect(
        226 + i * 38,
        420 - (i % 2) * 22,
        28,
        50 + (i % 2) * 22,
        [pen.p.a, pen.p.b, pen.p.c, pen.p.leaf, pen.p.paper][i] ?? pen.p.a,
        6,
      ) + rect(233 + i * 38, 406 - (i % 2) * 22, 14, 16, pen.p.ink, 3),
  ) +
  at(
    650,
    470,
    path('M-30-70H30L24 0H-24Z', '#cfeaf0', 'opacity=".85"') +
      stroke('M-10-10L-20-110M4-10L2-124M14-10L26-104', pen.p.ink, 7) +
      rect(-30, -126, 16, 40, pen.p.a, 3) +
      circle(26, -112, 10, 'none', `stroke="${pen.p.ink}" stroke-width="5"`),
  ) +
  rect(90, 150, 60, 240, pen.p.paper, 12) +
  pen.within(
    rect(94, 180, 52, 180, '#000'),
    many(9, (i) => path(`M80 ${160 + i * 34}l80-40v16l-80 40Z`, i % 2 ? pen.p.b : pen.p.a)),
  ) +
  rect(82, 150, 76, 32, pen.p.ink, 10) +
  rect(82, 358, 76, 32, pen.p.ink, 10) +
  shelf(pen, 900, 230, 230) +
  pendant(pen, 860, 10, pen.p.b) +
  shadow(800, 736, 190, 22, 0.28) +
  oval(800, 724, 120, 24, pen.p.ink) +
  rect(778, 620, 44, 100, '#aab0c4') +
  rect(800, 620, 22, 100, pen.p.ink, 0, 'opacity=".15"') +
  path('M690 570H930Q950 570 946 600L936 630H690Q660 630 662 600Z', pen.p.a) +
  path('M890 270Q960 270 964 330L950 590H870L862 330Q860 270 890 270Z', pen.p.a) +
  path('M920 280Q960 280 964 330L950 590H920Z', pen.p.ink, 'opacity=".16"') +
  faint(0.4, stroke('M880 350H950M878 420H950M878 490H948', pen.p.ink, 4)) +
  rect(876, 216, 74, 62, pen.p.a, 22) +
  rect(904, 268, 18, 20, '#aab0c4') +
  path('M700 500H880V526H700Q680 526 680 513T700 500Z', pen.p.ink) +
  stroke('M710 520L700 580M860 520V570', '#aab0c4', 12) +
  stroke('M690 626L620 690', '#aab0c4', 14) +
  rect(560, 680, 100, 22, pen.p.ink, 10) +
  path('M700 566h150l-6 14H700Z', '#fff', 'opacity=".35"') +
  plant(pen, 1110, 690, 1.35, pen.p.c)

export const braids = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wall, pen.p.wallDark)) +
  circle(600, 380, 330, pen.p.c, 'opacity=".55"') +
  circle(600, 380, 260, pen.p.paper, 'opacity=".4"') +
  many(
    10,
    (i) =>
      `<g transform="translate(600 380) rotate(${i * 36 + 18}) translate(0 -340)">${path('M0 60Q-40 10 0-50Q40 10 0 60Z', i % 2 ? pen.p.leaf : pen.p.leafDark)}${stroke('M0 50V-30', pen.p.leafDark, 3)}</g>`,
  ) +
  path('M330 800Q340 640 480 610L540 590V520H660V590L720 610Q860 640 870 800Z', pen.p.a) +
  path('M536 470h128v110q-20 50-64 50t-64-50Z', '#7a4b33') +
  path('M536 540q64 60 128-6v34q-60 46-128 0Z', '#5c3526', 'opacity=".6"') +
  path('M470 330Q470 190 600 190T730 330V400Q720 540 600 546Q480 540 470 400Z', '#8a5a3e') +
  oval(466, 400, 18, 30, '#8a5a3e') +
  oval(734, 400, 18, 30, '#8a5a3e') +
  circle(462, 444, 12, 'none', `stroke="${pen.p.c}" stroke-width="6"`) +
  circle(738, 444, 12, 'none', `stroke="${pen.p.c}" stroke-width="6"`) +
  path(
    'M462 380C440 150 560 130 600 130S760 150 738 380C730 300 690 250 600 250S470 300 462 380Z',
    '#221a26',
  ) +
  faint(
    0.8,
    many(9, (i) =>
      stroke(
        `M${500 + i * 25} ${272 - Math.round(26 * Math.sin(((i + 0.5) / 9) * 3.14))}Q${540 + i * 15} 190 ${580 + i * 5} 140`,
        '#8a5a3e',
        4,
      ),
    ),
  ) +
  circle(600, 110, 84, '#221a26') +
  many(6, (i) => stroke(`M${540 + i * 24} ${150 - (i % 2) * 6}q-14-50 ${26 - i * 6}-100`, '#4a3a4e', 8)) +
  path('M534 148Q600 180 666 148V130Q600 160 534 130Z', pen.p.c) +
  many(2, (s) =>
    many(11, (i) => {
      const x = s ? 752 + Math.round(10 * Math.sin(i)) : 448 - Math.round(10 * Math.sin(i))
      return (
        oval(x, 340 + i * 34, 21 - i * 0.6, 23, i % 2 ? '#221a26' : '#352b3c') +
        (i > 7 ? rect(x - 18, 340 + i * 34, 36, 12, i % 2 ? pen.p.c : pen.p.b, 6) : '')
      )
    }),
  ) +
  stroke('M520 386q26-18 52 0M628 386q26-18 52 0', '#221a26', 7) +
  stroke('M524 412q24 18 46 0M630 412q24 18 46 0', '#221a26', 6) +
  stroke('M600 420q-10 30 4 34', '#5c3526', 5) +
  path('M566 486Q584 474 600 480Q616 474 634 486Q600 520 566 486Z', '#b5486a') +
  circle(506, 452, 22, pen.p.a, 'opacity=".25"') +
  circle(694, 452, 22, pen.p.a, 'opacity=".25"') +
  path('M330 800Q340 640 480 610Q540 720 600 720T720 610Q860 640 870 800Z', pen.p.b) +
  faint(
    0.8,
    many(11, (i) =>
      circle(
        430 + i * 34,
        690 + Math.round(40 * Math.sin((i / 10) * 3.14)),
        9,
        i % 2 ? pen.p.c : pen.p.paper,
      ),
    ),
  ) +
  sparkle(280, 220, 30, '#fff') +
  sparkle(920, 260, 24, '#fff') +
  sparkle(880, 560, 18, '#fff')
