import type { Event, Kind, Service } from '../../shared/listing.ts'
import { canEditListing } from '../../shared/policy.ts'
import { useCurrentUser } from '../backend.ts'
import { ReportSpam } from '../listings/report-spam.tsx'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.ts'
import { AddToCalendar } from './add-to-calendar.tsx'

type ListingActionsProps = { kind: Kind; listing: Service | Event }

/** What readers can do with a listing besides contacting its author. */
export function ListingActions({ kind, listing }: ListingActionsProps) {
  return (
    <div className="mt-8 flex flex-wrap items-start gap-3 border-t border-line pt-5 print:hidden">
      <ShareButton title={listing.title} />
      {'startDate' in listing && <AddToCalendar event={listing} />}
      <PrintFlyer kind={kind} listing={listing} />
      <ReportSpam kind={kind} listing={listing} />
    </div>
  )
}

type ShareButtonProps = { title: string /** By default, the current page. */; url?: string }

/** Shares a page's URL through the device's share sheet, or copies it to the clipboard. */
export function ShareButton({ title, url }: ShareButtonProps) {
  return (
    <Button look="secondary" className="needs-script" onClick={() => share(title, url ?? location.href)}>
      <Icon name="share-2" className="size-4.5" />
      Share
    </Button>
  )
}

async function share(title: string, url: string) {
  try {
    if (navigator.share) return await navigator.share({ title, url })
    // Throws without HTTPS: browsers allow the clipboard only in secure contexts.
    await navigator.clipboard.writeText(url)
    toast({ tone: 'good', text: 'Link copied.' })
  } catch (error) {
    // The user closed the share sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast({
      tone: 'bad',
      text: 'We couldn’t copy the link. Please copy it from the address bar.',
    })
  }
}

/** For those who can edit the listing. A flyer of a hidden one would lead nowhere. */
function PrintFlyer({ kind, listing }: ListingActionsProps) {
  const signedIn = useCurrentUser()
  if (!canEditListing(signedIn, listing) || listing.status === 'hidden') return null
  return (
    <ButtonLink look="secondary" href={paths.listingFlyer(kind, listing._id)} data-page="reload">
      <Icon name="printer" className="size-4.5" />
      Print a flyer
    </ButtonLink>
  )
}
