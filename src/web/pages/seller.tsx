import { emptyLists, loadFailures } from '../../shared/messages/pages.ts'
import { SellerFacts, unnamedSeller } from '../details/seller-summary.tsx'
import { Head } from '../head/head.tsx'
import { PageError } from '../layout/page-error.tsx'
import { toCardPage } from '../lists/card.ts'
import { KindTabs } from '../lists/kind-tabs.tsx'
import { ListingGrid } from '../lists/listing-grid.tsx'
import { type ListingTab, reachablePage, readPage, readTab, shownPage } from '../lists/url-params.ts'
import type { LoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { useLoaderData } from '../router/hooks.ts'
import { useSite } from '../site.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'

export async function loader({ api, params, query, cardTextLength }: LoaderContext) {
  const seller = await api.getSeller({ params: { id: params.id ?? '' } })
  const firstTab: ListingTab = seller.services === 0 ? 'events' : 'services'
  const tab = query.has('tab') ? readTab(query) : firstTab
  const page = readPage(query)
  const input = { query: { seller: seller.id, page: reachablePage(page) } }
  const reply = tab === 'events' ? await api.eventsBySeller(input) : await api.servicesBySeller(input)
  return { seller, firstTab, tab, page: shownPage(page, reply), list: toCardPage(reply, cardTextLength) }
}

/** Someone's public ads. A person without any has no page. */
export function Component() {
  const { seller, firstTab, tab, page, list } = useLoaderData<typeof loader>()
  const { product } = useSite()
  const { id, name, photo, services, events } = seller
  const to = (tab: ListingTab, page = 1) =>
    paths.seller(id, { tab: tab === firstTab ? undefined : tab, page })
  const other: ListingTab = tab === 'events' ? 'services' : 'events'
  return (
    <div className="page-width py-8 md:py-12">
      {/* Search engines list ads, not people. */}
      <Head
        title={titleOf(name)}
        description={`Services and events that ${name ?? 'a neighbor'} posted on ${product.name}.`}
        path={paths.seller(id)}
        indexable={false}
      />
      <header className="mb-8 flex items-center gap-4 sm:gap-5">
        <Avatar name={name ?? unnamedSeller} photo={photo} size="large" />
        <div className="min-w-0">
          <h1 dir="auto" className="free-text text-2xl">
            {titleOf(name)}
          </h1>
          <div className="mt-1">
            <SellerFacts {...seller} />
          </div>
        </div>
      </header>
      <KindTabs selected={tab} to={(tab) => to(tab)} counts={{ services, events }}>
        <ListingGrid
          list={list}
          page={page}
          to={(page) => to(tab, page)}
          empty={
            <EmptyState
              title={tab === 'events' ? emptyLists.stateEvents : emptyLists.stateServices}
              hint={`But there ${other === 'events' ? 'are events' : 'are services'} to look at.`}
            >
              <ButtonLink href={to(other)}>{other === 'events' ? 'See events' : 'See services'}</ButtonLink>
            </EmptyState>
          }
        />
      </KindTabs>
    </div>
  )
}

const titleOf = (name: string | null) => `Ads by ${name ?? 'a neighbor'}`

export const ErrorBoundary = () => <PageError message={loadFailures.data} />
