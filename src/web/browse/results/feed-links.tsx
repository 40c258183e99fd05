import type { FilterTexts } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Taxonomy } from '../filters/taxonomy.ts'

type FeedLinksProps = { kind: Kind; taxonomy: Taxonomy; filters: FilterTexts }

/**
 * Links to alerts, to the list as an RSS feed, and to events as a calendar, with the same filters. The sort order is left out:
 * subscribers want what is new. React moves the `<link>` elements into the head, where feed readers look.
 */
export function FeedLinks({ kind, taxonomy, filters }: FeedLinksProps) {
  const { origin } = useSite()
  const feed = paths.feed(kind, taxonomy)
  const jsonFeed = paths.jsonFeed(kind, taxonomy)
  const calendar = paths.calendar(taxonomy)
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={feedTitle[kind]} href={feed} />
      <link rel="alternate" type="application/feed+json" title={feedTitle[kind]} href={jsonFeed} />
      <ul
        aria-label="Subscribe to this list"
        className="mt-8 flex flex-wrap gap-x-6 border-t border-line pt-3 text-sm print:hidden"
      >
        <li>
          <TextLink
            href={paths.saveSearch({ kind, ...taxonomy, ...filters })}
            rel="nofollow"
            className="inline-flex min-h-11 items-center gap-2 font-semibold"
          >
            <Icon name="bell" className="size-4" />
            Notify me about new ads
          </TextLink>
        </li>
        <li>
          <SubscribeLink icon="rss" href={feed}>
            RSS feed
          </SubscribeLink>
        </li>
        <li>
          <SubscribeLink icon="rss" href={jsonFeed}>
            JSON feed
          </SubscribeLink>
        </li>
        {kind === 'event' && (
          <>
            <li>
              <SubscribeLink icon="calendar-plus" href={`webcal://${new URL(origin).host}${calendar}`}>
                Subscribe in your calendar
              </SubscribeLink>
            </li>
            <li>
              <SubscribeLink icon="download" href={calendar}>
                Calendar file
              </SubscribeLink>
            </li>
          </>
        )}
        {kind === 'event' && (
          <li>
            <TextLink
              href={paths.embedEvents({ ...taxonomy, ...filters })}
              rel="nofollow"
              className="inline-flex min-h-11 items-center gap-2"
            >
              <Icon name="layout-grid" className="size-4" />
              Embed this list
            </TextLink>
          </li>
        )}
      </ul>
    </>
  )
}

const feedTitle = { service: 'Services like these', event: 'Events like these' }

/** `data-page="reload"` leaves the link to the browser, which opens a feed reader or a calendar. */
function SubscribeLink({
  icon,
  href,
  children,
}: {
  icon: 'rss' | 'calendar-plus' | 'download'
  href: string
  children: string
}) {
  return (
    <TextLink data-page="reload" href={href} className="inline-flex min-h-11 items-center gap-2">
      <Icon name={icon} className="size-4" />
      {children}
    </TextLink>
  )
}
