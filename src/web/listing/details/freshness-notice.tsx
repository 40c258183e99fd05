import type { EventDetails, ServiceDetails } from '../../../shared/listing.ts'
import { isAuthor } from '../../../shared/policy.ts'
import { useCurrentUser } from '../../framework/api-context.ts'
import { paths } from '../../paths.ts'
import { useMayPost } from '../../site/suspended-notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { RenewForm } from '../renew-form.tsx'
import { renewalText } from '../renewal-text.ts'

type FreshnessNoticeProps = { listing: ServiceDetails | EventDetails }

/** Shown above a listing that is out of date, and to the author of a service who has been asked about it. */
export function FreshnessNotice({ listing }: FreshnessNoticeProps) {
  const own = isAuthor(useCurrentUser(), listing)
  const mayRenew = useMayPost() && own && 'renewBy' in listing
  const message =
    mayRenew && 'renewBy' in listing
      ? renewalText(listing.freshness, listing.renewBy)
      : textForVisitors(listing)
  if (!message) return null
  return (
    <div className="mb-5 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-md border border-line bg-sunken py-2 pr-2 pl-4 text-sm print:hidden">
      <div className="flex min-w-0 flex-1 basis-60 items-center gap-3">
        <Icon name="history" className="size-5 shrink-0 text-soft" />
        <div className="min-w-0 py-1">
          <p className="font-semibold">{message.title}</p>
          <p className="mt-0.5">{message.text}</p>
        </div>
      </div>
      {mayRenew && <RenewForm id={listing._id} title={listing.title} />}
    </div>
  )
}

function textForVisitors(listing: ServiceDetails | EventDetails) {
  const { freshness, category } = listing
  if (freshness === 'current' || 'startDate' in listing) return null
  const others = <TextLink href={paths.listings('service', { category })}>Other ads in {category}</TextLink>
  return freshness === 'stale'
    ? {
        title: 'This may not be offered anymore.',
        text: <>Its poster hasn’t confirmed it for a while. {others}</>,
      }
    : {
        title: 'This is probably not offered anymore.',
        text: <>Its poster hasn’t confirmed it for a long time, so lists don’t show it. {others}</>,
      }
}
