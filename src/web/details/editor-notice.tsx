import type { Event, Kind, Service } from '../../shared/listing.ts'
import { hiddenListing } from '../../shared/messages/pages.ts'
import { canEditListing } from '../../shared/policy.ts'
import { useCurrentUser } from '../backend.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

type EditorNoticeProps = { kind: Kind; listing: Service | Event }

/** Shown above a listing to those who can edit it. Only they see a hidden one (design, section 4). */
export function EditorNotice({ kind, listing }: EditorNoticeProps) {
  const signedIn = useCurrentUser()
  const isHidden = listing.status === 'hidden'
  if (!canEditListing(signedIn, listing)) return null
  const isOwn = signedIn?.email.toLowerCase() === listing.author.email.toLowerCase()
  return (
    <div className="mb-5 flex items-center justify-between gap-4 rounded-md border border-line bg-accent-wash py-2 pr-2 pl-4 text-sm">
      <p className="flex min-w-0 items-center gap-3">
        {isHidden && <Icon name="eye-off" className="size-5 shrink-0 text-accent" />}
        {isHidden ? hiddenListing : isOwn ? 'This is your ad.' : 'You’re an admin: you can edit this ad.'}
      </p>
      <ButtonLink look="secondary" href={paths.editListing(kind, listing._id)}>
        <Icon name="pencil" className="size-4" />
        Edit
      </ButtonLink>
    </div>
  )
}
