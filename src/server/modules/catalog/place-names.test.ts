import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogPlaces, placeNamesText } from '../../../../test/support/data/catalog-files.ts'
import { finish } from '../../platform/time-slices.ts'
import { tokenize } from '../../platform/tokenize.ts'
import { buildPlaceNames, createPlaceNames, parsePlaceNames } from './place-names.ts'

const places = catalogPlaces()
const lines = parsePlaceNames(placeNamesText())
const names = finish(createPlaceNames(placeNamesText(), places))
const match = (text: string) => names.match(tokenize(text), 0)
const namesOf = (text: string) => match(text)?.places.map(({ name }) => name) ?? []

describe('the file of place names', () => {
  test('names places of the catalog, each once a line', () => {
    const stateOf = new Map(places.states.map(({ id, name }) => [id, name]))
    const known = new Set([
      ...places.countries.map(({ name }) => name),
      ...places.states.map(({ name }) => name),
      ...places.cities.map(({ name, state_id }) => `${name}, ${stateOf.get(state_id)}`),
    ])
    const unknown = lines.flatMap(({ targets, line }) =>
      targets
        .filter((target, index) => !known.has(target) || targets.indexOf(target) < index)
        .map((target) => `line ${line}: ${target}`),
    )
    expect(unknown).toEqual([])
  })

  test('has no name twice in a line, and none without a word', () => {
    const wrong = lines.flatMap(({ names: written, line }) => {
      const keys = written.map((name) => tokenize(name).join(' '))
      return keys
        .filter((key, index) => key === '' || keys.indexOf(key) < index)
        .map((key) => `${line}: ${key}`)
    })
    expect(wrong).toEqual([])
  })

  test('has a two-letter code for each state and province', () => {
    const withCode = lines.flatMap(({ names: written, targets: [target, ...others] }) =>
      others.length === 0 && written.some((name) => /^[A-Z]{2}$/.test(name)) ? [target] : [],
    )
    expect(withCode).toEqual(expect.arrayContaining(places.states.map(({ name }) => name)))
  })

  test('is found at startup', async () => {
    expect([...finish(buildPlaceNames(places)).words()]).toEqual([...names.words()])
  })
})

describe('match', () => {
  test.each([
    ['austin tx', 2, 'Austin, Texas'],
    ['Austin, Texas', 2, 'Austin, Texas'],
    ['austin tx usa', 3, 'Austin, Texas'],
    ['austin barber', 1, 'Austin, Texas'],
    ['nyc', 1, 'New York City'],
    ['new york ny', 3, 'New York City'],
    ['brooklyn new york', 3, 'Brooklyn'],
    ['portland or', 2, 'Portland, Oregon'],
    ['portland maine', 2, 'Portland, Maine'],
    ['washington dc', 2, 'Washington DC'],
    ['Washington, D.C.', 3, 'Washington DC'],
    ['saint louis mo', 3, 'St. Louis, Missouri'],
    ['st. paul', 2, 'Saint Paul, Minnesota'],
    ['ft worth', 2, 'Fort Worth, Texas'],
    ['Montreal', 1, 'Montréal, Quebec'],
    ['st johns', 2, "St. John's, Newfoundland and Labrador"],
    ['o fallon il', 3, "O'Fallon, Illinois"],
    ['kansas city ks', 3, 'Kansas City, Kansas'],
    ['ontario ca', 2, 'Ontario, California'],
    ['ontario canada', 2, 'Ontario'],
    ['philly fair', 1, 'Philadelphia, Pennsylvania'],
    ['tx', 1, 'Texas'],
    ['canada', 1, 'Canada'],
  ])('finds %s', (text, length, name) => {
    expect(match(text)?.length).toBe(length)
    expect(namesOf(text)[0]).toBe(name)
  })

  test.each(['barber', 'reads', 'austins', '', 'in'.repeat(3), '北京'])('finds no place in %j', (text) => {
    expect(match(text)).toBeNull()
  })

  test('returns all places of a name, the most populous first', () => {
    expect(namesOf('springfield').slice(0, 2)).toEqual([
      'Springfield, Missouri',
      'Springfield, Massachusetts',
    ])
    const populations = match('springfield')?.places.map(({ population }) => population) ?? []
    expect(populations).toEqual(populations.toSorted((a, b) => b - a))
    expect(namesOf('new york')).toEqual(['New York', 'New York City'])
  })

  test('includes the boroughs of New York City, whose center comes first', () => {
    const [city] = match('nyc')?.places ?? []
    const state = places.states.find(({ name }) => name === 'New York')?.id
    const newYork = places.cities.filter(({ state_id }) => state_id === state)
    const idOf = (name: string) => newYork.find((each) => each.name === name)?.id
    expect(city?.ids[0]).toBe(idOf('New York City'))
    expect(city?.ids).toEqual(
      expect.arrayContaining(['Brooklyn', 'Queens', 'Manhattan', 'Staten Island'].map(idOf)),
    )
  })

  test('says whether a code or nickname matched', () => {
    const isCode = (text: string) => match(text)?.places[0]?.code
    expect(['tx', 'philly', 'austin tx'].map(isCode)).toEqual([true, true, true])
    expect(['texas', 'austin', 'austin texas'].map(isCode)).toEqual([false, false, false])
  })

  test('finds every city by its name and state', () => {
    const state = new Map(places.states.map(({ id, name }) => [id, name]))
    for (const city of places.cities) {
      const text = `${city.name}, ${state.get(city.state_id)}`
      const found = match(text)
      expect(found?.length, text).toBe(tokenize(text).length)
      expect(
        found?.places.flatMap(({ ids }) => ids),
        text,
      ).toContain(city.id)
    }
  })

  test('matches within the tokens, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...names.words()), { maxLength: 10 }),
        fc.nat(10),
        (tokens, at) => {
          const found = names.match(tokens, at)
          if (!found) return
          expect(found.length).toBeGreaterThan(0)
          expect(at + found.length).toBeLessThanOrEqual(tokens.length)
          expect(found.places.length).toBeGreaterThan(0)
        },
      ),
    )
  })
})

test.each(['Philly', 'Philly = ', ' = Texas', 'a,,b = Texas', 'a = b = c', 'a = b;;c'])(
  'rejects %j',
  (text) => {
    expect(() => parsePlaceNames(`# Note\n\n${text}`)).toThrow('line 3')
  },
)
