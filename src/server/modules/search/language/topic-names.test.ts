import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogCategories, synonymsText } from '../../../../../test/support/data/catalog-files.ts'
import { finish } from '../../../platform/time-slices.ts'
import { tokenize } from '../../../platform/tokenize.ts'
import { english } from './query-languages.ts'
import {
  contentWordsOf,
  createCatalogTerms,
  createSynonyms,
  loadSynonyms,
  parseSynonyms,
  searchTopicsOf,
} from './topic-names.ts'
import { stem } from './words.ts'

const categories = catalogCategories()
const blocks = parseSynonyms(synonymsText())
const synonyms = createSynonyms(synonymsText(), searchTopicsOf(categories))
const nameOf = new Map(
  categories.flatMap(({ _id, name, subcategories }) => [
    [Number(_id), name] as const,
    ...subcategories.map((each) => [Number(each.id), each.name] as const),
  ]),
)

/** The names of the topics of the phrase at the beginning of a text. */
const topicsOf = (text: string) =>
  synonyms.match(tokenize(text), 0)?.targets.map(({ topic }) => nameOf.get(topic)) ?? []

describe('the file of synonyms', () => {
  test('names topics of the catalog, each once', () => {
    const topics = categories.flatMap(({ name, subcategories }) => [
      name,
      ...subcategories.map((each) => `${name} > ${each.name}`),
    ])
    const named = blocks.map(({ category, subcategory }) =>
      subcategory === null ? category : `${category} > ${subcategory}`,
    )
    expect(named.toSorted()).toEqual(topics.toSorted())
  })

  test('has at least 1,800 phrases, and eight for each topic', () => {
    expect(blocks.reduce((sum, { phrases }) => sum + phrases.length, 0)).toBeGreaterThanOrEqual(1_800)
    for (const { category, subcategory, phrases } of blocks)
      expect(phrases.length, subcategory ?? category).toBeGreaterThanOrEqual(8)
  })

  test('describes what events are about as richly as what services do', () => {
    const topicsOfEvents = [
      'Festivals & Street Fairs',
      'Community Gatherings',
      'Family Days Out',
      'Pet Meetups & Adoption Days',
      'Workshops & Short Courses',
      'Plant & Seed Swaps',
      'Food Trucks & Pop-Ups',
      'Tastings & Supper Clubs',
      'Dance Classes',
      'Acting & Improv',
      'Concerts & Recitals',
      'Craft Fairs & Markets',
      'Art Classes',
      'Photo Walks & Exhibitions',
      'Meetups & Hack Nights',
      'Networking Events',
      'Group Rides & Car Meets',
      'Pickup Games & Leagues',
      'Fun Runs & Races',
      'Clothing Swaps & Pop-Ups',
    ]
    const few = topicsOfEvents.filter(
      (topic) => (blocks.find(({ subcategory }) => subcategory === topic)?.phrases.length ?? 0) < 60,
    )
    expect(few).toEqual([])
  })

  test('has no phrase twice in a topic, and none that repeats its name', () => {
    const repeated = blocks.flatMap(({ category, subcategory, phrases }) => {
      const keys = [subcategory ?? category, ...phrases.map(({ text }) => text)].map((text) =>
        contentWordsOf(text).join(' '),
      )
      return keys.filter((key, index) => keys.indexOf(key) < index)
    })
    expect(repeated).toEqual([])
  })

  test('has only phrases that a search can contain, with one to eight words', () => {
    for (const { text } of blocks.flatMap(({ phrases }) => phrases)) {
      const { length } = contentWordsOf(text)
      expect(length >= 1 && length <= 8, text).toBe(true)
      expect(synonyms.match(tokenize(text).slice(firstContentWord(text)), 0), text).not.toBeNull()
    }
  })

  test('has no word that says nothing about the topic', () => {
    const vague = [
      'help',
      'work',
      'day',
      'service',
      'services',
      'best',
      'cheap',
      'local',
      'near',
      'need',
      'job',
      'fix',
    ]
    const texts = blocks.flatMap(({ phrases }) => phrases.map(({ text }) => text))
    expect(texts.filter((text) => vague.includes(text))).toEqual([])
  })

  test('is found at startup', () => {
    const loaded = finish(loadSynonyms(searchTopicsOf(categories), english))
    expect([...loaded.words()]).toEqual([...synonyms.words()])
  })
})

const firstContentWord = (text: string) => {
  const [first] = contentWordsOf(text)
  return tokenize(text).indexOf(first ?? '')
}

describe('match', () => {
  test.each([
    ['plumber', 'Plumbing Repairs'],
    ['plumbing repairs', 'Plumbing Repairs'],
    ['Plumbers', 'Plumbing Repairs'],
    ['toilet is leaking', 'Plumbing Repairs'],
    ['walk my dog', 'Dog Walking'],
    ['walking dogs', 'Dog Walking'],
    ['kids’ entertainment', "Kids' Entertainment"],

    ['repair café', 'Meetups & Hack Nights'],
    ['it support', 'Tech Help & Digital'],
    ['marketing', 'Social Media Help'],
    ['boxing', 'Martial Arts'],
    ['boxes', 'Packing & Unpacking'],
    ['xylophone repair', undefined],
  ])('finds %s', (text, topic) => {
    expect(topicsOf(text)[0]).toBe(topic)
  })

  test('prefers the longest phrase', () => {
    expect(topicsOf('wedding cake')).toEqual(['Custom Cakes'])
    expect(synonyms.match(['wedding', 'cake', 'boston'], 0)?.length).toBe(2)
    expect(synonyms.match(['a', 'wedding', 'cake'], 1)?.length).toBe(2)
  })

  test('returns all topics of a phrase, the best first', () => {
    expect(topicsOf('childcare')).toEqual(
      expect.arrayContaining(['Child & Family Care', 'Babysitting', 'Nannies']),
    )
    const weights = synonyms.match(['theater'], 0)?.targets.map(({ weight }) => weight) ?? []
    expect(weights.length).toBeGreaterThan(1)
    expect(weights).toEqual(weights.toSorted((a, b) => b - a))
  })

  test('matches within the tokens, whatever they are', () => {
    const words = fc.oneof(fc.constantFrom(...synonyms.words(), 'my', 'is', 'the'), fc.string())
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), fc.nat(12), (tokens, at) => {
        const match = synonyms.match(tokens, at)
        if (!match) return
        expect(match.length).toBeGreaterThan(0)
        expect(at + match.length).toBeLessThanOrEqual(tokens.length)
        expect(new Set(match.targets.map(({ topic }) => topic)).size).toBe(match.targets.length)
      }),
    )
  })
})

describe('parseSynonyms', () => {
  test('reads blocks, weights, and comments', () => {
    expect(parseSynonyms('# Note\nPets:\n  pet\n\nPets > Dogs:\n  dog, good boy ~0.5\n  hound\n')).toEqual([
      { category: 'Pets', subcategory: null, line: 2, phrases: [{ text: 'pet', weight: 1 }] },
      {
        category: 'Pets',
        subcategory: 'Dogs',
        line: 5,
        phrases: [
          { text: 'dog', weight: 1 },
          { text: 'good boy', weight: 0.5 },
          { text: 'hound', weight: 1 },
        ],
      },
    ])
  })

  test.each([
    ['  dog', 'line 1'],
    ['Pets\n', 'line 1'],
    ['Pets:\n  dog,, cat', 'line 2'],
    ['Pets:\n  dog ~2', 'line 2'],
    ['Pets:\n  dog ~0.0', 'line 2'],
  ])('rejects %j', (text, message) => {
    expect(() => parseSynonyms(text)).toThrow(message)
  })
})

describe('the terms of the catalog', () => {
  const category = (id: number, name: string, subcategories: Record<number, string>) => ({
    _id: String(id),
    name,
    slug: '',
    subcategories: Object.entries(subcategories).map(([id, name]) => ({ id, name, slug: '' })),
  })
  const terms = createCatalogTerms([
    category(1, 'Home & Repair Services', { 2: 'Plumbing Repairs' }),
    category(3, 'Photography', { 4: 'Math Tutoring', 5: 'Home Bakers' }),
    category(6, 'Baking', {}),
  ])
  test('name topics, subcategories more than categories', () => {
    expect(terms.topicsOf(stem('repair'))).toEqual([
      { id: 1, weight: 0.6 },
      { id: 2, weight: 1 },
    ])
    expect(terms.topicsOf(stem('services'))).toEqual([])
    expect(terms.topicsOf('and')).toEqual([])
  })
  test.each([
    ['plumber', 'plumbing'],
    ['plumbers', 'plumbing'],
    ['photographer', 'photography'],
    ['photography', 'photographer'],
    ['baker', 'baking'],
    ['baking', 'baker'],
  ])('relate %s to %s', (word, other) => {
    expect(terms.professionsOf(word)).toContain(other)
  })
  test('relate no other words', () => {
    expect(terms.professionsOf('flower')).toEqual([])
  })
})
