import { bookStack, mug, pendant, plant, shelf, tabletop, windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, shadow, sparkle, stroke } from '../shapes.ts'

export const paperwork = (pen: Pen) =>
  tabletop(pen, 420) +
  windowView(pen, 130, 50, 260, 240) +
  shelf(pen, 800, 210, 310) +
  plant(pen, 1090, 430, 0.9, pen.p.a) +
  rect(170, 500, 800, 280, pen.p.b, 16, 'opacity=".9"') +
  `<g transform="rotate(-5 480 600)">${rect(300, 440, 340, 330, '#000', 4, 'opacity=".12"')}${rect(290, 430, 340, 330, pen.p.paper, 4)}${faint(
    0.4,
    many(8, (i) =>
      rect(330, 480 + i * 24, [250, 220, 260, 180, 240, 260, 130, 200][i] ?? 200, 8, pen.p.ink, 4),
    ),
  )}${rect(330, 450, 140, 14, pen.p.b, 6)}${stroke('M340 716q20-40 34-6t30-16t30 10t40-14', pen.p.b, 5)}${stroke('M330 732H500', pen.p.ink, 3)}${circle(560, 690, 44, pen.p.a) + circle(560, 690, 34, 'none', 'stroke="#fff" stroke-width="4" stroke-dasharray="6 5"') + path('M538 728l-10 50 22-12 14 16 6-50Z', pen.p.a) + sparkle(560, 690, 26, '#fff')}</g>` +
  at(
    780,
    690,
    shadow(0, 4, 100, 16, 0.3) +
      rect(-84, -40, 168, 40, pen.p.ink, 8) +
      path('M-60-40Q-20-60-24-110H24Q20-60 60-40Z', pen.p.wood) +
      circle(0, -140, 46, pen.p.wood) +
      circle(-14, -156, 14, '#fff', 'opacity=".35"') +
      rect(-90, -14, 180, 16, pen.p.a, 4),
  ) +
  at(960, 720, rect(-80, -40, 160, 44, pen.p.ink, 10) + rect(-66, -34, 132, 24, pen.p.a, 6)) +
  stroke('M640 700L720 520', pen.p.ink, 14) +
  stroke('M640 700l-8 20', pen.p.c, 7) +
  mug(pen, 190, 520, pen.p.a, 0.9) +
  bookStack(pen, 620, 424, 3, 0.9) +
  oval(960, 560, 70, 24, 'none', `stroke="${pen.p.ink}" stroke-width="8"`) +
  oval(1110, 570, 60, 22, 'none', `stroke="${pen.p.ink}" stroke-width="8"`) +
  stroke('M1030 558q12-10 22 4', pen.p.ink, 7) +
  pendant(pen, 560, 20, pen.p.c)
