import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { lightColors } from '../shared/colors.ts'

test('the icon uses the light colors', async () => {
  const icon = await readFile(new URL('public/icon.svg', import.meta.url), 'utf8')
  const used = icon.match(/#[\da-f]{6}/g) ?? []
  expect(new Set(used)).toEqual(new Set([lightColors.accent, lightColors['drawn-paper'], lightColors.drawn]))
})
