import type { Pen } from '../pen.ts'
import { many, path, rect } from '../shapes.ts'

export const awning = (pen: Pen, x: number, y: number, w: number, color: string) =>
  many(8, (i) =>
    path(
      `M${x + (i * w) / 8} ${y}h${w / 8}v60a${w / 16} ${w / 16} 0 0 1-${w / 8} 0Z`,
      i % 2 ? pen.p.paper : color,
    ),
  ) + rect(x, y - 8, w, 14, pen.p.ink, 4, 'opacity=".4"')
