import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iconNames } from './icon.tsx'

test('icon names and symbols in the sprite match', () => {
  const sprite = readFileSync(new URL('./icons.svg', import.meta.url), 'utf8')
  const ids = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toEqual([...iconNames])
})
