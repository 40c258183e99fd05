import { Fragment } from 'react'
import { type FilterParameter, isAnywhere, listParameters } from '../../../shared/list-filters.ts'
import { isFieldParameter } from '../../../shared/listing-fields/parameters.ts'
import type { UnderstoodPart } from '../../../shared/search.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { currentQuery, type ListPage, type Rejected, withoutPlace } from '../filtered-list/list-page.ts'
import { listingCount } from '../lists/listing-count.ts'

/** Changes of a search without results that do have some. */
export function Alternatives(page: ListPage) {
  const { report, kind } = page.loaded
  const alternatives = report?.alternatives ?? []
  if (alternatives.length === 0) return null
  return (
    <nav aria-labelledby="alternatives" className="mx-auto mt-8 max-w-xl">
      <h2 id="alternatives" className="mb-3 text-lg">
        These searches have results
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-sheet">
        {alternatives.map(({ label, set, total }) => (
          <li key={label}>
            <a
              href={page.to(withoutPlace(page, { ...currentQuery(page), ...set }))}
              className="flex min-h-12 items-center justify-between gap-4 px-4 py-2 hover:bg-sunken"
            >
              <span>{label}</span>
              <span className="flex shrink-0 items-center gap-2 text-sm text-soft">
                {listingCount(total, kind)}
                <Icon name="chevron-right" className="size-4" />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Only visitors with a place see such a list: for the others, the path of the list without it is shown. */
export function AnywhereNote(page: ListPage) {
  if (!isAnywhere(page.loaded.filters.near)) return null
  const placed = page.to({ ...currentQuery(page), near: undefined })
  return (
    <form method="post" action={paths.visitorPlace()} className="text-sm">
      <input type="hidden" name="to" value={placed} />
      Showing all places. <TextLink href={placed}>Show only ads near your place</TextLink> or{' '}
      <button
        type="submit"
        name="action"
        value="forget"
        className="cursor-pointer font-semibold text-accent underline hover:text-accent-deep"
      >
        forget your place
      </button>
    </form>
  )
}

/** Names the filters that a list ignores. On phones, the fields that explain why are behind a button. */
export function RejectedNote({ rejected }: { rejected: Rejected }) {
  return Object.entries(rejected).map(([name, { value, message }]) => {
    const shown = <strong dir="auto">{value}</strong>
    return (
      <p key={name} className="text-sm text-danger">
        {isFieldParameter(name) ? (
          message
        ) : name === 'near' ? (
          <>We can’t find “{shown}”, so we’re showing all places.</>
        ) : (
          <>
            {shown} is not {nounOf(name)}, so it does not filter this list.
          </>
        )}
      </p>
    )
  })
}

/** The keys are types of parameters. */
const nouns: Partial<Record<string, string>> = { price: 'a price', day: 'a day' }

const nounOf = (name: string) => nouns[listParameters[name as FilterParameter].type] ?? 'a choice'

/** Explains that a typo was corrected, or which words became filters, and leads to the results for the text as typed. */
export function SearchNote(page: ListPage) {
  const { report, form } = page.loaded
  if (!report) return null
  const { corrected, understood } = report
  const verbatim = page.to({ ...currentQuery(page), verbatim: 'true' })
  return (
    <>
      {corrected && (
        <p className="text-sm">
          Showing results for <strong dir="auto">{corrected}</strong>. Search instead for{' '}
          <TextLink href={verbatim}>{form.taxonomy.searchtext}</TextLink>
        </p>
      )}
      {understood.length > 0 && (
        <p className="text-sm">
          Used as {understood.length === 1 ? 'a filter' : 'filters'}:{' '}
          {understood.map(({ typed }, at) => (
            <Fragment key={typed}>
              {at > 0 && ', '}
              <strong dir="auto">{typed}</strong>
            </Fragment>
          ))}
          .{' '}
          <TextLink
            href={page.to({
              ...currentQuery(page),
              searchtext: withQuotes(form.taxonomy.searchtext, understood),
            })}
          >
            Search for the words instead
          </TextLink>
        </p>
      )}
    </>
  )
}

/** Quoted words are only searched. */
const withQuotes = (text: string, parts: UnderstoodPart[]) =>
  parts.reduce((quoted, { typed }) => quoted.replace(typed, () => `"${typed}"`), text)
