/** The sets of categories that a site can begin with. Their files are in `catalog/`. */
import { type Message, msg } from '../translate.ts'

type SetEntry = { label: Message; help: Message; file: string | null }

export const topicSets = {
  full: {
    label: msg('Services and events'),
    help: msg('19 categories with about 150 subcategories, for a city or a region.'),
    file: 'categories.json',
  },
  'small-town': {
    label: msg('Small town'),
    help: msg('8 broad categories with a few subcategories each.'),
    file: 'small-town.json',
  },
  'events-only': {
    label: msg('Events only'),
    help: msg('12 categories of events, such as concerts, markets, and sports.'),
    file: 'events-only.json',
  },
  empty: { label: msg('Empty'), help: msg('None, to add your own.'), file: null },
} as const satisfies Record<string, SetEntry>

export type TopicSet = keyof typeof topicSets
export const topicSetKeys = Object.keys(topicSets) as [TopicSet, ...TopicSet[]]
