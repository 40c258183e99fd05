import { frame, plant, shelf, tabletop } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, shadow, sparkle, stroke } from '../shapes.ts'

const polish = (pen: Pen, color: string) =>
  shadow(4, 0, 52, 8) +
  path('M-46-96Q-46-116-26-120H26Q46-116 46-96V-12Q46 0 34 0H-34Q-46 0-46-12Z', color) +
  path('M14-120H26Q46-116 46-96V-12Q46 0 34 0H14Z', pen.p.ink, 'opacity=".16"') +
  path('M-34-94q2-14 14-16v96h-14Z', '#fff', 'opacity=".4"') +
  rect(-18, -130, 36, 14, color, 3) +
  path('M-22-230Q0-246 22-230L26-130H-26Z', pen.p.ink) +
  path('M-14-226l8-4-2 98h-10Z', '#fff', 'opacity=".25"')

export const nails = (pen: Pen) =>
  tabletop(pen, 500) +
  frame(pen, 120, 80, 200, 240, 1) +
  shelf(pen, 820, 270, 290) +
  circle(600, 230, 240, pen.glow('#fff3d8', 0.6)) +
  stroke('M470 500V330Q470 130 640 150', pen.p.ink, 14) +
  path('M610 120q80-10 96 70l-120 14q-20-70 24-84Z', pen.p.b) +
  oval(648, 200, 60, 14, '#fff6d8') +
  oval(470, 500, 70, 16, pen.p.ink) +
  many(6, (i) =>
    at(
      140 + i * 112 + (i > 2 ? 330 : 0),
      590 + ((i * 37) % 50),
      polish(pen, [pen.p.a, '#f3a6b8', pen.p.c, pen.p.b, '#8d5fa8', '#e96a52'][i] ?? pen.p.a),
      1.05,
    ),
  ) +
  path('M330 800Q340 690 440 660Q560 630 720 640Q840 644 880 690V800Z', pen.p.paper) +
  faint(
    0.4,
    many(9, (i) => stroke(`M${370 + i * 56} 690v90`, pen.p.wallDark, 6)),
  ) +
  path(
    'M500 800L520 700Q520 620 560 610L566 500Q570 478 590 480Q608 482 606 504L604 596L622 470Q628 450 646 454Q662 458 660 480L650 596L684 492Q692 474 708 482Q722 490 716 510L692 620L730 556Q742 542 756 552Q766 562 758 580L706 690Q700 740 712 800Z',
    '#e8b48c',
  ) +
  path('M520 700Q470 660 462 600Q464 580 484 582Q500 586 506 604L540 650Z', '#e8b48c') +
  path('M640 700Q690 690 712 660L706 690Q700 740 712 800H660Q664 740 640 700Z', '#b97c50', 'opacity=".3"') +
  [
    [585, 500, 4],
    [640, 472, 10],
    [702, 500, 20],
    [746, 566, 34],
    [480, 598, -22],
  ]
    .map(
      ([x = 0, y = 0, r = 0]) =>
        `<g transform="translate(${x} ${y}) rotate(${r})">${rect(-12, -20, 24, 34, pen.p.a, 11)}${rect(-6, -14, 6, 16, '#fff', 3, 'opacity=".55"')}</g>`,
    )
    .join('') +
  sparkle(800, 470, 22, '#fff') +
  sparkle(560, 440, 16, '#fff') +
  sparkle(720, 440, 14, '#fff') +
  at(
    1020,
    740,
    shadow(0, 0, 110) +
      path('M-110-60H110L80 0H-80Z', pen.p.b) +
      oval(0, -60, 110, 24, '#a9dbe8') +
      many(5, (i) => oval(-60 + i * 30, -62 + (i % 2) * 6, 16, 8, i % 2 ? pen.p.a : '#f3a6b8')),
  ) +
  at(
    190,
    750,
    rect(-120, -26, 210, 26, pen.p.c, 12, 'transform="rotate(-8)"') +
      rect(-100, -14, 180, 3, pen.p.ink, 0, 'opacity=".2" transform="rotate(-8)"'),
  )

export const makeup = (pen: Pen) =>
  tabletop(pen, 540) +
  shelf(pen, 60, 240, 250) +
  plant(pen, 1090, 560, 1.2, pen.p.b) +
  stroke('M600 540V480', pen.p.c, 26) +
  oval(600, 548, 130, 20, pen.p.c) +
  circle(600, 270, 226, pen.p.c) +
  pen.within(
    circle(600, 270, 204, '#000'),
    rect(390, 60, 420, 420, pen.down('#f2f8f6', '#bddbe0')) +
      path('M440 40h110L360 480V300ZM640 40h50L450 500h-60Z', '#fff', 'opacity=".6"') +
      path('M640 480Q660 380 720 380T830 480Z', pen.p.far, 'opacity=".6"'),
  ) +
  many(12, (i) => {
    const x = 600 + 226 * Math.cos(i * 0.524),
      y = 270 + 226 * Math.sin(i * 0.524)
    return circle(x, y, 40, pen.glow('#fff0c0', 0.8)) + circle(x, y, 10, '#fff8e2')
  }) +
  at(
    330,
    690,
    shadow(0, 10, 180, 20) +
      rect(-170, -110, 340, 116, pen.p.ink, 18, 'transform="skewX(-14)"') +
      many(
        10,
        (i) =>
          oval(
            -112 + (i % 5) * 62 - Math.floor(i / 5) * 12,
            -78 + Math.floor(i / 5) * 48,
            25,
            18,
            [
              pen.p.a,
              '#e9a08c',
              '#b5677a',
              pen.p.c,
              '#8a5a70',
              '#f3c9b0',
              '#c98a5e',
              '#6d5a8e',
              '#d96f6f',
              '#f6dcc6',
            ][i] ?? pen.p.a,
          ) +
          oval(
            -118 + (i % 5) * 62 - Math.floor(i / 5) * 12,
            -82 + Math.floor(i / 5) * 48,
            9,
            5,
            '#fff',
            'opacity=".35"',
          ),
      ),
  ) +
  at(
    640,
    700,
    shadow(0, 0, 46) +
      rect(-34, -96, 68, 96, pen.p.ink, 6) +
      rect(-28, -130, 56, 40, pen.p.c, 3) +
      path('M-22-130V-186L22-208V-130Z', pen.p.a) +
      path('M6-130v-70l16-8v78Z', pen.p.ink, 'opacity=".15"') +
      rect(-26, -90, 10, 84, '#fff', 4, 'opacity=".25"'),
  ) +
  at(
    740,
    716,
    `<g transform="rotate(78)">${rect(-26, -20, 52, 110, pen.p.c, 5) + rect(-22, -58, 44, 40, '#e8e2d5')}${path('M-18-58V-104L18-124V-58Z', '#b5486a')}</g>`,
  ) +
  at(
    900,
    690,
    shadow(0, 0, 90) +
      path('M-60-130H60L50 0H-50Z', pen.p.b) +
      path('M20-130H60L50 0H20Z', pen.p.ink, 'opacity=".15"') +
      many(
        5,
        (i) =>
          `<g transform="translate(${-36 + i * 18} -126) rotate(${-20 + i * 10})">${stroke('M0 0V-90', pen.p.woodDark, 8)}${rect(-7, -106, 14, 26, pen.p.c)}${path(`M-8-104Q-${20 - (i % 2) * 8}-150 0-168Q${20 - (i % 2) * 8}-150 8-104Z`, ['#f3a6b8', pen.p.ink, pen.p.a, '#8d5f78', '#f1c5a0'][i] ?? pen.p.a)}</g>`,
      ) +
      oval(0, -130, 60, 10, pen.p.ink, 'opacity=".3"'),
  ) +
  at(
    520,
    756,
    oval(0, 0, 62, 20, '#f3c9b0') + oval(0, -8, 62, 20, pen.p.paper) + oval(0, -9, 48, 14, '#f1b7a6'),
  ) +
  sparkle(700, 180, 22, '#fff') +
  sparkle(500, 360, 16, '#fff')
