import { flipped, fromAbove, hand } from '../hands.ts'
import type { Pen } from '../pen.ts'
import { at, circle, faint, many, oval, path, rect } from '../shapes.ts'

/** Hands open a bowl on the wheel, from above. */
export const bowlOnWheel = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.floor, pen.p.floorDark)) +
  circle(610, 390, 350, pen.p.ink, 'opacity=".22"') +
  circle(600, 372, 350, '#6d7387') +
  circle(600, 372, 322, '#aab0c4') +
  many(4, (i) => circle(600, 372, 296 - i * 26, 'none', 'stroke="#fff" stroke-width="4" opacity=".3"')) +
  circle(600, 372, 206, '#a85c38') +
  circle(600, 372, 196, '#c9754a') +
  circle(600, 372, 166, '#8f4a2c') +
  circle(600, 386, 140, '#b5653e') +
  many(4, (i) =>
    circle(
      600,
      384,
      124 - i * 28,
      'none',
      'stroke="#d99a72" stroke-width="6" opacity=".6" stroke-dasharray="180 40"',
    ),
  ) +
  at(420, 590, `<g transform="rotate(26)">${flipped(fromAbove(hand(3, pen.p.b)))}</g>`, 1.25) +
  at(770, 590, `<g transform="rotate(-30)">${fromAbove(hand(3, pen.p.b))}</g>`, 1.25) +
  faint(
    0.75,
    many(14, (i) => oval(400 + ((i * 83) % 400), 470 + ((i * 47) % 170), 12, 7, '#c9754a')),
  ) +
  at(
    120,
    180,
    circle(0, 0, 110, pen.p.b) +
      circle(0, 0, 90, '#a9dbe8') +
      circle(10, 10, 44, pen.p.c) +
      many(7, (i) => circle(-10 + ((i * 23) % 50), -10 + ((i * 31) % 46), 6, pen.p.ink, 'opacity=".2"')),
  ) +
  many(3, (i) =>
    at(
      1070,
      130 + i * 90,
      rect(-90, -11, 150, 22, pen.p.wood, 10) +
        (i === 1
          ? circle(70, 0, 26, 'none', 'stroke="#8b91a5" stroke-width="9"')
          : i
            ? path('M56-14L110 0L56 14Z', '#8b91a5')
            : rect(56, -6, 70, 12, '#8b91a5', 5)),
      1,
      -8 + i * 9,
    ),
  )
