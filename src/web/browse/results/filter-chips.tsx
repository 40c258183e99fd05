import { anywhere } from '../../../shared/list-filters.ts'
import { localName, localPlace } from '../../../shared/local-names.ts'
import { t } from '../../../shared/translate.ts'
import { useSite } from '../../framework/site-context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { currentQuery, type ListPage } from '../filtered-list/list-page.ts'
import { changeTaxonomy, type TaxonomyName, taxonomyNames } from '../filters/taxonomy.ts'
import { describeFilters, labelOfPart, withoutFields, withoutFilters } from '../query/active-filters.ts'

type FilterChipsProps = ListPage & {
  /** Filters that the page shows elsewhere. */
  hide: readonly TaxonomyName[]
  /** Where the list is without filters; null if the page leads there itself. */
  clear: string | null
}

/** The active filters, each with a link that removes it and the filters that depend on it. */
export function FilterChips({ hide, clear, ...page }: FilterChipsProps) {
  const { currency } = useSite().settings
  const chips = chipsOf(page, hide, currency)
  if (chips.length === 0) return null
  return (
    <ul aria-label={t('Active filters')} className="flex flex-wrap items-center gap-2">
      {chips.map(({ key, label, to }) => (
        <li key={key} className="max-w-full">
          <a
            href={to}
            className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border border-line bg-accent-wash px-4 text-sm hover:border-accent lg:min-h-9"
          >
            {key === 'near' && <Icon name="map-pin" className="size-4 shrink-0 text-accent" />}
            <span className="sr-only">{t('Remove filter')}</span>
            <span className="max-w-72 truncate">{label}</span>
            <Icon name="x" className="size-4 shrink-0 text-accent" />
          </a>
        </li>
      ))}
      {clear !== null && chips.some(({ ofText }) => !ofText) && (
        <li>
          <a
            href={anywhereAt(clear, page)}
            className="inline-flex min-h-11 items-center px-3 text-sm font-semibold text-accent underline lg:min-h-9"
          >
            {t('Clear all')}
          </a>
        </li>
      )}
    </ul>
  )
}

/** Those of the text are removed with its words. */
function chipsOf(page: ListPage, hide: readonly TaxonomyName[], currency: string) {
  const { loaded, to, taxonomy } = page
  const { filters, report, sort } = loaded
  const query = currentQuery(page)
  const named = taxonomyNames
    .filter((name) => taxonomy[name] && !hide.includes(name))
    .map((name) => ({
      key: name as string,
      ofText: false,
      label:
        name === 'searchtext'
          ? t('“{text}”', { text: taxonomy[name] ?? '' })
          : localName(taxonomy[name] ?? ''),
      to: to({
        ...(name === 'category' ? { ...withoutFields(filters), sort } : query),
        ...pick(changeTaxonomy(loaded.form.taxonomy, name, ''), Object.keys(taxonomy)),
      }),
    }))
  const place = report?.place && {
    key: 'place',
    ofText: true,
    label: t('In {place}', { place: localPlace(report.place.name) }),
    to: to({ ...query, searchtext: report.place.text }),
  }
  const understood = (report?.understood ?? []).map((part) => ({
    key: `text ${part.typed}`,
    ofText: true,
    label: labelOfPart(part, currency, report?.near ?? null),
    to: to({ ...query, searchtext: part.text }),
  }))
  const active = [
    ...describeFilters(filters, currency, report?.near ?? null),
    ...loaded.fieldFilters.chips.map(({ name, label }) => ({ names: [name], label })),
  ]
  const described = active.map(({ names, label }) => {
    const cleared = withoutFilters(filters, names)
    // Otherwise the list would be that of the visitor’s place again.
    const isPlace = names.some((name) => name === 'near')
    const rest = isPlace ? { ...cleared, near: anywhere } : cleared
    // Without a place there is no distance to sort by.
    const kept = sort === 'distance' && isPlace ? undefined : sort
    return { key: names[0] as string, ofText: false, label, to: to({ ...taxonomy, ...rest, sort: kept }) }
  })
  return [...named, ...(place ? [place] : []), ...understood, ...described]
}

const pick = (from: Record<string, string>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

/** Returns the path of the list without filters so that the visitor's own place does not replace that of the current list. */
export const anywhereAt = (path: string, { loaded }: ListPage): string =>
  loaded.filters.near ? `${path}${path.includes('?') ? '&' : '?'}near=${anywhere}` : path
