import { useLoaderData } from 'react-router'
import { loadFailures } from '../../shared/messages.ts'
import { PageFailure } from '../layout/failure.tsx'
import { Browse, loadBrowsed } from '../listings/browse.tsx'
import type { Given } from '../loading.ts'

export const loader = ({ api, query }: Given) => loadBrowsed('service', api, query)

export function Page() {
  return <Browse kind="service" {...useLoaderData<typeof loader>()} />
}

export const Failure = () => <PageFailure sentence={loadFailures.services} />
