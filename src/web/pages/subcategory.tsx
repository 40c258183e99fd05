import { data, isRouteErrorResponse, useLoaderData, useRouteError } from 'react-router'
import { emptyLists, loadFailures, unknownSubcategory } from '../../shared/messages/pages.ts'
import { NotFound } from '../layout/not-found.tsx'
import { PageError } from '../layout/page-error.tsx'
import { toCardPage } from '../lists/card.ts'
import { ListingTabsPage } from '../lists/listing-tabs-page.tsx'
import { readPage, readTab } from '../lists/url-params.ts'
import type { LoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'

export async function loader({ api, params, query }: LoaderContext) {
  const category = await api.getCategory({ params: { id: params.id ?? '' } })
  const subcategory = category.subcategories.find(({ id, slug }) => [id, slug].includes(params.subId ?? ''))
  if (!subcategory) throw data({ code: 'not_found', heading: unknownSubcategory }, { status: 404 })

  const tab = readTab(query)
  const page = readPage(query)
  const input = { query: { subcategory: subcategory.name, page } }
  const reply =
    tab === 'events' ? await api.eventsBySubcategory(input) : await api.servicesBySubcategory(input)
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
    <ListingTabsPage
      title={subcategory.name}
      subtitle={`Here you can find all ads under ${subcategory.name} category.`}
      description={`${subcategory.name} (${category.name}) services and events near you, with prices and contact info.`}
      path={to(tab, page)}
      crumbs={[
        { label: 'Categories', to: paths.allCategories() },
        { label: category.name, to: paths.category(category.slug) },
        { label: subcategory.name },
      ]}
      tab={tab}
      toTab={to}
      list={list}
      page={page}
      toPage={(page) => to(tab, page)}
      paginateSinglePage={false}
      emptyMessage={tab === 'events' ? emptyLists.subcategoryEvents : emptyLists.subcategoryServices}
      filters={{ category: category.name, subcategory: subcategory.name }}
    />
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.data?.heading === unknownSubcategory) {
    return <NotFound title={unknownSubcategory} />
  }
  return <PageError message={loadFailures.category} />
}
