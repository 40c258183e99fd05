import { data, isRouteErrorResponse, useLoaderData, useRouteError } from 'react-router'
import { emptyLists, loadFailures, unknownSubcategory } from '../../shared/messages/pages.ts'
import { Head } from '../head/head.tsx'
import { BreadcrumbTrail } from '../head/trail.tsx'
import { PageError } from '../layout/failure.tsx'
import { NotFound } from '../layout/not-found.tsx'
import { kindOf, readPage, readTab } from '../lists/address.ts'
import { toCardPage } from '../lists/card.ts'
import { FeedLinks } from '../lists/feed-links.tsx'
import { ListingGrid } from '../lists/listing-grid.tsx'
import { ListingTabs } from '../lists/listing-tabs.tsx'
import { NoListings } from '../lists/no-listings.tsx'
import type { LoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { PageHeading } from '../ui/page-heading.tsx'

export async function loader({ api, params, query }: LoaderContext) {
  const category = await api.getCategory({ params: { id: params.id ?? '' } })
  const subcategory = category.subcategories.find(({ id, slug }) => [id, slug].includes(params.subId ?? ''))
  if (!subcategory) throw data({ code: 'not_found', heading: unknownSubcategory }, { status: 404 })

  const tab = readTab(query)
  const page = readPage(query)
  const asked = { query: { subcategory: subcategory.name, page } }
  const reply =
    tab === 'events' ? await api.eventsBySubcategory(asked) : await api.servicesBySubcategory(asked)
  return {
    category: { name: category.name, slug: category.slug },
    subcategory: { name: subcategory.name, slug: subcategory.slug },
    tab,
    page,
    list: toCardPage(reply),
  }
}

export function Component() {
  const { category, subcategory, tab, page, list } = useLoaderData<typeof loader>()
  const to = (tab: string, page?: number) =>
    paths.subcategory(category.slug, subcategory.slug, { tab: tab === 'events' ? tab : undefined, page })
  return (
    <div className="page-width py-6 md:py-8">
      <Head
        title={subcategory.name}
        description={`${subcategory.name} (${category.name}) from people nearby: services and events, with prices and a direct contact.`}
        path={to(tab, page)}
        listed={list.cards.length > 0}
      />
      <BreadcrumbTrail
        crumbs={[
          { label: 'Categories', to: paths.allCategories() },
          { label: category.name, to: paths.category(category.slug) },
          { label: subcategory.name },
        ]}
      />
      <PageHeading
        title={subcategory.name}
        subtitle={`Here you can find all ads under ${subcategory.name} category.`}
      />
      <ListingTabs selected={tab} to={to}>
        {/* The grid shows whenever there is a listing (design, section 5, departure 1). */}
        <ListingGrid
          list={list}
          page={page}
          to={(page) => to(tab, page)}
          paginateSinglePage={false}
          empty={
            <NoListings
              kind={kindOf[tab]}
              sentence={tab === 'events' ? emptyLists.subcategoryEvents : emptyLists.subcategoryServices}
            />
          }
        />
        <FeedLinks kind={kindOf[tab]} filters={{ category: category.name, subcategory: subcategory.name }} />
      </ListingTabs>
    </div>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.data?.heading === unknownSubcategory) {
    return <NotFound title={unknownSubcategory} />
  }
  return <PageError sentence={loadFailures.category} />
}
