import { fromAbove, hand } from '../hands.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, path, rect, stroke } from '../shapes.ts'

/** A café table for two from above: cups, a notebook, and a churro each. */
export const languageTable = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.floor, pen.p.floorDark)) +
  faint(
    0.4,
    many(5, (r) =>
      many(7, (c) => ((r + c) % 2 ? rect(c * 180 - 40, r * 180 - 40, 180, 180, pen.p.paper) : '')),
    ),
  ) +
  circle(600, 410, 396, pen.p.ink, 'opacity=".2"') +
  circle(600, 396, 390, pen.down(pen.p.wood, pen.p.woodDark)) +
  circle(600, 396, 390, 'none', `stroke="${pen.p.c}" stroke-width="12"`) +
  at(
    470,
    420,
    rect(-150, -190, 300, 380, pen.p.ink, 12, 'opacity=".2" transform="translate(10 12)"') +
      rect(-150, -190, 300, 380, pen.p.paper, 10) +
      rect(-150, -190, 46, 380, pen.p.a, 10) +
      many(9, (i) => circle(-104, -160 + i * 40, 7, pen.p.ink)) +
      many(7, (i) => stroke(`M-80 ${-100 + i * 40}H120`, pen.p.b, 2, 'opacity=".4"')) +
      stroke('M-66-128q14-34 28 0t28 0 28 0M-70-72h90M-70-32h130M-70 8h70M-70 48h110', pen.p.ink, 7) +
      stroke('M40-140q40-14 70 4', pen.p.a, 7) +
      stroke('M-70 92h60', pen.p.leaf, 7) +
      stroke('M0 92l14 14 30-34', pen.p.leaf, 9),
    1,
    -9,
  ) +
  at(
    700,
    620,
    rect(-130, -12, 240, 22, pen.p.c, 8) +
      path('M110-12l36 11-36 11Z', '#f1d9b4') +
      rect(-140, -12, 26, 22, '#f3a6b8', 6),
    1,
    -32,
  ) +
  many(2, (i) =>
    at(
      i ? 830 : 650,
      i ? 460 : 190,
      circle(8, 10, 100, pen.p.ink, 'opacity=".2"') +
        circle(0, 0, 98, pen.p.paper) +
        circle(0, 0, 62, i ? pen.p.b : pen.p.a) +
        circle(0, 0, 50, '#6b3f24') +
        path('M0 26Q-40 0-26-20Q-10-34 0-14Q10-34 26-20Q40 0 0 26Z', '#efd9b8') +
        stroke('M58-16q44 0 40 30t-46 16', i ? pen.p.b : pen.p.a, 13) +
        rect(-90, 40, 64, 11, '#c9ced9', 5, 'transform="rotate(-30 -60 44)"'),
    ),
  ) +
  at(
    850,
    260,
    circle(6, 8, 84, pen.p.ink, 'opacity=".2"') +
      circle(0, 0, 84, '#a9dbe8') +
      circle(0, 0, 62, '#fff') +
      many(
        3,
        (i) =>
          rect(-54, -34 + i * 26, 108, 20, '#c98a3e', 10, `transform="rotate(${-10 + i * 8})"`) +
          stroke(
            `M-44 ${-24 + i * 26}h88`,
            '#e9bd7a',
            4,
            `stroke-dasharray="6 9" transform="rotate(${-10 + i * 8})"`,
          ),
      ),
  ) +
  many(2, (i) =>
    at(
      i ? 970 : 240,
      i ? 610 : 150,
      path(
        'M-92-70Q-92-96-66-96H66Q92-96 92-70V10Q92 36 66 36H0L-40 72V36H-66Q-92 36-92 10Z',
        i ? pen.p.b : pen.p.a,
      ) +
        (i
          ? stroke('M-46-40H46M-46-6H16', '#fff', 11)
          : stroke('M-16 10V-30', '#fff', 13) +
            circle(-16, -60, 8, '#fff') +
            stroke('M16-66V-22', '#fff', 13) +
            circle(16, 10, 8, '#fff')),
      0.95,
      i ? 6 : -6,
    ),
  ) +
  at(300, 640, `<g transform="rotate(34)">${fromAbove(hand(1, pen.p.b))}</g>`, 1.1)
