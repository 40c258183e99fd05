import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editDistance } from '../../../../shared/edit-distance.ts'
import { createVocabulary } from './vocabulary.ts'

const vocabulary = createVocabulary([
  ['plumber', 500],
  ['plumbing', 900],
  ['plummet', 2],
  ['photographer', 800],
  ['photography', 700],
  ['bicycle', 90],
  ['marathon', 40],
  ['market', 300],
  ['married', 3],
  ['electrician', 100],
  ['lawn', 100],
  ['lawyer', 5],
  ['café', 1],
  ['2026', 10],
])

describe('counts', () => {
  test('listings with a word', () => {
    expect(vocabulary.count('plumber')).toBe(500)
    expect(vocabulary.count('plumb')).toBe(0)
    expect(vocabulary.has('café')).toBe(true)
    expect(vocabulary.has('')).toBe(false)
    expect(createVocabulary([]).has('plumber')).toBe(false)
  })
})

test('finds words by prefix, the most common first', () => {
  expect(vocabulary.withPrefix('mar', 2)).toEqual([
    { word: 'market', count: 300 },
    { word: 'marathon', count: 40 },
  ])
  expect(vocabulary.withPrefix('zz', 8)).toEqual([])
  expect(vocabulary.withPrefix('mar', 8)).toHaveLength(3)
})

test.each([
  ['plummer', 'plumber', 1],
  ['pulmber', 'plumber', 1],
  ['plumbre', 'plumber', 1],
  ['fotografer', 'photographer', 4],
  ['bycicle', 'bicycle', 2],
  ['lwan', 'lawn', 1],
])('knows what %s resembles', (typed, meant, distance) => {
  const [best] = vocabulary.similar(typed)
  expect(best?.word).toBe(meant)
  expect(best?.distance).toBe(distance)
})

test('does not resemble distant words or words of other scripts', () => {
  expect(vocabulary.similar('xylophone')).toEqual([])
  expect(vocabulary.similar('2025')).toEqual([])
  expect(vocabulary.similar('пианино')).toEqual([])
})

/** The textbook definition, without a limit. */
function slowDistance(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const cell = (row: number, column: number) => table[row]?.[column] ?? 0
  for (let row = 1; row <= one.length; row++)
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1
      const swapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const costs = [cell(row - 1, column) + 1, cell(row, column - 1) + 1, cell(row - 1, column - 1) + same]
      if (swapped) costs.push(cell(row - 2, column - 2) + 1)
      table[row]?.splice(column, 1, Math.min(...costs))
    }
  return cell(one.length, other.length)
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 10 })

test('the distance is the Damerau-Levenshtein distance up to the limit', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 5 }), (one, other, max) => {
      const distance = slowDistance(one, other)
      expect(editDistance(one, other, max)).toBe(distance <= max ? distance : null)
    }),
    { numRuns: 2000 },
  )
})

test('finds every word within the allowed edits', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 8 }), word, (words, typed) => {
      const near = createVocabulary(words.map((each) => [each, 1])).similar(typed)
      const expected = words.filter(
        (each) => each !== typed && slowDistance(each, typed) <= (typed.length < 8 ? 1 : 2),
      )
      expect(near.map((each) => each.word)).toEqual(expect.arrayContaining(expected))
    }),
  )
})
