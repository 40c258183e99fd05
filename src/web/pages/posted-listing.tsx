/** What to do with a listing that was just posted: view it, share it, and print a flyer of it. */

import type { Event, Kind, Service } from '../../shared/listing.ts'
import { loadFailures } from '../../shared/messages/pages.ts'
import { isAuthor } from '../../shared/policy.ts'
import { ShareButton } from '../details/listing-actions.tsx'
import { NoIndex } from '../head/no-index.tsx'
import { PageError } from '../layout/page-error.tsx'
import { toCard } from '../lists/card.ts'
import { ListingCard } from '../lists/listing-card.tsx'
import type { AuthedLoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { useLoaderData } from '../router/hooks.ts'
import { Redirect } from '../router/outcomes.ts'
import { PageTitle, useSite } from '../site.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/text-link.tsx'

const labels = {
  service: { title: 'Your service is live', another: 'Post another service', own: 'My Services' },
  event: { title: 'Your event is live', another: 'Post another event', own: 'My Events' },
}

export async function loader(context: AuthedLoaderContext, kind: Kind): Promise<Service | Event> {
  const { api, params, signedIn } = context
  const input = { params: { id: params.id ?? '' }, query: { reveal: 'false' } } as const
  const listing = kind === 'service' ? await api.getService(input) : await api.getEvent(input)
  // A hidden listing is not live, and has no flyer.
  if (!isAuthor(signedIn, listing) || listing.status === 'hidden')
    throw new Redirect(paths.listing(kind, listing._id))
  return listing
}

export function Component({ kind }: { kind: Kind }) {
  const listing = useLoaderData<typeof loader>()
  const { title, another, own } = labels[kind]
  const { product } = useSite()
  return (
    <div className="page-width py-8 md:py-12">
      <PageTitle>{title}</PageTitle>
      <NoIndex />
      <Card className="relative mx-auto max-w-4xl p-6 pt-9 sm:p-10">
        <span className="pin-head absolute -top-2 left-1/2 -translate-x-1/2" aria-hidden />
        <div className="grid items-center gap-8 md:grid-cols-[minmax(0,1fr)_16rem] lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12">
          <div>
            <Icon name="circle-check" className="mb-3 size-10 text-success" />
            <h1 className="text-2xl">{title}</h1>
            <p className="mt-2 text-soft">
              Anyone can find it now. Send the link to people you know, or put up a flyer where your neighbors
              will see it.
            </p>
            <NextSteps kind={kind} listing={listing} />
            <p className="mt-6 border-t border-line pt-5 text-sm text-soft">
              You can edit or delete it anytime in <TextLink href={paths.ownListings(kind)}>{own}</TextLink>.{' '}
              <TextLink href={paths.postListing(kind)}>{another}</TextLink>
            </p>
          </div>
          <div className="max-w-84 max-md:mx-auto max-md:w-full">
            <ListingCard card={toCard(listing, product.cardTextLength)} eager />
          </div>
        </div>
      </Card>
    </div>
  )
}

export const ErrorBoundary = ({ kind }: { kind: Kind }) => (
  <PageError message={kind === 'service' ? loadFailures.services : loadFailures.event} />
)

function NextSteps({ kind, listing: { _id, title } }: { kind: Kind; listing: Service | Event }) {
  const { origin } = useSite()
  const path = paths.listing(kind, _id)
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      <ButtonLink href={path}>
        <Icon name="eye" className="size-4.5" />
        View ad
      </ButtonLink>
      <ShareButton title={title} url={origin + path} />
      <ButtonLink look="secondary" href={paths.listingFlyer(kind, _id)} data-page="reload">
        <Icon name="printer" className="size-4.5" />
        Print a flyer
      </ButtonLink>
    </div>
  )
}
