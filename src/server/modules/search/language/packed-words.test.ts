import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareCodeUnits, findWord, lowerBound, packWords, wordsOf } from './packed-words.ts'

/** Few letters, so that words are the beginnings of others; one is outside of Latin-1, and one takes two code units. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'п', '🎸'), minLength: 1, maxLength: 4 })

test('finds words as in an array of them', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 20 }), word, (words, other) => {
      const sorted = words.sort(compareCodeUnits)
      const packed = packWords(sorted)
      expect(wordsOf(packed)).toEqual(sorted)
      for (const each of [...sorted, other]) {
        expect(findWord(packed, each)).toBe(sorted.indexOf(each))
        expect(lowerBound(packed, each)).toBe(sorted.filter((before) => before < each).length)
      }
    }),
  )
})
