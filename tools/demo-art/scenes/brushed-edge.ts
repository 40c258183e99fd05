import { fist, hand } from '../hands.ts'
import type { Pen } from '../pen.ts'
import { at, faint, many, oval, path, rect, shadow, stroke } from '../shapes.ts'

/** A brush draws a straight edge between two wall colors. */
export const brushedEdge = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down('#fffaf0', '#f1e6d4')) +
  rect(0, 250, 1200, 550, pen.down(pen.p.b, pen.p.near)) +
  faint(
    0.16,
    many(6, (i) => rect(i * 210 - 40, 250, 120, 550, '#fff')),
  ) +
  rect(0, 232, 1200, 26, '#7fb8e8') +
  faint(
    0.4,
    many(20, (i) => stroke(`M${i * 64} 236l18 18`, '#fff', 4)),
  ) +
  path('M620 258H1200V420Q1120 470 1040 400Q960 470 860 396Q780 480 700 400Q640 430 620 380Z', pen.p.a) +
  faint(0.3, stroke('M680 290H1180M700 320H1150M720 350H1100', '#fff', 6)) +
  at(
    600,
    360,
    fist(
      hand(3, '#fffaf0'),
      path('M-60-190Q-66-110-46-90H46Q66-110 60-190Q30-206 0-196T-60-190Z', '#8a5a3c') +
        path('M-62-150Q-68-214-44-226Q0-236 44-226Q68-214 62-150Q30-166 0-154T-62-150Z', pen.p.a) +
        rect(-50, -98, 100, 44, '#c9ced9', 4) +
        stroke('M-50-84H50M-50-70H50', '#8b91a5', 4) +
        path('M-40-56H40Q30 0 24 90Q20 190 0 194Q-20 190-24 90Q-30 0-40-56Z', pen.p.wood),
    ),
    1.12,
    62,
  ) +
  rect(40, 560, 20, 20, 'none') +
  at(
    190,
    770,
    shadow(0, 4, 150, 18, 0.3) +
      path('M-120-170H120L104 0H-104Z', '#c9ced9') +
      path('M60-170H120L104 0H60Z', pen.p.ink, 'opacity=".15"') +
      oval(0, -170, 120, 28, '#aab0c4') +
      oval(0, -168, 104, 22, pen.p.a) +
      path('M-110-120h14v60q-8 12-14 0Z', pen.p.a) +
      path('M-84-150q-10 70 0 96q10 16 18 0V-150Z', pen.p.a) +
      stroke('M-118-160Q0-330 118-160', '#8b91a5', 8),
  ) +
  many(4, (i) =>
    rect(
      850 + i * 70,
      640 + i * 8,
      100,
      140,
      [pen.p.c, pen.p.a, '#f3a6b8', '#8cc06d'][i] ?? pen.p.a,
      8,
      `transform="rotate(${-18 + i * 12} ${900 + i * 60} 780)"`,
    ),
  )
