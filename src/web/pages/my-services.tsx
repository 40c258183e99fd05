import { useLoaderData } from 'react-router'
import { loadFailures } from '../../shared/messages/pages.ts'
import { PageError } from '../layout/page-error.tsx'
import { OwnListings } from '../listings/own-listings.tsx'
import { toOwnCard } from '../lists/card.ts'
import type { AuthedLoaderContext } from '../loading.ts'

export const loader = async ({ api }: AuthedLoaderContext) => (await api.listOwnServices({})).map(toOwnCard)

export function Component() {
  return <OwnListings kind="service" cards={useLoaderData<typeof loader>()} />
}

export const ErrorBoundary = () => <PageError message={loadFailures.services} />
