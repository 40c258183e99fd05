import { expect, test } from 'vitest'
import { deriveKey } from './keys.ts'

test('derives the same key for a purpose in every version, because stored emails are encrypted with one', () => {
  const key = deriveKey('a secret of the tests, long enough to be one', 'corkboard mail')
  expect(key.toString('hex')).toBe('3cd41537032313d21786a5fc46d879c44103a80dac5b5298fc07f4dbb9f6d25d')
})

test('derives a different key for each purpose and each secret', () => {
  const keys = [deriveKey('secret', 'a'), deriveKey('secret', 'b'), deriveKey('other secret', 'a')]
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3)
})
