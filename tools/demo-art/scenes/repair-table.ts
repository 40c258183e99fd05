import { hand, pinch } from '../hands.ts'
import { tabletop } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { at, circle, many, oval, path, rect, shadow, sparkle, stroke } from '../shapes.ts'

/** A toaster, a lamp, and a radio wait on the repair table. */
export const repairTable = (pen: Pen) =>
  tabletop(pen, 520) +
  stroke('M700 0V90', pen.p.ink, 5) +
  circle(700, 150, 320, pen.glow('#ffe2a0', 0.6)) +
  path('M590 170Q600 90 700 86T810 170Z', pen.p.a) +
  oval(700, 172, 44, 18, '#fff3c8') +
  rect(60, 110, 380, 190, pen.p.wood, 8) +
  rect(60, 110, 380, 190, pen.p.paper, 8, 'opacity=".35"') +
  many(6, (i) =>
    at(
      110 + i * 56,
      160,
      rect(-7, 0, 14, 90 - ((i * 29) % 40), '#8b91a5', 6) +
        circle(0, -6, 17, '#8b91a5') +
        circle(0, -6, 7, pen.p.paper) +
        rect(-10, 50, 20, 50, [pen.p.a, pen.p.b, pen.p.c][i % 3] ?? pen.p.a, 8),
    ),
  ) +
  at(
    330,
    640,
    shadow(0, 0, 190, 20, 0.25) +
      rect(-180, -180, 360, 170, '#c9ced9', 44) +
      rect(-180, -60, 360, 50, pen.p.ink, 20, 'opacity=".12"') +
      rect(-150, -190, 300, 24, '#6d7387', 12) +
      path('M-110-184V-260Q-110-290-76-290H76Q110-290 110-260V-184Z', '#e0a85c') +
      path('M-92-184V-256Q-92-272-72-272H72Q92-272 92-256V-184Z', '#f3cf95') +
      rect(160, -130, 30, 60, pen.p.ink, 8) +
      circle(-110, -60, 17, pen.p.ink) +
      rect(-190, -16, 60, 22, pen.p.ink, 8) +
      rect(130, -16, 60, 22, pen.p.ink, 8) +
      stroke('M-180-60Q-260-40-250 40T-330 90', pen.p.ink, 9),
  ) +
  at(
    700,
    690,
    shadow(0, 0, 200, 16, 0.25) +
      rect(-200, -170, 400, 170, pen.p.a, 24) +
      rect(-200, -40, 400, 40, pen.p.ink, 20, 'opacity=".14"') +
      circle(-110, -86, 62, pen.p.ink) +
      circle(-110, -86, 50, '#4f5770') +
      many(5, (i) => stroke(`M${-146 + i * 18}-120V-52`, pen.p.ink, 5)) +
      rect(-20, -140, 190, 44, '#fff3c8', 6) +
      many(8, (i) => stroke(`M${-6 + i * 23}-132v${i % 2 ? 12 : 22}`, pen.p.ink, 3)) +
      stroke('M80-138V-98', pen.p.a, 6) +
      circle(24, -50, 26, pen.p.c) +
      circle(120, -50, 26, pen.p.c) +
      stroke('M150-170L260-310', '#8b91a5', 7),
  ) +
  at(
    930,
    600,
    pinch(
      hand(1, pen.p.b),
      at(
        20,
        16,
        `<g transform="rotate(-52)">${rect(-6, -90, 12, 96, '#aab0c4') + rect(-17, 0, 34, 130, pen.p.c, 12)}</g>`,
      ),
    ),
    1.15,
  ) +
  many(6, (i) =>
    at(
      120 + i * 40,
      740 - ((i * 23) % 26),
      rect(-4, 0, 8, 28, '#8b91a5') + rect(-10, -6, 20, 9, '#aab0c4', 4),
      1,
      i * 50,
    ),
  ) +
  sparkle(520, 360, 22, '#fff')
