import { standing } from '../figures.ts'
import { hill, sky } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { circle, many, path, polygon } from '../shapes.ts'

/** Warriors on mats between rows of vines. */
export const vineyardYoga = (pen: Pen) => {
  const warrior = (
    x: number,
    y: number,
    k: number,
    top: string,
    tone: string,
    style: 'bun' | 'short' | 'long',
  ) =>
    path(
      `M${x - 150 * k} ${y + 8}L${x + 150 * k} ${y + 8}L${x + 186 * k} ${y + 44 * k}L${x - 186 * k} ${y + 44 * k}Z`,
      top === pen.p.a ? pen.p.b : pen.p.a,
    ) +
    standing(pen, x, y + 14 * k, k, {
      top,
      legs: pen.p.ink,
      skin: tone,
      style,
      far: [76, -258, 150, -258],
      near: [-76, -258, -150, -258],
      walking: true,
    })
  return (
    sky(pen, 860, 180, 56) +
    hill(360, 50, pen.p.far) +
    hill(410, 30, pen.p.mid, 2) +
    path('M0 430Q600 380 1200 430V800H0Z', pen.p.near) +
    many(6, (r) => {
      const left = r < 3
      const n = left ? r : 5 - r
      const x = left ? -60 + n * 120 : 1260 - n * 120
      const end = left ? 500 + n * 22 : 700 - n * 22
      return (
        polygon(
          [
            [x - 60, 800],
            [x + 50, 800],
            [end + 8, 420],
            [end - 8, 420],
          ],
          pen.p.leafDark,
        ) +
        many(9, (i) => {
          const t = 1 - (i + 0.3) / 9
          const cx = end + (x - end) * t * t
          const cy = 420 + 380 * t * t
          return (
            circle(cx, cy - 14 * t, 8 + 46 * t * t, i % 2 ? pen.p.leaf : pen.p.leafDark) +
            circle(cx + 12 * t, cy, 3 + 7 * t, '#6d4a8f')
          )
        })
      )
    }) +
    warrior(600, 560, 0.66, pen.p.c, skins[2], 'short') +
    warrior(430, 660, 0.86, pen.p.a, skins[0], 'bun') +
    warrior(770, 680, 0.92, pen.p.paper, skins[3], 'long')
  )
}
