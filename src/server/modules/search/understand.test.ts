import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { smallSite, topicName } from '../../../../test/support/search/small-site.ts'
import { understand } from './understand.ts'

/** The first alternative of each concept. */
const termsIn = (text: string) =>
  understand(text, smallSite).concepts.map(({ alternatives }) => alternatives[0]?.terms.join(' '))
const topicsIn = (text: string) =>
  understand(text, smallSite).concepts.flatMap(({ topics }) => topics.map(({ id }) => topicName(id)))
const alternativesIn = (text: string) =>
  understand(text, smallSite).concepts.flatMap(({ alternatives }) =>
    alternatives.map(({ terms }) => terms.join(' ')),
  )

describe('finds the topic of', () => {
  test.each([
    ['dogwalker', 'Dog Walking'],
    ['baby sitter', 'Babysitting'],
    ['handy man', 'Handyman'],
    ['carwash', 'Car Detailing'],
    ['mobile car wash', 'Car Detailing'],
    ['foodtruck', 'Food Trucks & Pop-Ups'],
    ['pot luck', 'Community Gatherings'],
    ['plummer', 'Plumbing Repairs'],
    ['my toilet is leaking', 'Plumbing Repairs'],
    ['toilet leaking', 'Plumbing Repairs'],
    ['looking for a wedding photographer', 'Wedding Photography'],
    ['someone to mow my lawn', 'Lawn Mowing'],
    ['someone to walk my dog', 'Dog Walking'],
    ['dog wal', 'Dog Walking'],
    ['marath', 'Fun Runs & Races'],
    ['babys', 'Babysitting'],
    ['wi-fi help', 'Wi-Fi & Smart Home Setup'],
  ])('%s', (text, topic) => {
    expect(topicsIn(text)).toContain(topic)
  })
})

describe('takes from a text the concepts', () => {
  test.each([
    ['need a cheap plumber near me please', ['plumber']],
    ['the best', ['best']],
    ['to be', ['to', 'be']],
    ['best in austin', []],
    ['free concert', ['concert']],
    ['free', []],
    ['music this weekend under $40', ['music']],
    ['things to do tonight', []],
    ['plumber 78704', ['plumber']],
    ['free range eggs', ['free', 'rang', 'egg']],
    ['gluten free bakery', ['gluten', 'free', 'bakeri']],
    ['dog dog dogs', ['dog']],
    ['', []],
    ['?!', []],
    ['"dog walking" austin', ['dog walk']],
  ])('%s', (text, terms) => {
    expect(termsIn(text)).toEqual(terms)
  })
})

test('a compound matches in both spellings', () => {
  expect(alternativesIn('pot luck')).toEqual(expect.arrayContaining(['pot luck', 'potluck']))
  expect(alternativesIn('dogwalker')).toEqual(expect.arrayContaining(['dog walker', 'dogwalk']))
})

test('the typed word is the first alternative, others are worth less', () => {
  const [concept] = understand('photographer', smallSite).concepts
  expect(concept?.alternatives[0]).toMatchObject({ terms: ['photograph'], weight: 1 })
  expect(concept?.alternatives).toContainEqual(
    expect.objectContaining({ terms: ['photographi'], weight: 0.8 }),
  )
})

test('common words gain no far-fetched alternatives', () => {
  expect(alternativesIn('carpet')).toEqual(['carpet'])
  expect(alternativesIn('party')).toEqual(['parti'])
})

test('reports a place, a correction, phrases, and free of charge', () => {
  expect(understand('free "live music" in Phildelphia', smallSite)).toMatchObject({
    place: { level: 'city', name: 'Philadelphia', typed: 'in Phildelphia' },
    corrected: 'free "live music" in philadelphia',
    phrases: [['live', 'music']],
    price: { typed: 'free', rest: '"live music" in Phildelphia', range: { max: 0 } },
  })
})

test('reports days, a price, and a postal code, each with the text without it', () => {
  expect(understand('jazz tonight under $40 near 78704', smallSite)).toMatchObject({
    days: { typed: 'tonight', rest: 'jazz under $40 near 78704', days: { when: 'today' } },
    price: { typed: 'under $40', rest: 'jazz tonight near 78704', range: { max: 40 } },
    near: { typed: 'near 78704', rest: 'jazz tonight under $40', name: 'Austin, Texas' },
  })
})

test('a postal code comes before the town beside it', () => {
  const { near, place, concepts } = understand('barber austin 78704', smallSite)
  expect(near).toMatchObject({ rest: 'barber austin' })
  expect(place).toBeNull()
  expect(concepts.map(({ typed }) => typed)).toEqual(['barber'])
})

test('does not correct, recognize, or complete what the options exclude', () => {
  expect(understand('plummer', smallSite, { verbatim: true }).corrected).toBeNull()
  expect(understand('jazz friday', smallSite, { days: false }).days).toBeNull()
  const asWords = understand('barber austin', smallSite, { places: false })
  expect(asWords.place).toBeNull()
  expect(asWords.concepts.map(({ typed }) => typed)).toEqual(['barber', 'austin'])
  const [complete] = understand('marath ', smallSite).concepts
  expect(complete?.alternatives).toEqual([{ terms: ['marath'], weight: 1 }])
})

test('a word followed by a space is complete', () => {
  expect(alternativesIn('marath ')).toEqual(['marath'])
})

test.each([
  ['200 words', 'plumer fotografer bycicle elektrician '.repeat(50)],
  ['5,000 letters', 'x'.repeat(5000)],
  ['5,000 different words', Array.from({ length: 5000 }, (_, at) => `wrod${at.toString(36)}`).join(' ')],
  ['quotes', '"'.repeat(5000)],
  ['Chinese', '学习钢琴课程'.repeat(800)],
])('understands a text of %s in less than 20 ms of processor time', (_, text) => {
  understand(text, smallSite)
  const before = process.cpuUsage()
  for (let run = 0; run < 10; run++)
    expect(understand(text, smallSite).concepts.length).toBeLessThanOrEqual(12)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 10_000).toBeLessThan(20)
})

test('understands any text', () => {
  const word = fc.constantFrom(
    ...[
      'dogwalker',
      'pot',
      'luck',
      'plummer',
      'in',
      'austin',
      'tx',
      '"',
      ',',
      'free',
      'of',
      'charge',
      'friday',
      'this',
      'weekend',
      'dec',
      '12',
      'under',
      '$40',
      '78704',
      'near',
      'me',
    ],
    ...[
      'wedding',
      'photographer',
      'marath',
      'LA',
      '&',
      'wi-fi',
      '  ',
      'toilet',
      'is',
      'leaking',
      'יוגה',
      '钢琴',
    ],
  )
  const text = fc.oneof(
    fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
    fc.string(),
  )
  fc.assert(
    fc.property(text, (typed) => {
      const { concepts, place, ...parts } = understand(typed, smallSite)
      for (const part of [parts.days, parts.price, parts.near])
        expect(part === null || (typed.includes(part.typed) && part.typed !== '')).toBe(true)
      expect(place === null || typed.includes(place.typed)).toBe(true)
      const weights = concepts.flatMap(({ alternatives, topics }) => [...alternatives, ...topics])
      expect(weights.every(({ weight }) => weight > 0 && weight <= 1)).toBe(true)
      expect(concepts.every((concept) => typed.includes(concept.typed))).toBe(true)
      expect(concepts.every(({ alternatives }) => alternatives[0]?.weight === 1)).toBe(true)
      expect(concepts.every(({ alternatives }) => alternatives.every(({ terms }) => terms.length > 0))).toBe(
        true,
      )
    }),
    { numRuns: 200 },
  )
})
