import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { at, circle, faint, many, oval, path, rect, shadow, stroke } from '../shapes.ts'

/** Stillness among the plants of a glasshouse. */
export const glasshouse = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down('#d8eee6', '#f3f7e4')) +
  circle(600, 250, 460, pen.glow(pen.p.sun, 0.7)) +
  stroke('M0 260Q600-220 1200 260', pen.p.leafDark, 14) +
  many(9, (i) =>
    stroke(
      `M${i * 150} ${260 - Math.round(240 * Math.sin((i / 8) * 3.14))}V640`,
      pen.p.leafDark,
      i % 4 ? 6 : 10,
      'opacity=".7"',
    ),
  ) +
  stroke('M0 300H1200M0 470H1200', pen.p.leafDark, 6, 'opacity=".7"') +
  rect(0, 620, 1200, 180, pen.down('#d8cbb8', '#b3a491')) +
  faint(
    0.35,
    many(3, (r) => many(7, (c) => rect(c * 190 - (r % 2) * 95, 630 + r * 58, 180, 50, '#fff', 6))),
  ) +
  many(
    2,
    (s) =>
      `<g${s ? ' transform="translate(1200 0) scale(-1 1)"' : ''}>${many(9, (i) => path('M0 0C-60-70-60-250 10-330C80-250 60-70 0 0Z', i % 2 ? pen.p.leaf : pen.p.leafDark, `transform="translate(90 690) rotate(${-64 + i * 17})"`))}${many(6, (i) => stroke(`M250 690Q${240 + i * 12} 560 ${190 + i * 40} ${500 - (i % 3) * 40}`, pen.p.leafDark, 6) + circle(190 + i * 40, 490 - (i % 3) * 40, 24, [pen.p.a, '#f3a6b8', pen.p.c][i % 3] ?? pen.p.a) + circle(190 + i * 40, 490 - (i % 3) * 40, 9, '#fff3c8'))}${rect(190, 670, 130, 90, pen.p.a, 10)}</g>`,
  ) +
  many(
    3,
    (i) =>
      stroke(`M${480 + i * 120} 0V${70 + (i % 2) * 30}`, pen.p.ink, 3) +
      path(`M${440 + i * 120} ${70 + (i % 2) * 30}h80q0 50-40 50t-40-50Z`, pen.p.wood) +
      many(5, (k) =>
        stroke(
          `M${450 + i * 120 + k * 15} ${80 + (i % 2) * 30}q${-20 + k * 10} 50 ${-14 + k * 7} 90`,
          k % 2 ? pen.p.leaf : pen.p.leafDark,
          8,
        ),
      ),
  ) +
  many(3, (i) => {
    const x = [600, 380, 820][i] ?? 600
    const y = i ? 660 : 720
    const k = i ? 0.82 : 1.16
    const tone = skins[[3, 2, 0][i] ?? 0] ?? skins[0]
    const top = [pen.p.b, pen.p.paper, pen.p.c][i] ?? pen.p.b
    return at(
      x,
      y,
      shadow(0, 30, 150, 14, 0.2) +
        oval(0, 26, 140, 20, pen.p.a) +
        stroke('M-20-6L-104 0L-30 20M20-6L104 0L30 20', pen.p.ink, 34) +
        oval(-20, 22, 24, 11, tone) +
        oval(24, 24, 24, 11, tone) +
        path('M-46-130Q0-158 46-130L36 4H-36Z', top) +
        stroke('M-46-118L-74-54L-64-16M46-118L74-54L64-16', top, 25) +
        circle(-66, -8, 13, tone) +
        circle(66, -8, 13, tone) +
        rect(-11, -166, 22, 34, tone) +
        oval(0, -196, 32, 38, tone) +
        path('M-34-196Q-36-244 0-244T34-196Q20-222 0-222T-34-196Z', i === 2 ? '#a5582e' : '#2b1d2a') +
        circle(0, -246, i === 1 ? 0 : 15, i === 2 ? '#a5582e' : '#2b1d2a') +
        stroke('M-18-194q8 7 14 0M5-194q8 7 14 0', '#2b1d2a', 3.5) +
        stroke('M-7-176q7 5 14 0', '#8f4a34', 3),
      k,
    )
  })
