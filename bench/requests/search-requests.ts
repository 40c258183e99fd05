/** The query log: searches by class. */
import type { Draw, NextPath } from './draw.ts'

const sorts = ['newest', 'price-asc', 'price-desc', 'relevance']
const distances = [5, 10, 25, 50, 100]

type Query = Record<string, string | number | undefined>

export function searchRequests(draw: Draw): Record<string, NextPath> {
  const { random, word, words, topic, city, placeNames } = draw
  const search = (searchtext: string, query: Query = {}) =>
    draw.path(`/api/${draw.kind()}sbyfilter`, { searchtext, ...query })
  const map = (query: Query) => draw.path('/api/map', { kind: draw.kind(), ...query })
  const filters = () => {
    const { name, category } = topic()
    return random.pick([
      () => placeNames(1),
      () => placeNames(2),
      () => ({ category }),
      () => ({ category, subcategory: name }),
      () => ({ category, ...placeNames(1) }),
    ])()
  }
  const inPlace = () => {
    const { name, state } = city()
    return random.pick([`${name}`, `in ${name}`, `${name}, ${state}`, `${name} ${state}`, state])
  }
  const near = () => {
    const { name, state } = city()
    return { near: `${name}, ${state}`, within: random.pick(distances) }
  }
  const day = () => ({ when: random.pick(['today', 'weekend', 'week']) })
  const typed = () => {
    const text = random.below(3) === 0 ? city().name : words(1 + random.below(2))
    return text.slice(0, 2 + random.below(text.length - 1))
  }
  return {
    'search, one word': () => search(word()),
    'search, rare word': () => search(draw.rareWord()),
    'search, common word': () => search(draw.commonWord()),
    'search, very common word': () => search(draw.veryCommonWord()),
    'search, two or three words': () => search(words(2 + random.below(2))),
    'search, four words': () => search(words(4)),
    'search, very common + another': () => search(`${draw.veryCommonWord()} ${word()}`),
    'search, misspelled': () =>
      search(random.below(2) === 0 ? draw.misspelledWord() : `${draw.misspelledWord()} ${word()}`),
    'search, unknown word': () => search(draw.unknownWord()),
    'search, with place in text': () => search(`${topic().name.toLowerCase()} ${inPlace()}`),
    'search, with filters': () => search(word(), filters()),
    'search, very common + state': () => search(draw.veryCommonWord(), placeNames(1)),
    'search, deep page': () => search(draw.commonWord(), { page: 2 + random.below(80) }),
    'search, sorted': () => search(word(), { sort: random.pick(sorts), page: 1 + random.below(3) }),
    'search, one word by price': () => search(word(), { sort: 'price-asc' }),
    'near a place': () => search('', near()),
    'search, near a place': () => search(word(), near()),
    'search, price and pictures': () =>
      search(word(), random.pick([{ price_min: 20, price_max: 90 }, { free: 'true' }, { pictures: 'true' }])),
    'events, by day': () =>
      draw.path('/api/eventsbyfilter', { searchtext: random.pick(['', word()]), ...day() }),
    'map, list': () => map(random.pick([filters, near])()),
    'map, search': () => map({ searchtext: word(), ...random.pick([() => ({}), filters, near])() }),
    suggestions: () => draw.path('/api/suggestions', { q: typed() }),
  }
}
