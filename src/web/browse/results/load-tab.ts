/** Loads the list of a page with a tab for services and one for events. */
import type { Category, Location } from '../../../shared/contract/catalog.ts'
import type { LoaderContext } from '../../framework/loading.ts'
import type { FacetName, LoadedList } from '../filtered-list/list-page.ts'
import { normalizeTaxonomy, readTaxonomy } from '../filters/read-taxonomy.ts'
import type { Taxonomy } from '../filters/taxonomy.ts'
import { kindOfTab, type ListingTab, readPage, readTab } from '../lists/url-params.ts'
import { keepToPlace } from '../place/keep-to-place.ts'
import { loadList } from './load-list.ts'

type TabRequest<Extra> = {
  /** What the page's path sets. */
  fixed: Partial<Taxonomy>
  categories: Category[]
  locations: Location[]
  facetNames: readonly FacetName[]
  /** Loads what else the page shows, at the same time as the list. */
  loadExtra?: (taxonomy: Taxonomy) => Promise<Extra>
  /** The parameter with the page of each tab; by default `page`. */
  pageNames?: Record<ListingTab, string>
}

type LoadedTab<Extra> = { tab: ListingTab; loaded: LoadedList; extra: Extra | null }

export async function loadTab<Extra>(
  context: LoaderContext,
  { fixed, categories, locations, facetNames, loadExtra, pageNames }: TabRequest<Extra>,
): Promise<LoadedTab<Extra>> {
  const { query } = context
  keepToPlace(context.path)
  const tab = readTab(context)
  const taxonomy = { ...readTaxonomy(query), searchtext: '', ...fixed }
  const form = normalizeTaxonomy(taxonomy, categories, locations, kindOfTab[tab])
  const page = readPage(query, pageNames?.[tab])
  const [loaded, extra] = await Promise.all([
    loadList(context, { kind: kindOfTab[tab], form, page, facetNames, locations }),
    loadExtra?.(form.taxonomy) ?? null,
  ])
  return { tab, loaded, extra }
}
