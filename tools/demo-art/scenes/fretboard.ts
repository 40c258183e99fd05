import { flipped, fromAbove, hand } from '../hands.ts'
import type { Pen } from '../pen.ts'
import { at, circle, many, path, polygon, rect, stroke } from '../shapes.ts'

/** A chord on the neck of a guitar, in firelight. */
export const fretboard = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down('#1d2246', '#3a2a4a')) +
  many(40, () =>
    circle(pen.between(0, 1200), pen.between(0, 320), pen.between(1, 3), '#fff', 'opacity=".7"'),
  ) +
  many(7, (i) =>
    polygon(
      [
        [i * 200 - 60, 470],
        [i * 200 + 40, 200 + ((i * 67) % 90)],
        [i * 200 + 140, 470],
      ],
      '#182040',
    ),
  ) +
  circle(190, 560, 420, pen.glow('#ff9a4a', 0.8)) +
  at(
    190,
    700,
    path('M0-300Q120-160 90-40Q60 40 0 40T-90-40Q-110-150 0-300Z', '#ef7a2f') +
      path('M10-210Q80-110 54-30Q30 30 0 30T-54-30Q-60-110 10-210Z', '#ffb347') +
      path('M0-110Q40-50 24 0Q10 24 0 24T-24 0Q-30-50 0-110Z', '#fff0b8') +
      rect(-150, 20, 300, 36, '#5d3a24', 16, 'transform="rotate(-10)"') +
      rect(-150, 20, 300, 36, '#7a4e30', 16, 'transform="rotate(10)"'),
  ) +
  `<g transform="rotate(-14 700 480)">${
    path('M760 250Q900 180 1300 220V860Q900 860 770 760Q660 620 700 500Q720 330 760 250Z', '#c98a4a') +
    path(
      'M760 250Q900 180 1300 220V240Q920 206 780 270Q740 350 724 500Q690 620 790 750L770 760Q660 620 700 500Q720 330 760 250Z',
      '#fff',
      'opacity=".25"',
    ) +
    circle(980, 490, 126, '#6b3f24') +
    circle(980, 490, 106, '#241318') +
    circle(980, 490, 146, 'none', `stroke="${pen.p.c}" stroke-width="9" stroke-dasharray="12 9"`) +
    rect(120, 420, 760, 140, '#3a241b', 8) +
    many(8, (i) => rect(160 + i * 92 - i * i * 1.6, 420, 7, 140, '#d9c08a')) +
    many(3, (i) => circle(390 + i * 164, 490, 11, '#f3e3c8')) +
    many(6, (i) => stroke(`M100 ${436 + i * 22}H1240`, '#f0e6d0', 5 - i * 0.5))
  }</g>` +
  at(420, 620, `<g transform="rotate(-10)">${fromAbove(hand(0, pen.p.a))}</g>`, 1.22) +
  at(1010, 300, `<g transform="rotate(196)">${flipped(fromAbove(hand(0, pen.p.a)))}</g>`, 1.15) +
  many(20, () =>
    circle(pen.between(100, 420), pen.between(80, 460), pen.between(2, 5), '#ffc46a', 'opacity=".9"'),
  )
