import type { Pen } from '../pen.ts'
import { at, circle, many, oval, path, rect, stroke } from '../shapes.ts'

export const note = (x: number, y: number, color: string, size = 1, turn = 0) =>
  at(
    x,
    y,
    oval(-14, 0, 17, 12, color, 'transform="rotate(-18)"') +
      oval(36, -6, 17, 12, color, 'transform="rotate(-18)"') +
      stroke('M0-4V-74L50-92V-20', color, 7) +
      stroke('M0-70L50-88', color, 14),
    size,
    turn,
  )

export const sheet = (pen: Pen, w: number, h: number) =>
  rect(0, 0, w, h, pen.p.paper, 3) +
  many(
    Math.floor(h / 50),
    (r) =>
      many(5, (i) => stroke(`M14 ${22 + r * 50 + i * 6}H${w - 14}`, pen.p.ink, 1.4, 'opacity=".45"')) +
      many(
        6,
        (i) =>
          circle(28 + (i * (w - 50)) / 6, 24 + r * 50 + ((i * 11 + r * 7) % 22), 4.4, pen.p.ink) +
          stroke(`M${32 + (i * (w - 50)) / 6} ${24 + r * 50 + ((i * 11 + r * 7) % 22)}v-18`, pen.p.ink, 1.6),
      ),
  )

export const guitarBody = (pen: Pen, wood: string) =>
  rect(-15, -420, 30, 300, pen.p.woodDark, 4) +
  many(11, (i) => stroke(`M-14 ${-400 + i * 25}H14`, pen.p.c, 2.5)) +
  path('M-22-420L-28-500Q0-516 28-500L22-420Z', pen.p.ink) +
  many(3, (i) => circle(-36, -490 + i * 26, 8, pen.p.paper) + circle(36, -490 + i * 26, 8, pen.p.paper)) +
  path(
    'M-30-170C-110-186-130-100-84-56C-150-20-150 150 0 154C150 150 150-20 84-56C130-100 110-186 30-170Q0-160-30-170Z',
    wood,
  ) +
  path(
    'M30-170C110-186 130-100 84-56C150-20 150 150 0 154C90 130 100 10 40-40C80-90 60-150 14-164Z',
    pen.p.woodDark,
    'opacity=".35"',
  ) +
  circle(0, -20, 46, pen.p.woodDark) +
  circle(0, -20, 38, pen.p.ink) +
  circle(0, -20, 52, 'none', `stroke="${pen.p.c}" stroke-width="4" stroke-dasharray="5 4"`) +
  rect(-48, 84, 96, 18, pen.p.ink, 6) +
  many(6, (i) => stroke(`M${-10 + i * 4} -420L${-12 + i * 5} 90`, pen.p.paper, 1.4, 'opacity=".8"')) +
  path(
    'M-96-110q-16 20 0 44M-104-10q-34 60 10 120',
    'none',
    'stroke="#fff" stroke-width="8" stroke-linecap="round" opacity=".35"',
  )
