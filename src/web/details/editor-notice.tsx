import type { Event, Kind, Service } from '../../shared/listing.ts'
import { hiddenListing } from '../../shared/messages/pages.ts'
import { canEditListing } from '../../shared/policy.ts'
import { useCurrentUser } from '../accounts/session.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

type EditorNoticeProps = { kind: Kind; listing: Service | Event }

/** Above a listing, for those who may change it; a hidden one is shown to them alone (design, section 4). */
export function EditorNotice({ kind, listing }: EditorNoticeProps) {
  const signedIn = useCurrentUser()
  const hidden = listing.status === 'hidden'
  if (!canEditListing(signedIn, listing)) return null
  const own = signedIn?.email.toLowerCase() === listing.author.email.toLowerCase()
  return (
    <div className="mb-5 flex items-center justify-between gap-4 rounded-md border border-line bg-accent-wash py-2 pr-2 pl-4 text-sm">
      <p className="flex min-w-0 items-center gap-3">
        {hidden && <Icon name="eye-off" className="size-5 shrink-0 text-accent" />}
        {hidden ? hiddenListing : own ? 'This is your ad.' : 'As an admin you may change this ad.'}
      </p>
      <ButtonLink look="secondary" href={paths.editListing(kind, listing._id)}>
        <Icon name="pencil" className="size-4" />
        Edit
      </ButtonLink>
    </div>
  )
}
