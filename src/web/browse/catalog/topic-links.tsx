/** Links to categories and subcategories, with the number of ads that each has. */

import type { Api } from '../../../shared/api-client.ts'
import type { Category } from '../../../shared/contract/catalog.ts'
import type { CountFilter } from '../../../shared/listing.ts'
import { localName } from '../../../shared/local-names.ts'
import type { Query } from '../../../shared/paths.ts'
import { formatNumber } from '../../../shared/site-format.ts'
import { paths } from '../../paths.ts'
import { rich } from '../../ui/rich.tsx'
import type { ListingTab } from '../lists/url-params.ts'

type Topic = { name: string; slug: string }
type TopicLink = Topic & {
  /** Missing if the counts could not be loaded. */
  count?: number
  /** The tab to open, if it is not the first one. */
  tab?: 'events'
}
export type CategoryLinks = TopicLink & { subcategories: TopicLink[] }

/** Returns the counts of topics that have ads, by id; null if they cannot be loaded, because the links are useful without them. */
export const loadTopicCounts = (api: Api, filter: CountFilter = {}) =>
  api.countListings({ query: filter }).then(
    (counts) => new Map(counts.map((count) => [count.id, count])),
    () => null,
  )
type TopicCounts = Awaited<ReturnType<typeof loadTopicCounts>>

/** Returns what links need. With `tab`, counts only its ads; otherwise all, and a link opens the tab that has some. */
export function toCategoryLinks(
  { _id, name, slug, subcategories }: Category,
  counts: TopicCounts,
  tab?: ListingTab,
): CategoryLinks {
  const offered = subcategories.filter(({ retired }) => !retired)
  const links = offered.map(({ id, name, slug }) => toTopicLink({ name, slug }, id, counts, tab))
  return { ...toTopicLink({ name, slug }, _id, counts, tab), subcategories: emptyLast(links) }
}

function toTopicLink(topic: Topic, id: string, counts: TopicCounts, tab?: ListingTab): TopicLink {
  if (!counts) return topic
  const { services, events } = counts.get(id) ?? { services: 0, events: 0 }
  const count = tab ? { services, events }[tab] : services + events
  const opensEvents = tab ? tab === 'events' : services === 0 && events > 0
  return { ...topic, count, ...(opensEvents && { tab: 'events' }) }
}

/** Moves topics without ads to the end, each part in its order. */
export const emptyLast = <Link extends TopicLink>(links: Link[]): Link[] =>
  links.toSorted((a, b) => Number(a.count === 0) - Number(b.count === 0))

/** The color of a topic's name: grayed out if it has no ads. */
export const toneOf = ({ count }: TopicLink) => (count === 0 ? 'text-soft' : 'text-ink')

export function TopicCount({ count }: Pick<TopicLink, 'count'>) {
  if (count === undefined) return null
  return (
    <>
      {' '}
      <span className="ms-auto ps-2 text-xs font-normal text-soft tabular-nums">
        <NumberOfAds count={count} shown={formatNumber(count)} />
      </span>
    </>
  )
}

/** Shows a number of ads, and reads it with its unit. */
export const NumberOfAds = ({ count, shown }: { count: number; shown: string }) =>
  rich(
    '{shown}<unit> {count, plural, one {ad} other {ads}}</unit>',
    { unit: (text) => <span className="sr-only">{text}</span> },
    { count, shown },
  )

type SubcategoryLinksProps = {
  category: CategoryLinks
  /** The place filter, which the links keep. */
  query?: Query
}

export function SubcategoryLinks({ category, query }: SubcategoryLinksProps) {
  return (
    <ul>
      {category.subcategories.map((link) => (
        <li key={link.slug}>
          <a
            href={paths.subcategory(category.slug, link.slug, { tab: link.tab, ...query })}
            className={`side-link ${toneOf(link)}`}
          >
            {localName(link.name)}
            <TopicCount count={link.count} />
          </a>
        </li>
      ))}
    </ul>
  )
}
