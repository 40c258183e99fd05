import type { Event, Kind, Service } from '../../../shared/listing.ts'
import { canEditListing } from '../../../shared/policy.ts'
import { useCurrentUser } from '../../framework/api-context.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ReportSpam } from '../report-spam.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { ShareButton } from './share-button.tsx'

type ListingActionsProps = { kind: Kind; listing: Service | Event }

/** What readers can do with a listing besides contacting its author. */
export function ListingActions({ kind, listing }: ListingActionsProps) {
  const canEdit = canEditListing(useCurrentUser(), listing)
  return (
    <div className="mt-8 flex flex-wrap items-start gap-3 border-t border-line pt-5 print:hidden">
      <ShareButton title={listing.title} />
      {'startDate' in listing && <AddToCalendar event={listing} />}
      {/* A flyer of a hidden listing would lead nowhere. */}
      {canEdit && listing.status !== 'hidden' && (
        <ButtonLink variant="secondary" href={paths.listingFlyer(kind, listing._id)} data-page="reload">
          <Icon name="printer" className="size-4.5" />
          Print a flyer
        </ButtonLink>
      )}
      <ReportSpam kind={kind} listing={listing} />
    </div>
  )
}
