import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iconNames } from './icon.tsx'

test('every icon that has a name has a drawing, and the other way round', () => {
  const drawings = readFileSync(new URL('./icons.svg', import.meta.url), 'utf8')
  const drawn = [...drawings.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)
  expect(drawn).toEqual([...iconNames])
})
