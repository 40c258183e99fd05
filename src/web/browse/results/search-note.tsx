import { Fragment } from 'react'
import type { UnderstoodPart } from '../../../shared/search.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { type ListPage, presentQuery } from '../filtered-list/list-page.ts'

/** Says that a typo was corrected, or which words became filters, and leads to the results for the text as typed. */
export function SearchNote(page: ListPage) {
  const { report, form } = page.loaded
  if (!report) return null
  const { corrected, understood } = report
  const verbatim = page.to({ ...presentQuery(page), verbatim: 'true' })
  return (
    <>
      {corrected && (
        <p className="text-sm">
          Showing results for <strong dir="auto">{corrected}</strong>. Search instead for{' '}
          <TextLink href={verbatim}>{form.filters.searchtext}</TextLink>
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
              ...presentQuery(page),
              searchtext: withQuotes(form.filters.searchtext, understood),
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
