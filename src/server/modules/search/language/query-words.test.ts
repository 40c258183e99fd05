import { expect, test } from 'vitest'
import { english } from './query-languages.ts'
import { mainClauseOf, quotedPhrasesOf, readWords } from './query-words.ts'

test.each([
  ["My kid's ROOM", ['my', 'kids', 'room']],
  ['Movers & packers', ['movers', 'and', 'packers']],
  ['wi-fi', ['wi', 'fi']],
  ['?!', []],
])('reads the words of %s', (text, expected) => {
  expect(readWords(text, english).map(({ word }) => word)).toEqual(expected)
})

test('knows how each word was typed', () => {
  const text = 'Café in Portland, OR "live music"'
  const words = readWords(text, english)
  expect(words.map(({ start, end }) => text.slice(start, end))).toEqual([
    ...['Café', 'in', 'Portland', 'OR', 'live', 'music'],
  ])
  expect(words.map(({ capitals }) => capitals)).toEqual([false, false, false, true, false, false])
  expect(words.map(({ afterComma }) => afterComma)).toEqual([false, false, false, true, false, false])
  expect(words.map(({ quoted }) => quoted)).toEqual([false, false, false, false, true, true])
})

test('does not take a text in capitals for codes', () => {
  expect(readWords('HELP ME', english).some(({ capitals }) => capitals)).toBe(false)
})

test('reads at most 30 words', () => {
  expect(readWords('word '.repeat(1000), english)).toHaveLength(30)
})

test.each([
  ['"dog walking" austin', ['dog walking']],
  ['“street fair” and "live music"', ['street fair', 'live music']],
  ['an open " quote', []],
  ['"" " "', []],
])('finds the quoted phrases of %s', (text, phrases) => {
  expect(quotedPhrasesOf(text)).toEqual(phrases)
})

const mainClauseIn = (text: string) =>
  mainClauseOf(readWords(text, english), english)
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

test.each(['need', 'someone', 'my', 'best', 'cheap', 'near', 'the', 'please'])('%s is filler', (word) => {
  expect(english.isFiller(word)).toBe(true)
})
test.each(['plumber', 'free', 'kids', 'repair', 'lessons', 'wedding'])('%s is not filler', (word) => {
  expect(english.isFiller(word)).toBe(false)
})
