import { type ListPage, presentQuery } from '../lists/list-page.ts'
import { TextLink } from '../ui/text-link.tsx'

/** Says that a typo was corrected, and leads to the results for the text as typed. */
export function SearchNote(page: ListPage) {
  const { report, form } = page.loaded
  if (!report?.corrected) return null
  const verbatim = page.to({ ...presentQuery(page), verbatim: 'true' })
  return (
    <p className="text-sm">
      Showing results for <strong dir="auto">{report.corrected}</strong>. Search instead for{' '}
      <TextLink href={verbatim}>{form.filters.searchtext}</TextLink>
    </p>
  )
}
