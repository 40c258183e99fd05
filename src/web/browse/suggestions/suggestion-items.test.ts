import { expect, test } from 'vitest'
import type { Suggestions } from '../../../shared/contract/browse.ts'
import { suggestionItems } from './suggestion-items.ts'

const none: Suggestions = { topics: [], places: [], words: [], ads: [] }
const recent = ['piano', 'Used piano', 'pianist', 'piano tuning', 'guitar', 'harp']
const country = { name: 'United States', slug: 'united-states' }
const texts = (typed: string, suggestions = none) =>
  suggestionItems(typed, recent, suggestions).map(({ text }) => text)

test('without a text, all recent searches are options', () => {
  expect(texts(' ')).toEqual(recent)
})

test('a text keeps up to three recent searches with a word that begins like it, and not itself', () => {
  expect(texts('PIAN')).toEqual(['piano', 'Used piano', 'pianist'])
  expect(texts('piano')).toEqual(['Used piano', 'piano tuning'])
  expect(texts('ano')).toEqual([])
})

test('a word that is a recent search is one option', () => {
  expect(texts('har', { ...none, words: ['harp', 'hard'] })).toEqual(['harp', 'hard'])
})

test('each option leads to its page', () => {
  const pets = { name: 'Pet Services', slug: 'pet-services' }
  const items = suggestionItems('x', [], {
    topics: [
      { ...pets, category: null },
      { name: 'Dog Walking', slug: 'dog-walking', category: pets },
    ],
    places: [
      { country, state: 'New York', city: 'New York City' },
      { country, state: 'New York', city: null },
      { country, state: null, city: null },
    ],
    words: ['xylophone lessons'],
    ads: [{ kind: 'event', id: '1', title: 'Xylophone night', place: 'Austin' }],
  })
  expect(items.map(({ group, label, detail, to }) => [group, label, detail, to])).toEqual([
    ['Categories', 'Pet Services', null, '/category/pet-services'],
    ['Categories', 'Dog Walking', 'Pet Services', '/category/pet-services/subcategory/dog-walking'],
    ['Places', 'New York City', 'New York', '/location/united-states?state=New+York&city=New+York+City'],
    ['Places', 'New York', 'United States', '/state/New%20York'],
    ['Places', 'United States', null, '/location/united-states'],
    ['Words', 'xylophone lessons', null, '/search?searchtext=xylophone+lessons'],
    ['Ads', 'Xylophone night', 'Austin', '/event-details/1'],
  ])
})
