/** The sets of categories that a site can begin with. Their files are in `catalog/`. */

type SetEntry = { label: string; help: string; file: string | null }

export const topicSets = {
  full: {
    label: 'Services and events',
    help: '19 categories with about 150 subcategories, for a city or a region.',
    file: 'categories.json',
  },
  'small-town': {
    label: 'Small town',
    help: '8 broad categories with a few subcategories each.',
    file: 'small-town.json',
  },
  'events-only': {
    label: 'Events only',
    help: '12 categories of events, such as concerts, markets, and sports.',
    file: 'events-only.json',
  },
  empty: { label: 'Empty', help: 'None, to add your own.', file: null },
} as const satisfies Record<string, SetEntry>

export type TopicSet = keyof typeof topicSets
export const topicSetKeys = Object.keys(topicSets) as [TopicSet, ...TopicSet[]]
