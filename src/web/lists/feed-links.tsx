import type { Kind } from '../../shared/listing.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { Filters } from './filters.ts'

type FeedLinksProps = { kind: Kind; filters?: Partial<Filters> }

/**
 * The list as a feed, and events as a calendar, narrowed as the list is. The order is left out: whoever follows a list
 * wants what is new. React moves the first link into the head, where feed readers look.
 */
export function FeedLinks({ kind, filters = {} }: FeedLinksProps) {
  const feed = paths.feed(kind, filters)
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={feedTitle[kind]} href={feed} />
      <ul
        aria-label="Follow this list"
        className="mt-8 flex flex-wrap gap-x-6 border-t border-line pt-3 text-sm print:hidden"
      >
        <li>
          <Follow icon="rss" href={feed}>
            Follow by feed
          </Follow>
        </li>
        {kind === 'event' && (
          <li>
            <Follow icon="calendar-plus" href={paths.calendar(filters)}>
              Follow in a calendar
            </Follow>
          </li>
        )}
      </ul>
    </>
  )
}

const feedTitle = { service: 'Services like these', event: 'Events like these' }

/** Leads to no page of ours: feed readers and calendars take it up. */
function Follow({ icon, href, children }: { icon: 'rss' | 'calendar-plus'; href: string; children: string }) {
  return (
    <TextLink data-page="reload" href={href} className="inline-flex min-h-11 items-center gap-2">
      <Icon name={icon} className="size-4" />
      {children}
    </TextLink>
  )
}
