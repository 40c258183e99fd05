import { stringLights, townFronts } from '../outdoors.ts'
import type { Pen } from '../pen.ts'
import { person, skins } from '../people.ts'
import { circle, many, oval, path, polygon, rect, shadow, stroke } from '../shapes.ts'

export const streetFair = (pen: Pen) =>
  rect(0, 0, 1200, 800, pen.down(pen.p.skyTop, pen.p.skyLow)) +
  path(
    many(18, () => `M${Math.round(pen.between(0, 1200))} ${Math.round(pen.between(0, 260))}h3v3h-3z`),
    '#fff',
    'opacity=".7"',
  ) +
  circle(940, 120, 150, pen.glow(pen.p.sun, 0.7)) +
  circle(940, 120, 42, pen.p.sun) +
  townFronts(pen, 560, true) +
  rect(0, 548, 1200, 252, pen.down(pen.p.mid, pen.p.near)) +
  oval(600, 680, 620, 110, pen.glow('#ffd98a', 0.5)) +
  stringLights(pen, 0, 130, 420, 190, 50, 6) +
  stringLights(pen, 420, 190, 820, 170, 50, 6) +
  stringLights(pen, 820, 170, 1200, 120, 50, 6) +
  stringLights(pen, 0, 270, 600, 250, 60, 6) +
  stringLights(pen, 600, 250, 1200, 280, 60, 6) +
  many(3, (s) => {
    const x = 40 + s * 400
    const color = [pen.p.a, pen.p.b, pen.p.c][s] ?? pen.p.a
    return (
      rect(x + 14, 430, 12, 230, pen.p.woodDark) +
      rect(x + 294, 430, 12, 230, pen.p.woodDark) +
      rect(x + 20, 440, 280, 130, '#ffe1a0', 0, 'opacity=".75"') +
      polygon(
        [
          [x - 10, 440],
          [x + 50, 360],
          [x + 270, 360],
          [x + 330, 440],
        ],
        color,
      ) +
      many(3, (i) =>
        polygon(
          [
            [x + 38 + i * 97, 440],
            [x + 82 + i * 70, 360],
            [x + 114 + i * 70, 360],
            [x + 86 + i * 97, 440],
          ],
          pen.p.paper,
          'opacity=".85"',
        ),
      ) +
      many(7, (i) => circle(x + 14 + i * 49, 440, 24, i % 2 ? pen.p.paper : color)) +
      rect(x, 566, 320, 20, pen.p.wood, 4) +
      rect(x + 8, 584, 304, 90, pen.p.woodDark) +
      many(7, (i) =>
        circle(x + 44 + i * 40, 552, 17, [pen.p.a, pen.p.c, pen.p.leaf][(i + s) % 3] ?? pen.p.a),
      ) +
      many(
        3,
        (i) =>
          stroke(`M${x + 70 + i * 90} 456v24`, pen.p.ink, 3) +
          oval(x + 70 + i * 90, 496, 16, 20, [pen.p.c, pen.p.a, pen.p.b][i] ?? pen.p.c),
      )
    )
  }) +
  many(6, (i) => {
    const x = 130 + i * 190
    const y = 770 - (i % 2) * 34
    const k = 0.86
    const f = i % 2 ? -1 : 1
    return (
      shadow(x, y, 56) +
      person(pen, {
        head: [x, y - 296 * k],
        shoulder: [x - 4 * f, y - 244 * k],
        hip: [x - 4, y - 130 * k],
        farArm: [
          [x + 34 * f, y - 190 * k],
          [x + 56 * f, y - 150 * k],
        ],
        nearArm: [
          [x - 34 * f, y - 186 * k],
          [x - 14 * f, y - 140 * k],
        ],
        farLeg: [
          [x - 20 * f, y - 66 * k],
          [x - 34 * f, y - 4],
        ],
        nearLeg: [
          [x + 24 * f, y - 66 * k],
          [x + 16 * f, y - 2],
        ],
        top: [pen.p.a, pen.p.c, pen.p.paper, pen.p.b, '#f3a6b8', pen.p.leaf][i] ?? pen.p.a,
        legs: pen.p.ink,
        skin: skins[i % 4],
        style: (['bun', 'short', 'curly', 'long'] as const)[i % 4],
        hair: ['#2b1d2a', '#5a3426', '#2b1d2a', '#a5582e'][i % 4],
        facing: f,
        size: k,
        shoe: pen.p.paper,
      })
    )
  })
