import { localName } from '../../../shared/local-names.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'
import { NumberOfAds } from '../catalog/topic-links.tsx'
import { currentQuery, type FacetGroup, type FacetName, type ListPage } from '../filtered-list/list-page.ts'
import { changeTaxonomy } from '../filters/taxonomy.ts'
import { formatCounted } from '../query/active-filters.ts'

const titles: Record<FacetName, Message> = {
  category: msg('Categories'),
  subcategory: msg('Subcategories'),
  state: msg('States'),
  city: msg('Cities'),
}

/** How many values show before "Show all". */
const shortList = 6

/** Links that set a filter, each with the number of results that the list would then have. */
export function FacetLinks({ wide = false, ...page }: ListPage & { wide?: boolean }) {
  const { facets, list } = page.loaded
  if (facets.length === 0) return null
  return (
    <div className={wide ? 'grid gap-x-6 gap-y-4 sm:grid-cols-2' : 'space-y-4'}>
      {list.total === 0 && (
        <p className="col-span-full text-sm text-soft">
          {list.related
            ? t('Counts of ads in related categories')
            : t('Counts of ads that match some of your words')}
        </p>
      )}
      {facets.map((group) => (
        <Facet key={group.name} group={group} page={page} wide={wide} />
      ))}
    </div>
  )
}

function Facet({ group, page, wide }: { group: FacetGroup; page: ListPage; wide: boolean }) {
  const { name, values } = group
  const links = values.map((value) => <FacetLink key={value.name} name={name} value={value} page={page} />)
  const columns = wide ? 'lg:columns-2 lg:gap-x-6' : ''
  return (
    <nav aria-label={t(titles[name])}>
      <p aria-hidden className="mb-1 text-sm font-semibold">
        {t(titles[name])}
      </p>
      <ul className={`-mx-3 ${columns}`}>{links.slice(0, shortList)}</ul>
      {links.length > shortList && (
        <details className="group/facet">
          <summary className="inline-flex min-h-11 items-center text-sm font-semibold text-accent underline group-open/facet:hidden lg:min-h-9">
            {t('Show all {count}', { count: links.length })}
          </summary>
          <ul className={`-mx-3 ${columns}`}>{links.slice(shortList)}</ul>
        </details>
      )}
    </nav>
  )
}

type FacetLinkProps = { name: FacetName; value: FacetGroup['values'][number]; page: ListPage }

function FacetLink({ name, value, page }: FacetLinkProps) {
  const { taxonomy, loaded, to } = page
  const changed = changeTaxonomy(loaded.form.taxonomy, name, value.name)
  const shown = Object.fromEntries(Object.keys(taxonomy).map((key) => [key, Reflect.get(changed, key)]))
  const country = value.country && { country: value.country }
  return (
    <li className="break-inside-avoid">
      <a
        href={to({ ...currentQuery(page), ...shown, [name]: value.name, ...country })}
        aria-current={taxonomy[name] === value.name ? 'page' : undefined}
        className="side-link justify-between gap-3"
      >
        <span className="min-w-0">{localName(value.name)}</span>{' '}
        <span className="text-xs font-normal text-soft tabular-nums">
          <NumberOfAds count={value.count} shown={formatCounted(value.count, value.more)} />
        </span>
      </a>
    </li>
  )
}
