import { fist, hand } from '../hands.ts'
import { windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect, shadow, stroke } from '../shapes.ts'

/** The rear wheel of a bicycle: chain, gears, and a wrench on the axle. */
export const gears = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wall, pen.p.wallDark)) +
  windowView(pen, 850, 60, 240, 240, false) +
  circle(400, 420, 420, pen.glow('#fff3d8', 0.7)) +
  circle(400, 440, 520, 'none', `stroke="${pen.p.ink}" stroke-width="54"`) +
  circle(400, 440, 482, 'none', 'stroke="#aab0c4" stroke-width="14"') +
  many(14, (i) =>
    stroke(
      `M${Math.round(400 + 60 * Math.cos(i * 0.449 + 0.3))} ${Math.round(440 + 60 * Math.sin(i * 0.449 + 0.3))}L${Math.round(400 + 478 * Math.cos(i * 0.449))} ${Math.round(440 + 478 * Math.sin(i * 0.449))}`,
      '#9aa0b5',
      5,
    ),
  ) +
  stroke('M400 440L1220 330M400 440L760-40', pen.p.a, 46) +
  stroke('M400 436L1220 322M396 436L752-44', '#fff', 8, 'opacity=".35"') +
  many(5, (r) =>
    circle(
      400,
      440,
      186 - r * 30,
      r % 2 ? '#c9ced9' : '#8b91a5',
      `stroke="${pen.p.ink}" stroke-width="3" stroke-dasharray="9 9" stroke-linecap="butt"`,
    ),
  ) +
  circle(400, 440, 44, '#4f5770') +
  path('M400 408L428 424V456L400 472L372 456V424Z', '#c9ced9') +
  circle(400, 440, 12, pen.p.ink) +
  stroke('M420 254L1220 430M400 626Q470 640 500 700', '#3a4158', 22) +
  stroke('M420 254L1220 430M400 626Q470 640 500 700', '#c9ced9', 10, 'stroke-dasharray="4 20"') +
  stroke('M400 440Q470 560 500 640L540 740', pen.p.ink, 34) +
  circle(492, 640, 42, '#4f5770', 'stroke="#c9ced9" stroke-width="6" stroke-dasharray="8 8"') +
  circle(492, 640, 12, '#c9ced9') +
  circle(540, 744, 42, '#4f5770', 'stroke="#c9ced9" stroke-width="6" stroke-dasharray="8 8"') +
  at(
    640,
    470,
    fist(
      hand(2, pen.p.b),
      `<g transform="rotate(-82) translate(0 -20)">${path('M-18 150V-150Q-60-170-54-216Q-46-256-18-262V-206L0-194L18-206V-262Q46-256 54-216Q60-170 18-150V150Q0 170-18 150Z', '#c3c8d6')}${path('M4-150h14v300q-6 10-14 12Z', '#1d1b33', 'opacity=".15"')}</g>`,
    ),
    1.1,
    14,
  ) +
  at(
    1060,
    770,
    shadow(0, 0, 80) +
      path('M-50-130H50V0H-50Z', pen.p.c) +
      rect(-50, -96, 100, 50, pen.p.paper) +
      path('M-50-130L-12-170H12L50-130Z', pen.p.ink) +
      stroke('M0-170L30-250', pen.p.ink, 8),
  ) +
  at(930, 770, oval(0, -16, 80, 20, pen.p.b) + faint(0.4, stroke('M-50-20q40-14 90 0', '#fff', 6)))
