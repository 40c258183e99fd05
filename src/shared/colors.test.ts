import { describe, expect, test } from 'vitest'
import { edgePairs, textPairs } from './color-pairs.ts'
import { darkColors, lightColors } from './colors.ts'

const channels = (hex: string) =>
  (hex.slice(1).match(/../g) ?? [])
    .map((channel) => Number.parseInt(channel, 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))

/** The relative luminance and the contrast ratio of WCAG 2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The distance of two colors in OKLab. Neighboring shades of a palette are about 0.05 apart. */
function distance(one: string, other: string): number {
  const [a, b] = [oklab(one), oklab(other)]
  return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)))
}

function oklab(hex: string): number[] {
  const [red = 0, green = 0, blue = 0] = channels(hex)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

describe.each([
  ['light', lightColors],
  ['dark', darkColors],
])('in the %s color scheme', (_, colors) => {
  test.each(textPairs)('$color on $background has the contrast of text', ({ color, background }) => {
    expect(contrast(colors[color], colors[background])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(edgePairs)('an edge in $color on $background has the contrast of a control', (pair) => {
    expect(contrast(colors[pair.color], colors[pair.background])).toBeGreaterThanOrEqual(3)
  })

  test('danger, success, and warning differ from the accent and from each other', () => {
    const roles = (['accent', 'success', 'danger', 'warning'] as const).map((name) => colors[name])
    const distances = roles.flatMap((one, index) =>
      roles.slice(index + 1).map((other) => distance(one, other)),
    )
    expect(Math.min(...distances)).toBeGreaterThan(0.1)
  })
})

test('every color that text or controls use is checked', () => {
  const checked = new Set<string>([
    'edge',
    ...textPairs.flatMap(({ color, background }) => [color, background]),
  ])
  const decorations = ['line', 'drawn', 'drawn-paper', 'shade']
  expect(Object.keys(lightColors).filter((name) => !checked.has(name))).toEqual(decorations)
})
