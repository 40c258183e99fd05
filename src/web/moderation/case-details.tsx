import { formatCount, formatInstantDay } from '../../shared/format.ts'
import { formatAge } from '../../shared/format-amount.ts'
import type { ReportCase } from '../../shared/moderation.ts'
import { reportReasonLabels } from '../../shared/report-reasons.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ListingMeta } from './listing-meta.tsx'
import { Timestamp } from './rows.tsx'

type CaseDetailsProps = {
  reportCase: ReportCase
  /** When the list was loaded. Ages are relative to it. */
  loadedAt: string
  onToggle: (open: boolean) => void
}

export function CaseDetails({ reportCase, loadedAt, onToggle }: CaseDetailsProps) {
  return (
    <Disclosure
      // With the same name, opening one case closes the others, so the open one is the one that the admin is viewing.
      name="case"
      onToggle={onToggle}
      summary={
        <span className="text-sm font-semibold text-accent">
          Details<span className="sr-only"> of {reportCase.listing.title}</span>
        </span>
      }
      className="mt-1 sm:ml-9.5"
    >
      <div className="grid gap-x-8 gap-y-5 pt-1 pb-2 text-sm md:grid-cols-2">
        <Reports reportCase={reportCase} />
        <div className="space-y-5">
          <Poster reportCase={reportCase} loadedAt={loadedAt} />
          <Ad reportCase={reportCase} />
        </div>
      </div>
    </Disclosure>
  )
}

function Reports({ reportCase: { newest, reports } }: { reportCase: ReportCase }) {
  if (reports === 0) return null
  return (
    <section>
      <h3 className="text-sm">{newest.length < reports ? `Latest ${newest.length} reports` : 'Reports'}</h3>
      <ul className="mt-1 divide-y divide-line">
        {newest.map(({ reason, note, at, by }) => (
          <li key={`${at} ${by} ${reason} ${note}`} className="py-2">
            <p className="font-semibold">{reportReasonLabels[reason]}</p>
            {note && <p className="free-text whitespace-pre-line">{note}</p>}
            <p className="text-xs text-soft">
              {by ? <bdi>{by}</bdi> : 'a visitor'}, <Timestamp at={at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Poster({
  reportCase: { author, listing },
  loadedAt,
}: Pick<CaseDetailsProps, 'reportCase' | 'loadedAt'>) {
  const { timeZone } = useSite().settings
  const { name, accountSince, otherReports, isSuspended } = author
  return (
    <section>
      <h3 className="text-sm">Poster</h3>
      <p className="mt-1">
        <bdi className="free-text font-semibold">{name}</bdi>,{' '}
        <TextLink href={paths.admin({ tab: 'users', search: listing.authorEmail })}>
          <bdi className="free-text">{listing.authorEmail}</bdi>
        </TextLink>
      </p>
      <p className="text-soft">
        {accountSince
          ? `Account since ${formatInstantDay(accountSince, timeZone)} (${formatAge(accountSince, loadedAt)} old)`
          : 'No account'}
        {isSuspended && ', suspended'}
      </p>
      <p className="text-soft">
        {otherReports === 0
          ? 'No reports about other ads'
          : `${formatCount(otherReports, 'report', 'reports')} about other ads`}
      </p>
    </section>
  )
}

function Ad({ reportCase: { listing } }: { reportCase: ReportCase }) {
  const { kind, _id, title, description } = listing
  return (
    <section>
      <h3 className="text-sm">Ad</h3>
      <p dir="auto" className="free-text mt-1 font-semibold">
        {title}
      </p>
      <p dir="auto" className="free-text whitespace-pre-line">
        {description}
      </p>
      <div className="mt-1 text-soft">
        <ListingMeta listing={listing} />
      </div>
      <p className="mt-1 flex gap-x-4">
        <TextLink href={paths.listing(kind, _id)} aria-label={`View ${title}`}>
          View
        </TextLink>
        <TextLink href={paths.editListing(kind, _id)} aria-label={`Edit ${title}`}>
          Edit
        </TextLink>
      </p>
    </section>
  )
}
