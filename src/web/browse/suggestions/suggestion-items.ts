/** Puts recent searches and what the server suggests into one list of options. */

import type {
  AdSuggestion,
  PlaceSuggestion,
  Suggestions,
  TopicSuggestion,
} from '../../../shared/contract/browse.ts'
import { localName } from '../../../shared/local-names.ts'
import { paths } from '../../paths.ts'

export type SuggestionGroup = 'Recent searches' | 'Categories' | 'Places' | 'Words' | 'Ads'

export type SuggestionItem = {
  group: SuggestionGroup
  label: string
  /** Distinguishes options with the same label. */
  detail: string | null
  to: string
  /** The text that the option searches for, or fills in; null if it leads to a topic, a place, or an ad. */
  text: string | null
}

/** While someone types, recent searches leave room for suggestions. */
const maxRecentWhileTyping = 3

export function suggestionItems(
  typed: string,
  recent: readonly string[],
  { topics, places, words, ads = [] }: Suggestions,
): SuggestionItem[] {
  const matching = recent.filter((text) => matches(text, typed))
  const shown = typed.trim() === '' ? recent : matching.slice(0, maxRecentWhileTyping)
  const others = words.filter((word) => !shown.some((text) => text.toLowerCase() === word))
  return [
    ...shown.map((text) => searchItem('Recent searches', text)),
    ...topics.map(topicItem),
    ...places.map(placeItem),
    ...others.map((text) => searchItem('Words', text)),
    ...ads.map(adItem),
  ]
}

/** Whether any word of `text` begins with what was typed. The typed text itself is no suggestion. */
function matches(text: string, typed: string): boolean {
  const [whole, beginning] = [text.toLowerCase(), typed.trim().toLowerCase()]
  return whole !== beginning && ` ${whole}`.includes(` ${beginning}`)
}

const searchItem = (group: SuggestionGroup, text: string): SuggestionItem => ({
  group,
  text,
  label: text,
  detail: null,
  to: paths.search({ searchtext: text }),
})

const topicItem = ({ name, slug, category }: TopicSuggestion): SuggestionItem => ({
  group: 'Categories',
  label: localName(name),
  detail: category && localName(category.name),
  text: null,
  to: category ? paths.subcategory(category.slug, slug) : paths.category(slug),
})

const adItem = ({ kind, id, title, place }: AdSuggestion): SuggestionItem => ({
  group: 'Ads',
  label: title,
  detail: place,
  text: null,
  to: paths.listing(kind, id),
})

/** Returns a town as an option of the field of a place. */
export function townItem(place: PlaceSuggestion): SuggestionItem {
  const item = placeItem(place)
  return { ...item, text: [place.city, place.state].filter(Boolean).join(', ') }
}

function placeItem({ country, state, city }: PlaceSuggestion): SuggestionItem {
  const item = { group: 'Places', text: null } as const
  if (city !== null && state !== null) {
    const to = paths.location(country.slug, { state, city })
    return { ...item, label: city, detail: localName(state), to }
  }
  if (state !== null)
    return { ...item, label: localName(state), detail: localName(country.name), to: paths.state(state) }
  return { ...item, label: localName(country.name), detail: null, to: paths.location(country.slug) }
}
