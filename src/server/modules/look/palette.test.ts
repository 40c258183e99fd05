import { wcagContrast } from 'culori'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { edgePairs, textPairs } from '../../../shared/color-pairs.ts'
import { darkColors, lightColors } from '../../../shared/colors.ts'
import { accentNote, paletteOf } from './palette.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const extremes = ['#000000', '#ffffff', '#ffff00', '#0000ff', '#00ff00', '#ff0000', '#fefefe', '#808080']
const neutrals = fc.constantFrom('warm', 'gray', 'cool', 'accent' as const)

function problemsOf(accent: string, tint: 'warm' | 'gray' | 'cool' | 'accent') {
  const palette = paletteOf({ accent, neutrals: tint })
  return (['light', 'dark'] as const).flatMap((mode) =>
    [...textPairs, ...edgePairs]
      .filter(({ color, background, ratio }) => {
        const contrast = wcagContrast(palette[mode][color], palette[mode][background])
        return contrast < ratio
      })
      .map(({ color, background }) => `${accent}, ${tint}, ${mode}: ${color} on ${background}`),
  )
}

test('whatever accent and neutrals are chosen, all text and edges can be seen in both modes', () => {
  for (const accent of extremes)
    for (const tint of ['warm', 'gray', 'cool', 'accent'] as const)
      expect(problemsOf(accent, tint)).toEqual([])
  fc.assert(
    fc.property(hex, neutrals, (accent, tint) => {
      expect(problemsOf(accent, tint)).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('the program’s own accent has the program’s own colors', () => {
  expect(paletteOf({ accent: lightColors.accent, neutrals: 'warm' })).toEqual({
    light: lightColors,
    dark: darkColors,
  })
})

test('other neutrals keep the program’s own accent where it can be read', () => {
  const { light } = paletteOf({ accent: lightColors.accent, neutrals: 'gray' })
  expect(light.page).toMatch(/^#(..)\1\1$/)
  expect(light.accent).toBe(lightColors.accent)
})

test.each([
  ['#0000ff', 'auto', null],
  ['#c2410c', 'auto', 'We made your color a little darker so that text on it can be read.'],
  ['#ffff00', 'light', 'We made your color darker so that text on it can be read.'],
  ['#ffff00', 'dark', null],
  ['#800000', 'dark', 'We made your color lighter so that text on it can be read.'],
] as const)('says what became of %s where pages are %s', (accent, colorScheme, note) => {
  expect(accentNote({ accent, neutrals: 'warm', colorScheme })).toBe(note)
})
