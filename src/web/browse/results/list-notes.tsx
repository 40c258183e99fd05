import { Fragment } from 'react'
import { type FilterParameter, isAnywhere, listParameters } from '../../../shared/list-filters.ts'
import { isFieldParameter } from '../../../shared/listing-fields/parameters.ts'
import { localName } from '../../../shared/local-names.ts'
import type { UnderstoodPart } from '../../../shared/search.ts'
import { t } from '../../../shared/translate.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { rich } from '../../ui/rich.tsx'
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
        {t('These searches have results')}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-sheet">
        {alternatives.map(({ label, set, total }) => (
          <li key={label}>
            <a
              href={page.to(withoutPlace(page, { ...currentQuery(page), ...set }))}
              className="flex min-h-12 items-center justify-between gap-4 px-4 py-2 hover:bg-sunken"
            >
              <span>{localName(label)}</span>
              <span className="flex shrink-0 items-center gap-2 text-sm text-soft">
                {listingCount(total, kind)}
                <Icon name="chevron-right" className="size-4 rtl:-scale-x-100" />
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
      {rich(
        'Showing all places. <link>Show only ads near your place</link> or <button>forget your place</button>',
        {
          link: (text) => <TextLink href={placed}>{text}</TextLink>,
          button: (text) => (
            <button
              type="submit"
              name="action"
              value="forget"
              className="cursor-pointer font-semibold text-accent underline hover:text-accent-deep"
            >
              {text}
            </button>
          ),
        },
      )}
    </form>
  )
}

/** Names the filters that a list ignores. On phones, the fields that explain why are behind a button. */
export function RejectedNote({ rejected }: { rejected: Rejected }) {
  return Object.entries(rejected).map(([name, { value, message }]) => {
    return (
      <p key={name} className="text-sm text-danger">
        {isFieldParameter(name)
          ? message
          : name === 'near'
            ? rich('We can’t find “<b>{value}</b>”, so we’re showing all places.', strong, { value })
            : rich(
                '<b>{value}</b> is not {type, select, price {a price} day {a day} other {a choice}}, so it does not filter this list.',
                strong,
                { value, type: listParameters[name as FilterParameter].type },
              )}
      </p>
    )
  })
}

const strong = { b: (text: string) => <strong dir="auto">{text}</strong> }

/** Explains that a typo was corrected, or which words became filters, and leads to the results for the text as typed. */
export function SearchNote(page: ListPage) {
  const { report, form } = page.loaded
  if (!report) return null
  const { corrected, understood } = report
  const query = currentQuery(page)
  const verbatim = page.to({ ...query, verbatim: 'true' })
  const asWords = page.to({ ...query, searchtext: withQuotes(form.taxonomy.searchtext, understood) })
  return (
    <>
      {corrected && (
        <p className="text-sm">
          {rich(
            'Showing results for <b>{corrected}</b>. Search instead for <link>{typed}</link>',
            { ...strong, link: (text) => <TextLink href={verbatim}>{text}</TextLink> },
            { corrected, typed: form.taxonomy.searchtext },
          )}
        </p>
      )}
      {understood.length > 0 && (
        <p className="text-sm">
          {rich(
            'Used as {count, plural, one {a filter} other {filters}}: <words>{words}</words>. <link>Search for the words instead</link>',
            {
              words: () =>
                understood.map(({ typed }, at) => (
                  <Fragment key={typed}>
                    {at > 0 && ', '}
                    {strong.b(typed)}
                  </Fragment>
                )),
              link: (text) => <TextLink href={asWords}>{text}</TextLink>,
            },
            { count: understood.length, words: '' },
          )}
        </p>
      )}
    </>
  )
}

/** Quoted words are only searched. */
const withQuotes = (text: string, parts: UnderstoodPart[]) =>
  parts.reduce((quoted, { typed }) => quoted.replace(typed, () => `"${typed}"`), text)
