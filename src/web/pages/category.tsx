import { useLoaderData } from 'react-router'
import { emptyLists, loadFailures } from '../../shared/messages/pages.ts'
import { SubcategoryLinks, toCategoryLinks } from '../catalog/subcategory-links.tsx'
import { Head } from '../head/head.tsx'
import { BreadcrumbTrail } from '../head/trail.tsx'
import { PageError } from '../layout/failure.tsx'
import { kindOf, readPage, readTab } from '../lists/address.ts'
import { toCardPage } from '../lists/card.ts'
import { FeedLinks } from '../lists/feed-links.tsx'
import { ListingGrid } from '../lists/listing-grid.tsx'
import { ListingTabs } from '../lists/listing-tabs.tsx'
import { NoListings } from '../lists/no-listings.tsx'
import type { LoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export async function loader({ api, params, query }: LoaderContext) {
  const category = await api.getCategory({ params: { id: params.id ?? '' } })
  const tab = readTab(query)
  const page = readPage(query)
  const asked = { query: { category: category.name, page } }
  const reply = tab === 'events' ? await api.eventsByCategory(asked) : await api.servicesByCategory(asked)
  return { category: toCategoryLinks(category), tab, page, list: toCardPage(reply) }
}

export function Component() {
  const { category, tab, page, list } = useLoaderData<typeof loader>()
  const to = (tab: string, page?: number) =>
    paths.category(category.slug, { tab: tab === 'events' ? tab : undefined, page })
  return (
    <div className="page-width py-6 md:py-8">
      <Head
        title={category.name}
        description={`${category.name} from people nearby: services and events, with prices and a direct contact.`}
        path={to(tab, page)}
        listed={list.cards.length > 0}
      />
      <BreadcrumbTrail
        crumbs={[{ label: 'Categories', to: paths.allCategories() }, { label: category.name }]}
      />
      <PageHeading title={category.name} />
      <ListingTabs selected={tab} to={to}>
        <div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8">
          <nav aria-label="Subcategories">
            <Disclosure
              className="unfold-wide max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-2"
              summary={<span className="px-2 font-semibold">Subcategories</span>}
            >
              <h2 className="mb-2 px-3 text-base max-lg:hidden">Subcategories</h2>
              <SubcategoryLinks category={category} />
            </Disclosure>
          </nav>
          <div className="min-w-0">
            <ListingGrid
              list={list}
              page={page}
              to={(page) => to(tab, page)}
              empty={
                <NoListings
                  kind={kindOf[tab]}
                  sentence={tab === 'events' ? emptyLists.categoryEvents : emptyLists.categoryServices}
                />
              }
            />
            <FeedLinks kind={kindOf[tab]} filters={{ category: category.name }} />
          </div>
        </div>
      </ListingTabs>
    </div>
  )
}

export const ErrorBoundary = () => <PageError sentence={loadFailures.category} />
