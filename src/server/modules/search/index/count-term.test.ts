import { expect, test } from 'vitest'
import { countWithTerm } from './count-term.ts'
import { boardTerms, clockAt, createBoard, deleteFromBoard } from './random-board.ts'

test('counts each listing with a term once, and none that was deleted', () => {
  const board = createBoard(5, [700, 40, 0, 300], clockAt(9_800))
  const withDeletions = deleteFromBoard(board, ({ segment, slot }) => (slot + segment) % 3 === 0)
  for (const { listings, index } of [board, withDeletions]) {
    for (const term of boardTerms) {
      const expected = listings.filter(
        ({ isDeleted, title, body }) => !isDeleted && (title.includes(term) || body.includes(term)),
      )
      expect(countWithTerm(index, term)).toBe(expected.length)
    }
  }
  expect(countWithTerm(board.index, 'dog')).toBeGreaterThan(countWithTerm(withDeletions.index, 'dog'))
})
