import type { Pen } from '../pen.ts'
import { faint, many, rect, stroke } from '../shapes.ts'

export const planks = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.wood, pen.p.woodDark)) +
  faint(
    0.25,
    many(8, (i) => stroke(`M0 ${50 + i * 100}q300 ${i % 2 ? 18 : -18} 600 0t600 0`, pen.p.woodDark, 4)),
  )
