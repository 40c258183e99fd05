import { useLoaderData } from 'react-router'
import { loadFailures } from '../../shared/messages.ts'
import { PageFailure } from '../layout/failure.tsx'
import { Details, loadTopics } from '../listings/details.tsx'
import type { Given } from '../loading.ts'

export async function loader({ api, params }: Given) {
  const listing = await api.getService({ params: { id: params.id ?? '' } })
  return { listing, topics: await loadTopics(api, listing) }
}

export function Page() {
  return <Details {...useLoaderData<typeof loader>()} />
}

export const Failure = () => <PageFailure sentence={loadFailures.services} />
