/** The user's own listings of one kind, page by page, to view, edit or delete. */

import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { pageSize } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { listings as listingMessages } from '../../shared/messages/forms.ts'
import { isOffered, offeredKinds } from '../../shared/offered-kinds.ts'
import { msg, t } from '../../shared/translate.ts'
import { Totals, totalOf } from '../browse/cards/ad-numbers.tsx'
import { type OwnCard, toOwnCard } from '../browse/cards/own-card.ts'
import { OwnListingRow } from '../browse/cards/own-listing-row.tsx'
import { readPage } from '../browse/lists/url-params.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData, useRevalidate } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { DeleteListing } from '../listing/delete-listing.tsx'
import { paths, postedParameter } from '../paths.ts'
import { PostedCard } from '../posting/posted-card.tsx'
import { NoIndexPage } from '../site/layout/page-frame.tsx'
import { useMayPost } from '../site/suspended-notice.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { Pagination, PastLastPage } from '../ui/lists/pagination.tsx'
import { TextLink } from '../ui/text-link.tsx'

const labels = {
  service: {
    title: msg('My Services'),
    noArchived: msg('No archived services'),
    seeAll: msg('See all your services'),
    post: msg('Post a service'),
    archivedHint: msg('Services that you no longer renew move here. One click brings them back.'),
    hint: msg('Good at something? Pin it up and let the neighborhood find you.'),
  },
  event: {
    title: msg('My Events'),
    noArchived: msg('No archived events'),
    seeAll: msg('See all your events'),
    post: msg('Post an event'),
    archivedHint: msg('Events move here some time after they end. Their pages stay.'),
    hint: msg('Planning something? Pin it up so everyone knows when and where.'),
  },
}

export async function loader(context: AuthedLoaderContext, kind: Kind) {
  const { api, query } = context
  const page = readPage(query)
  const archived = query.get('archived') === 'true'
  const input = { query: { page, limit: pageSize, ...(archived && { archived: 'true' as const }) } }
  const [own, { from, ads }] = await Promise.all([
    kind === 'service' ? api.listOwnServices(input) : api.listOwnEvents(input),
    api.getOwnStatistics({ query: { kind } }),
  ])
  const statistics = new Map(ads.map((ad) => [ad.id, ad]))
  const cards = own.rows.map((listing) => toOwnCard(listing, context.settings, statistics.get(listing._id)))
  // The newest are on the first page. A hidden one is not live, and has no flyer.
  const posted = cards.find(({ id, hidden }) => id === query.get(postedParameter) && !hidden)
  const tabs = await tabsFor(context, kind)
  const totalPages = Math.ceil(own.total / pageSize)
  return { cards, archived, page, tabs, totalPages, posted: posted?.id, since: from, total: totalOf(ads) }
}

/** Returns the kinds to show: those that the site has, and others of which the user has ads. */
async function tabsFor({ api, settings }: AuthedLoaderContext, current: Kind): Promise<Kind[]> {
  if (settings.kinds === 'both') return ['service', 'event']
  const hidden = isOffered(settings, 'service') ? 'event' : 'service'
  const query = { query: { page: 1, limit: 1 } }
  const { total } = hidden === 'service' ? await api.listOwnServices(query) : await api.listOwnEvents(query)
  return hidden === current || total > 0 ? ['service', 'event'] : offeredKinds(settings)
}

export function Component({ kind }: { kind: Kind }) {
  const { title, post, hint } = labels[kind]
  const {
    cards: loadedCards,
    archived,
    page,
    tabs,
    totalPages,
    posted,
    since,
    total,
  } = useLoaderData<typeof loader>()
  const to = (page: number) => paths.ownListings(kind, { page, archived: archived ? 'true' : undefined })
  const { cards, list, confirm, dialog } = useDeletion(kind, loadedCards)
  const postedCard = cards.find(({ id }) => id === posted)
  const isEmpty = cards.length === 0
  const canPost = useMayPost()
  const mayPost = isOffered(useSite().settings, kind) && canPost
  const postButton = mayPost && <ButtonLink href={paths.postListing(kind)}>{t(post)}</ButtonLink>
  return (
    <NoIndexPage title={t(title)} action={!isEmpty && postButton}>
      {tabs.length > 1 && <KindTabs current={kind} kinds={tabs} />}
      {postedCard && <PostedCard card={postedCard} />}
      {kind === 'event' && mayPost && (
        <p className="mb-5">
          <TextLink href={paths.importedCalendars()} className="inline-flex min-h-11 items-center gap-2">
            <Icon name="calendar-plus" className="size-4" />
            {t('Import a calendar')}
          </TextLink>
        </p>
      )}
      {(archived || !isEmpty) && <ArchivedFilter kind={kind} archived={archived} />}
      {!isEmpty && <Totals {...total} since={since} />}
      <div ref={list}>
        {isEmpty && page > 1 ? (
          <PastLastPage page={page} firstPage={to(1)} />
        ) : isEmpty && archived ? (
          <EmptyState title={t(labels[kind].noArchived)} hint={t(labels[kind].archivedHint)}>
            <ButtonLink href={paths.ownListings(kind)}>{t(labels[kind].seeAll)}</ButtonLink>
          </EmptyState>
        ) : isEmpty ? (
          <EmptyState title={t(listingMessages[kind].none)} hint={mayPost ? t(hint) : ''}>
            {postButton}
          </EmptyState>
        ) : (
          <ul className="grid gap-3 sm:gap-4 xl:grid-cols-2">
            {cards.map((card) => (
              <OwnListingRow key={card.id} card={card} since={since} onDelete={() => confirm(card)} />
            ))}
          </ul>
        )}
      </div>
      <Pagination page={page} totalPages={totalPages} to={to} />
      {dialog}
    </NoIndexPage>
  )
}

function KindTabs({ current, kinds }: { current: Kind; kinds: Kind[] }) {
  return (
    <nav aria-label={t('Your ads')} className="mb-5 flex gap-1 border-b border-line sm:mb-7">
      {kinds.map((kind) => (
        <a
          key={kind}
          href={paths.ownListings(kind)}
          aria-current={kind === current ? 'page' : undefined}
          className="tab-link"
        >
          {t(labels[kind].title)}
        </a>
      ))}
    </nav>
  )
}

function ArchivedFilter({ kind, archived }: { kind: Kind; archived: boolean }) {
  const choices = [
    { label: t('All'), href: paths.ownListings(kind), isCurrent: !archived },
    { label: t('Archive'), href: paths.ownListings(kind, { archived: 'true' }), isCurrent: archived },
  ]
  return (
    <nav aria-label={t('Filter')} className="-mt-3 mb-5 flex gap-2">
      {choices.map(({ label, href, isCurrent }) => (
        <a key={label} href={href} aria-current={isCurrent ? 'page' : undefined} className="side-tab">
          {label}
        </a>
      ))}
    </nav>
  )
}

/** Removes a deleted listing from the list at once, moves focus to the row that follows it, and fills up the page. */
function useDeletion(kind: Kind, allCards: OwnCard[]) {
  const [deletedIds, setDeletedIds] = useState<readonly string[]>([])
  const [selected, setSelected] = useState<OwnCard | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const revalidate = useRevalidate()
  const withoutDeleted = (cards: OwnCard[]) => cards.filter(({ id }) => !deletedIds.includes(id))

  function close(card: OwnCard) {
    flushSync(() => setSelected(null))
    if (!deletedIds.includes(card.id)) return
    // Focus was in the deleted row: move it to the next row, else the last row, else the button of the empty list.
    const index = withoutDeleted(allCards.slice(0, allCards.indexOf(card))).length
    const controls = [...(list.current?.querySelectorAll<HTMLElement>('button, a') ?? [])]
    const deleteButtons = controls.filter((control) => control.matches('button'))
    const next = deleteButtons[index] ?? deleteButtons.at(-1) ?? controls[0]
    next?.focus()
    void revalidate()
  }

  const dialog = selected && (
    <DeleteListing
      key={selected.id}
      kind={kind}
      listing={selected}
      onDeleted={() => setDeletedIds((ids) => [...ids, selected.id])}
      onClose={() => close(selected)}
    />
  )
  return { cards: withoutDeleted(allCards), list, confirm: setSelected, dialog }
}
