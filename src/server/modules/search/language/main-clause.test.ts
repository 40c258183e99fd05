import { expect, test } from 'vitest'
import { mainClauseOf } from './main-clause.ts'
import { readWords } from './query-words.ts'

const mainClauseIn = (text: string) =>
  mainClauseOf(readWords(text))
    ?.map(({ word }) => word)
    .join(' ') ?? null

test.each([
  ['clean my apartment before moving out', 'clean my apartment'],
  ['fix my bike before the race', 'fix my bike'],
  ['watch my dog when we travel', 'watch my dog'],
  ['build the wardrobe i ordered', 'build the wardrobe'],
  ['clear snow so i can drive', 'clear snow'],
])('the main clause of %s', (text, clause) => {
  expect(mainClauseIn(text)).toBe(clause)
})

test.each([
  'before school care',
  'someone who can mow my lawn',
  'where can we rent chairs',
  'what can i do with my broken toaster',
  'i want to learn spanish',
  'dog walker',
  'paint "before the baby comes"',
  'clean before',
  '',
])('%s has only one clause', (text) => {
  expect(mainClauseIn(text)).toBeNull()
})
