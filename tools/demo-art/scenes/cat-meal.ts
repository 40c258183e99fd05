import { fromAbove, hand } from '../hands.ts'
import { rug, shelf } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, polygon, rect, shadow, stroke } from '../shapes.ts'
import { cat } from './animals.ts'

/** The cat's bowl is filled. */
export const catMeal = (pen: Pen) =>
  rect(0, 0, 1200, 560, pen.down(pen.p.wall, pen.p.wallDark)) +
  faint(
    0.2,
    polygon(
      [
        [120, 0],
        [420, 0],
        [720, 560],
        [420, 560],
      ],
      pen.p.sun,
    ),
  ) +
  rect(0, 540, 1200, 24, pen.p.paper, 0, 'opacity=".8"') +
  rect(0, 560, 1200, 240, pen.down(pen.p.floor, pen.p.floorDark)) +
  shelf(pen, 60, 200, 300) +
  at(
    1070,
    700,
    shadow(0, 0, 90) +
      rect(-60, -420, 120, 400, '#e3c79b', 12) +
      faint(
        0.5,
        many(13, (i) => stroke(`M-58 ${-400 + i * 30}h116`, '#b8935d', 8)),
      ) +
      rect(-130, -26, 260, 36, pen.p.a, 10) +
      oval(0, -430, 130, 26, pen.p.a) +
      stroke('M110-420q20 60 4 100', pen.p.ink, 4) +
      circle(114, -306, 22, pen.p.c),
  ) +
  rug(pen, 560, 720, 430, 66) +
  at(460, 700, stroke('M60-24Q150-10 166-60Q172-92 146-98', '#6d7387', 30), 1.25) +
  // Cuts off the tail, which hangs from a window sill elsewhere.
  pen.within(rect(300, 0, 278, 712, '#000'), at(460, 700, cat(pen, '#6d7387', '#4a5068'), 1.25)) +
  at(
    730,
    730,
    shadow(0, 0, 110, 14, 0.3) +
      path('M-110-60H110L84 0H-84Z', pen.p.b) +
      path('M40-60H110L84 0H50Z', pen.p.ink, 'opacity=".14"') +
      oval(0, -60, 110, 24, '#174a63') +
      many(14, (i) => circle(-78 + i * 12, -66 - ((i * 17) % 16), 11, i % 2 ? '#a8642f' : '#8a4f2d')) +
      path('M-14-40q14-16 28 0l-14 12Z', pen.p.paper),
  ) +
  many(9, (i) => circle(764 + ((i * 23) % 40) - 40, 460 + i * 22, 9, i % 2 ? '#a8642f' : '#8a4f2d')) +
  at(
    900,
    300,
    `<g transform="rotate(-112)">${path('M-70-120H70L56 70H-56Z', pen.p.c) + path('M-62-30Q0-50 62-30L58 40H-58Z', pen.p.paper) + path('M-26-4L-20-24L-4-14H4L20-24L26-4Q26 22 0 24T-26-4Z', pen.p.ink)}</g>`,
    1.1,
  ) +
  at(1000, 232, `<g transform="rotate(-96)">${fromAbove(hand(3, pen.p.a))}</g>`, 1.02) +
  circle(200, 690, 46, pen.p.a) +
  stroke(
    'M168 664q40 10 62 50M160 690q40 4 50 40M196 646q30 14 44 40M236 716q60 20 90-6',
    '#fff',
    5,
    'opacity=".55"',
  )
