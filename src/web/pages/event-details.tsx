import { useLoaderData } from 'react-router'
import { loadFailures } from '../../shared/messages/pages.ts'
import { Details, loadTopics } from '../details/details.tsx'
import { PageError } from '../layout/failure.tsx'
import type { LoaderContext } from '../loading.ts'

export async function loader({ api, params }: LoaderContext) {
  const listing = await api.getEvent({ params: { id: params.id ?? '' } })
  return { listing, topics: await loadTopics(api, listing) }
}

export function Component() {
  return <Details {...useLoaderData<typeof loader>()} />
}

export const ErrorBoundary = () => <PageError sentence={loadFailures.event} />
