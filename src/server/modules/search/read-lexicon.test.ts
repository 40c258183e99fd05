import { expect, test } from 'vitest'
import { readEnglishWords } from './read-lexicon.ts'

test('there are many common English words, without misspelled ones', () => {
  const words = new Set(readEnglishWords())
  expect(words.size).toBeGreaterThan(20_000)
  expect(words.has('horse')).toBe(true)
  expect(['bycicle', 'plummer', 'recieve'].filter((word) => words.has(word))).toEqual([])
})
