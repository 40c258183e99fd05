import type { Palette } from './palettes.ts'

/** What a scene draws with: the colors, a seeded random generator, and the gradients for <defs>. */
export interface Pen {
  p: Palette
  between: (low: number, high: number) => number
  pick: (choices: readonly string[]) => string
  /** A fill running from top to bottom. */
  down: (top: string, bottom: string) => string
  /** A fill running from left to right. */
  across: (left: string, right: string) => string
  /** A fill that is strongest in the middle and fades to nothing. */
  glow: (color: string, strength?: number) => string
  /** Cuts content to a shape. */
  within: (shape: string, content: string) => string
  defs: () => string
}

/** Mulberry32: small, seeded, the same everywhere. */
function chance(seedText: string): () => number {
  let state = 0
  for (const letter of seedText) state = (Math.imul(state, 31) + letter.charCodeAt(0)) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function createPen(p: Palette, seed: string): Pen {
  const random = chance(seed)
  const found = new Map<string, string>()
  const named = (markup: (id: string) => string, key: string) => {
    const known = found.get(key)
    if (known) return known.slice(0, known.indexOf('|'))
    const id = `d${found.size}`
    found.set(key, `${id}|${markup(id)}`)
    return id
  }
  const stop = (at: number, color: string, opacity = 1) =>
    `<stop offset="${at}" stop-color="${color}"${opacity === 1 ? '' : ` stop-opacity="${opacity}"`}/>`
  const linear = (from: string, to: string, end: string) =>
    `url(#${named(
      (id) =>
        `<linearGradient id="${id}" x1="0" y1="0" ${end}>${stop(0, from)}${stop(1, to)}</linearGradient>`,
      `${from}${to}${end}`,
    )})`
  return {
    p,
    between: (low, high) => low + random() * (high - low),
    pick: (choices) => choices[Math.floor(random() * choices.length)] ?? p.a,
    down: (top, bottom) => linear(top, bottom, 'x2="0" y2="1"'),
    across: (left, right) => linear(left, right, 'x2="1" y2="0"'),
    glow: (color, strength = 0.8) =>
      `url(#${named(
        (id) =>
          `<radialGradient id="${id}">${stop(0, color, strength)}${stop(0.4, color, strength / 2.5)}${stop(1, color, 0)}</radialGradient>`,
        `glow${color}${strength}`,
      )})`,
    within: (shape, content) =>
      `<g clip-path="url(#${named((id) => `<clipPath id="${id}">${shape}</clipPath>`, shape)})">${content}</g>`,
    defs: () => [...found.values()].map((entry) => entry.slice(entry.indexOf('|') + 1)).join(''),
  }
}
