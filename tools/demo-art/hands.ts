import { skins } from './people.ts'
import { at, many, oval, type Point, path, rect, stroke } from './shapes.ts'

/** A hand seen large, about 170 wide. Turn, flip, and scale it with `at` and `flipped`. */
export interface Hand {
  skin: string
  /** The lines between fingers. */
  line: string
  sleeve: string
  gloved?: boolean
}

const lines = ['#d59d74', '#a5693f', '#6a412b', '#c08355'] as const

/** A hand with one of the four skin tones of the figures; `sleeve` is the color of its sleeve or glove cuff. */
export const hand = (tone: 0 | 1 | 2 | 3, sleeve: string): Hand => ({
  skin: skins[tone],
  line: lines[tone],
  sleeve,
})

/** A hand in a rubber or garden glove. */
export const glove = (color: string, line: string, sleeve: string): Hand => ({
  skin: color,
  line,
  sleeve,
  gloved: true,
})

export const flipped = (content: string) => `<g transform="scale(-1 1)">${content}</g>`

const arm = ({ skin, sleeve, line }: Hand, from: string, cuff: string, width: number) =>
  stroke(from, skin, width) +
  stroke(cuff, sleeve, width * 1.42, 'stroke-linecap="butt"') +
  stroke(cuff, line, width * 1.42, 'stroke-linecap="butt" stroke-dasharray="10 2000" opacity=".35"')

/** A fist around something upright that passes through (0, 0). The arm comes from the right. */
export const fist = (h: Hand, held = '') =>
  arm(h, 'M60 6L300 44', 'M176 25L520 80', 78) +
  path('M-22-62Q60-86 98-42Q114 16 90 58Q44 84-22 68Z', h.skin) +
  held +
  stroke('M66-46Q40-92-20-84', h.skin, 36) +
  many(
    4,
    (i) =>
      rect(-52 + (i === 3 ? 8 : 0), -66 + i * 33, 96, 35, h.skin, 17) +
      (i ? stroke(`M-36 ${-66 + i * 33}H34`, h.line, 4) : ''),
  ) +
  stroke('M44-58Q62-10 50 58', h.line, 4) +
  stroke('M40-66Q22-74-14-68', h.line, 4)

/** Thumb and forefinger meeting at (0, 0). The arm comes from the lower right. */
export const pinch = (h: Hand, held = '') =>
  arm(h, 'M140 60L330 170', 'M224 109L520 280', 74) +
  path('M66 2Q104-52 162-22Q214 30 186 92Q146 134 98 112Q58 84 66 2Z', h.skin) +
  many(3, (i) => {
    const y = 46 + i * 26
    return (
      stroke(`M${134 - i * 4} ${y}Q${74 + i * 12} ${y - 16} ${60 + i * 14} ${y + 14}`, h.skin, 34) +
      stroke(`M${122 - i * 4} ${y + 17}Q${86 + i * 12} ${y + 4} ${74 + i * 14} ${y + 26}`, h.line, 4)
    )
  }) +
  stroke('M138-4Q70-62 8-12', h.skin, 33) +
  held +
  stroke('M124 54Q56 66 8 12', h.skin, 33) +
  stroke('M118 36Q60 46 24 12', h.line, 4) +
  oval(12, 12, 11, 8, '#fff', 'opacity=".35" transform="rotate(42 12 12)"')

const nails = (tips: readonly Point[]) =>
  tips
    .map(([x, y], i) => at(x, y, oval(0, 0, 9, 12, '#fff', 'opacity=".4"'), 1, [-10, -3, 3, 9, -8][i]))
    .join('')

/** The back of a right hand from above, fingers up, tips near y = -150. The arm comes from below. */
export const fromAbove = (h: Hand) => {
  const fingers = [
    [-46, -22, -66, -118],
    [-16, -34, -22, -150],
    [17, -32, 24, -146],
    [47, -18, 64, -108],
  ] as const
  return (
    arm(h, 'M2 60L14 300', 'M10 176L26 520', 84) +
    fingers.map(([x, y, tx, ty]) => stroke(`M${x} ${y}L${tx} ${ty}`, h.skin, 35)).join('') +
    path('M-64-26Q-62-46-30-50H34Q64-46 66-20Q72 50 46 90H-40Q-66 40-64-26Z', h.skin) +
    stroke('M-40 40Q-96 20-104-44', h.skin, 36) +
    stroke('M-31-40L-34-66M1-46V-72M33-38L38-64', h.line, 4) +
    stroke('M-46-2q8-7 15-1M-15-10q8-7 15-1M17-8q8-6 15 0', h.line, 4, 'opacity=".7"') +
    (h.gloved ? '' : nails([...fingers.map(([, , tx, ty]) => [tx, ty - 4] as const), [-105, -50]]))
  )
}
