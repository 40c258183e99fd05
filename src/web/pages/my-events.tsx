import { useLoaderData } from 'react-router'
import { loadFailures } from '../../shared/messages.ts'
import { PageFailure } from '../layout/failure.tsx'
import { toOwnCard } from '../listings/card.ts'
import { OwnListings } from '../listings/own-listings.tsx'
import type { GivenSignedIn } from '../loading.ts'

export const loader = async ({ api }: GivenSignedIn) => (await api.listOwnEvents({})).map(toOwnCard)

export function Page() {
  return <OwnListings kind="event" cards={useLoaderData<typeof loader>()} />
}

export const Failure = () => <PageFailure sentence={loadFailures.events} />
