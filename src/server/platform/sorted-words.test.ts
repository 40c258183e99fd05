import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findWord, lowerBound } from './sorted-words.ts'

/** Few letters, so that words are the beginnings of others; one is outside of Latin-1, and one takes two code units. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'п', '🎸'), minLength: 1, maxLength: 4 })

test('finds words as a search from the first to the last does', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 20 }), word, (words, other) => {
      const sorted = words.toSorted()
      for (const each of [...sorted, other]) {
        expect(findWord(sorted, each)).toBe(sorted.indexOf(each))
        expect(lowerBound(sorted, each)).toBe(sorted.filter((before) => before < each).length)
      }
    }),
  )
})
