import { hand, pinch } from '../hands.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, path, rect, sparkle, stroke } from '../shapes.ts'

/** An open laptop case on a mat, and the driver that loosens a screw. */
export const openedLaptop = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wood, pen.p.woodDark)) +
  rect(110, 60, 980, 690, pen.p.b, 24) +
  faint(
    0.25,
    many(13, (i) => stroke(`M${180 + i * 72} 66V744`, '#fff', 2)) +
      many(9, (i) => stroke(`M116 ${130 + i * 74}H1084`, '#fff', 2)),
  ) +
  rect(216, 150, 640, 460, pen.p.ink, 26, 'opacity=".3"') +
  rect(200, 130, 640, 460, '#c3c8d6', 26) +
  rect(220, 150, 600, 420, '#3a4158', 16) +
  rect(238, 400, 260, 150, '#23283a', 10) +
  rect(250, 412, 114, 126, '#4f5770', 6) +
  rect(372, 412, 114, 126, '#4f5770', 6) +
  rect(282, 424, 50, 10, pen.p.c, 5) +
  rect(404, 424, 50, 10, pen.p.c, 5) +
  rect(510, 166, 292, 250, '#2f7a5b', 10) +
  faint(
    0.6,
    stroke('M530 190h80l30 30v60M540 390v-60l40-40M780 180v90l-30 30v90M620 400v-50h90', '#8fd3a8', 4),
  ) +
  rect(600, 230, 110, 110, pen.p.ink, 8) +
  rect(614, 244, 82, 82, '#6d7387', 6) +
  many(5, (i) => rect(532 + (i % 2) * 24, 200 + i * 34, 16, 26, pen.p.ink, 3)) +
  rect(730, 310, 56, 90, '#c9ced9', 4) +
  circle(352, 270, 88, '#23283a') +
  many(9, (i) =>
    path('M0 0Q30-30 20-72Q-4-40-6-4Z', '#6d7387', `transform="translate(352 270) rotate(${i * 40})"`),
  ) +
  circle(352, 270, 22, '#c9ced9') +
  stroke('M440 270Q500 260 520 300', '#c98a3e', 14) +
  rect(520, 436, 282, 114, '#4f5770', 8) +
  rect(540, 456, 120, 74, '#2f7a5b', 6) +
  many(3, (i) => rect(552 + i * 34, 470, 24, 46, pen.p.ink, 3)) +
  many(
    6,
    (i) =>
      circle([234, 806, 234, 806, 506, 690][i] ?? 0, [164, 164, 556, 556, 424, 494][i] ?? 0, 9, '#c9ced9') +
      stroke(
        `M${([234, 806, 234, 806, 506, 690][i] ?? 0) - 5} ${[164, 164, 556, 556, 424, 494][i] ?? 0}h10`,
        '#4f5770',
        3,
      ),
  ) +
  at(
    690,
    494,
    pinch(
      hand(2, pen.p.a),
      stroke('M0 0L-8-6', pen.p.ink, 2) +
        at(
          20,
          16,
          `<g transform="rotate(-52)">${rect(-6, -60, 12, 66, '#aab0c4') + rect(-17, 0, 34, 130, pen.p.c, 12) + stroke('M-6 14V116M6 14V116', pen.p.ink, 4, 'opacity=".25"') + rect(-17, 126, 34, 22, pen.p.ink, 8)}</g>`,
        ),
    ),
    1.25,
  ) +
  at(
    990,
    170,
    rect(-70, -70, 140, 140, pen.p.paper, 14) +
      many(9, (i) => circle(-40 + (i % 3) * 40, -40 + Math.floor(i / 3) * 40, 7, '#8b91a5')),
  ) +
  many(3, (i) =>
    at(
      180 + i * 64,
      680,
      rect(-60, -10, 70, 8, '#aab0c4') +
        rect(0, -18, 90, 26, [pen.p.a, pen.p.c, pen.p.leaf][i] ?? pen.p.a, 10),
      0.8,
      -76 + i * 6,
    ),
  ) +
  sparkle(330, 180, 20, '#fff')
