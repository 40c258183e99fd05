import { windowView } from '../indoors.ts'
import type { Pen } from '../pen.ts'
import { circle, faint, many, path, polygon, rect } from '../shapes.ts'

export const house = (pen: Pen, x: number, y: number, snowy = false) =>
  rect(x, y - 220, 380, 220, pen.p.wall) +
  faint(
    0.35,
    many(7, (i) => rect(x, y - 200 + i * 30, 380, 3, pen.p.wallDark)),
  ) +
  rect(x + 290, y - 370, 50, 110, pen.p.a) +
  polygon(
    [
      [x - 40, y - 210],
      [x + 190, y - 370],
      [x + 420, y - 210],
    ],
    pen.p.b,
  ) +
  (snowy
    ? path(
        `M${x - 44} ${y - 206}L${x + 190} ${y - 376}L${x + 424} ${y - 206}Q${x + 380} ${y - 226} ${x + 340} ${y - 236}T${x + 190} ${y - 330}T${x + 40} ${y - 236}T${x - 44} ${y - 206}Z`,
        '#fff',
      )
    : '') +
  rect(x + 160, y - 130, 70, 130, pen.p.a, 4) +
  circle(x + 216, y - 62, 5, pen.p.c) +
  windowView(pen, x + 40, y - 160, 76, 80, false) +
  windowView(pen, x + 270, y - 160, 76, 80, false)
