import { formatAge, formatCount, formatDay } from '../../shared/format.ts'
import type { ReportCase } from '../../shared/moderation.ts'
import { reportReasonLabels } from '../../shared/report-reasons.ts'
import { paths } from '../paths.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Facts } from './facts.tsx'
import { Moment } from './moment.tsx'
import { viewPath } from './view.ts'

type Props = {
  found: ReportCase
  /** When the list was made. */
  at: string
  onOpen: (open: boolean) => void
}

/** All that helps to decide: what was said about the ad, the ad itself, and who wrote it. */
export function CaseDetails({ found, at, onOpen }: Props) {
  return (
    <Disclosure
      // One at a time: what is open is what one looks at.
      name="case"
      onToggle={onOpen}
      summary={
        <span className="text-sm font-semibold text-accent">
          Reports, ad and author<span className="sr-only"> of {found.listing.title}</span>
        </span>
      }
      className="mt-1 sm:ml-9.5"
    >
      <div className="grid gap-x-8 gap-y-5 pt-1 pb-2 text-sm md:grid-cols-2">
        <Reports found={found} />
        <div className="space-y-5">
          <Author found={found} at={at} />
          <Ad found={found} />
        </div>
      </div>
    </Disclosure>
  )
}

function Reports({ found: { newest, reports } }: { found: ReportCase }) {
  return (
    <section>
      <h3 className="text-sm">
        {newest.length < reports ? `The newest ${newest.length} reports` : 'Reports'}
      </h3>
      <ul className="mt-1 divide-y divide-line">
        {newest.map(({ reason, note, at, by }) => (
          <li key={`${at} ${by} ${reason} ${note}`} className="py-2">
            <p className="font-semibold">{reportReasonLabels[reason]}</p>
            {note && <p className="free-text whitespace-pre-line">{note}</p>}
            <p className="text-xs text-soft">
              {by ? <bdi>{by}</bdi> : 'a visitor'}, <Moment at={at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Author({ found: { author, listing }, at }: Pick<Props, 'found' | 'at'>) {
  const { name, accountSince, otherReports, isSuspended } = author
  return (
    <section>
      <h3 className="text-sm">Author</h3>
      <p className="mt-1">
        <bdi className="free-text font-semibold">{name}</bdi>,{' '}
        <TextLink href={viewPath({ tab: 'users', search: listing.authorEmail })}>
          <bdi className="free-text">{listing.authorEmail}</bdi>
        </TextLink>
      </p>
      <p className="text-soft">
        {accountSince
          ? `Account since ${formatDay(accountSince)}, ${formatAge(accountSince, at)} old`
          : 'Without an account'}
        {isSuspended && ', suspended'}
      </p>
      <p className="text-soft">
        {otherReports === 0
          ? 'Never reported for another ad'
          : `${formatCount(otherReports, 'report', 'reports')} about other ads`}
      </p>
    </section>
  )
}

function Ad({ found: { listing } }: { found: ReportCase }) {
  const { kind, _id, title, description } = listing
  return (
    <section>
      <h3 className="text-sm">The ad</h3>
      <p dir="auto" className="free-text mt-1 font-semibold">
        {title}
      </p>
      <p dir="auto" className="free-text whitespace-pre-line">
        {description}
      </p>
      <div className="mt-1 text-soft">
        <Facts listing={listing} />
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
