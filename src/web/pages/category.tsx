import { useLoaderData } from 'react-router'
import { emptyLists, loadFailures } from '../../shared/messages/pages.ts'
import { type CategoryLinks, SubcategoryLinks, toCategoryLinks } from '../catalog/subcategory-links.tsx'
import { PageError } from '../layout/page-error.tsx'
import { toCardPage } from '../lists/card.ts'
import { ListingTabsPage } from '../lists/listing-tabs-page.tsx'
import { readPage, readTab } from '../lists/url-params.ts'
import type { LoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { Disclosure } from '../ui/disclosure.tsx'

export async function loader({ api, params, query }: LoaderContext) {
  const category = await api.getCategory({ params: { id: params.id ?? '' } })
  const tab = readTab(query)
  const page = readPage(query)
  const input = { query: { category: category.name, page } }
  const reply = tab === 'events' ? await api.eventsByCategory(input) : await api.servicesByCategory(input)
  return { category: toCategoryLinks(category), tab, page, list: toCardPage(reply) }
}

export function Component() {
  const { category, tab, page, list } = useLoaderData<typeof loader>()
  const to = (tab: string, page?: number) =>
    paths.category(category.slug, { tab: tab === 'events' ? tab : undefined, page })
  return (
    <ListingTabsPage
      title={category.name}
      description={`${category.name} services and events near you, with prices and contact info.`}
      path={to(tab, page)}
      crumbs={[{ label: 'Categories', to: paths.allCategories() }, { label: category.name }]}
      tab={tab}
      toTab={to}
      list={list}
      page={page}
      toPage={(page) => to(tab, page)}
      emptyMessage={tab === 'events' ? emptyLists.categoryEvents : emptyLists.categoryServices}
      filters={{ category: category.name }}
      aside={<SubcategoryNav category={category} />}
    />
  )
}

export const ErrorBoundary = () => <PageError message={loadFailures.category} />

function SubcategoryNav({ category }: { category: CategoryLinks }) {
  return (
    <nav aria-label="Subcategories">
      <Disclosure
        className="unfold-wide max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-2"
        summary={<span className="px-2 font-semibold">Subcategories</span>}
      >
        <h2 className="mb-2 px-3 text-base max-lg:hidden">Subcategories</h2>
        <SubcategoryLinks category={category} />
      </Disclosure>
    </nav>
  )
}
