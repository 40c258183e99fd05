import { type ListPage, presentQuery } from '../lists/list-page.ts'
import { TextLink } from '../ui/text-link.tsx'

/** Says that a typo was corrected, and leads to the results for the text as typed. Says if older ads were not searched. */
export function SearchNote(page: ListPage) {
  const { report, form } = page.loaded
  if (!report) return null
  const { corrected, searched } = report
  const verbatim = page.to({ ...presentQuery(page), verbatim: 'true' })
  return (
    <>
      {corrected && (
        <p className="text-sm">
          Showing results for <strong dir="auto">{corrected}</strong>. Search instead for{' '}
          <TextLink href={verbatim}>{form.filters.searchtext}</TextLink>
        </p>
      )}
      {searched !== null && (
        <p className="text-sm text-soft">
          Only the newest {roundedDown.format(searched)} ads were searched. To find older ones, add a less
          common word.
        </p>
      )}
    </>
  )
}

const roundedDown = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2, roundingMode: 'floor' })
