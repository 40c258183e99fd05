import { standing } from '../figures.ts'
import { townFronts } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { skins } from '../people.ts'
import { at, circle, faint, many, path, rect, stroke } from '../shapes.ts'

/** People with paper lanterns walk along a river. */
export const lanternWalk = (pen: Pen) => {
  const lantern = (x: number, y: number, k: number, color: string) =>
    at(
      x,
      y,
      circle(0, 0, 120, pen.glow('#ffd98a', 0.9)) +
        path('M-26-40H26Q50 0 26 42H-26Q-50 0-26-40Z', color) +
        faint(0.5, stroke('M-34-16H34M-38 6H38M-34 26H34', '#fff', 3)) +
        rect(-20, -48, 40, 10, pen.p.ink, 3) +
        rect(-16, 40, 32, 8, pen.p.ink, 3),
      k,
    )
  return (
    rect(0, 0, 1200, 800, pen.down(pen.p.skyTop, pen.p.skyLow)) +
    many(30, () => circle(pen.between(0, 1200), pen.between(0, 280), 2, '#fff', 'opacity=".7"')) +
    circle(950, 120, 160, pen.glow(pen.p.sun, 0.6)) +
    circle(950, 120, 42, pen.p.sun) +
    townFronts(pen, 430, true, 0, 1200) +
    rect(0, 420, 1200, 150, pen.down('#2a3566', '#1a2248')) +
    faint(
      0.55,
      many(
        14,
        (i) =>
          rect(60 + i * 82, 432 + ((i * 37) % 40), 30, 6, pen.p.c, 3) +
          rect(50 + i * 82, 470 + ((i * 53) % 60), 50, 5, pen.p.c, 3),
      ),
    ) +
    faint(
      0.6,
      many(5, (i) => rect(905 + ((i * 31) % 30), 440 + i * 24, 90 - i * 10, 5, pen.p.sun, 3)),
    ) +
    path('M0 560H1200V800H0Z', pen.down(pen.p.near, pen.p.ink)) +
    rect(0, 552, 1200, 14, pen.p.woodDark) +
    many(9, (i) => rect(30 + i * 142, 500, 12, 62, pen.p.ink)) +
    rect(0, 500, 1200, 8, pen.p.ink) +
    many(5, (i) => {
      const x = 150 + i * 225
      const size = i === 2 ? 0.72 : 1.06
      const y = 744 - (i % 2) * 20
      return (
        standing(pen, x, y, size, {
          top: [pen.p.a, pen.p.b, pen.p.c, '#8d5fa8', pen.p.leaf][i] ?? pen.p.a,
          legs: pen.p.ink,
          skin: skins[i % 4],
          style: (['bun', 'short', 'curly', 'long', 'short'] as const)[i],
          hair: ['#2b1d2a', '#5a3426', '#2b1d2a', '#a5582e', '#2b1d2a'][i],
          far: [44, -230, 76, -262],
          walking: true,
          shoe: '#5d4636',
        }) +
        rect(
          x - 30 * size,
          y - 292 * size,
          60 * size,
          20 * size,
          [pen.p.c, pen.p.paper, pen.p.a, pen.p.c, pen.p.a][i] ?? pen.p.c,
          10 * size,
        ) +
        stroke(`M${Math.round(x + 76 * size)} ${Math.round(y - 262 * size)}l34-40`, pen.p.woodDark, 7) +
        lantern(
          x + 76 * size + 34,
          y - 262 * size + 20,
          size,
          [pen.p.c, pen.p.a, '#f3a6b8', pen.p.c, pen.p.a][i] ?? pen.p.c,
        )
      )
    })
  )
}
