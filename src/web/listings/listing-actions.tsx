import type { Event, Kind, Service } from '../../shared/listing.ts'
import { ReportSpam } from './report-spam.tsx'
import { ShareButton } from './share-button.tsx'

/** What a reader may do with a listing besides writing to its author. */
export function ListingActions({ kind, listing }: { kind: Kind; listing: Service | Event }) {
  return (
    <div className="mt-8 flex flex-wrap items-center gap-3 border-t border-line pt-5 print:hidden">
      <ShareButton title={listing.title} />
      <ReportSpam kind={kind} listing={listing} />
    </div>
  )
}
