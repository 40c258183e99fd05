import type { ComponentProps } from 'react'
import type { FilterTexts } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import { fieldTextsOf } from '../../../shared/listing-fields/parameters.ts'
import { msg, t } from '../../../shared/translate.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { rich } from '../../ui/rich.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { LoadedList } from '../filtered-list/list-page.ts'
import type { Taxonomy } from '../filters/taxonomy.ts'

type FeedLinksProps = { kind: Kind; taxonomy: Taxonomy; filters: FilterTexts }

/**
 * Links to the list as a feed, and to events as a calendar, with the same filters. The sort order is left out:
 * subscribers want what is new. React moves the `<link>` elements into the head, where feed readers look.
 */
export function FeedLinks({ kind, taxonomy, filters }: FeedLinksProps) {
  const { origin } = useSite()
  // Feeds have no other filters.
  const query = { ...taxonomy, ...fieldTextsOf(filters) }
  const feed = paths.feed(kind, query)
  const jsonFeed = paths.jsonFeed(kind, query)
  const calendar = paths.calendar(query)
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={t(feedTitle[kind])} href={feed} />
      <link rel="alternate" type="application/feed+json" title={t(feedTitle[kind])} href={jsonFeed} />
      <Disclosure
        summary={<span className="text-sm font-semibold">{t('More ways to follow')}</span>}
        className="mt-8 border-t border-line pt-1 print:hidden"
      >
        <ul aria-label={t('Subscribe to this list')} className="flex flex-wrap gap-x-6 text-sm">
          <FeedLink icon="rss" data-page="reload" href={feed}>
            {t('RSS feed')}
          </FeedLink>
          <FeedLink icon="rss" data-page="reload" href={jsonFeed}>
            {t('JSON feed')}
          </FeedLink>
          {kind === 'event' && (
            <>
              <FeedLink
                icon="calendar-plus"
                data-page="reload"
                href={`webcal://${new URL(origin).host}${calendar}`}
              >
                {t('Subscribe in your calendar')}
              </FeedLink>
              <FeedLink icon="download" data-page="reload" href={calendar}>
                {t('Calendar file')}
              </FeedLink>
              <FeedLink
                icon="layout-grid"
                rel="nofollow"
                href={paths.embedEvents({ ...taxonomy, ...filters })}
              >
                {t('Embed this list')}
              </FeedLink>
            </>
          )}
        </ul>
      </Disclosure>
    </>
  )
}

/** Leads to alerts about new ads in the list. On a phone, only its icon fits. */
export function NotifyLink({ loaded: { kind, form, filters } }: { loaded: LoadedList }) {
  return (
    <ButtonLink
      variant="secondary"
      href={paths.saveSearch({ kind, ...form.taxonomy, ...filters })}
      rel="nofollow"
      className="max-sm:w-11 max-sm:px-0! lg:me-auto print:hidden"
    >
      <Icon name="bell" className="size-4.5" />
      <span className="max-sm:sr-only">
        {rich('Notify me<what> about new ads</what>', {
          what: (text) => <span className="sr-only">{text}</span>,
        })}
      </span>
    </ButtonLink>
  )
}

const feedTitle = { service: msg('Services like these'), event: msg('Events like these') }

type FeedLinkProps = ComponentProps<'a'> & { icon: ComponentProps<typeof Icon>['name'] }

/** `data-page="reload"` leaves the link to the browser, which opens a feed reader or a calendar. */
function FeedLink({ icon, children, ...rest }: FeedLinkProps) {
  return (
    <li>
      <TextLink {...rest} className="inline-flex min-h-11 items-center gap-2">
        <Icon name={icon} className="size-4" />
        {children}
      </TextLink>
    </li>
  )
}
