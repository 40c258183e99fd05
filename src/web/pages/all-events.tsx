import { useLoaderData } from 'react-router'
import { loadFailures } from '../../shared/messages/pages.ts'
import { PageError } from '../layout/failure.tsx'
import { Browse, loadBrowsed } from '../listings/browse.tsx'
import type { LoaderContext } from '../loading.ts'

export const loader = ({ api, query }: LoaderContext) => loadBrowsed('event', api, query)

export function Page() {
  return <Browse kind="event" {...useLoaderData<typeof loader>()} />
}

export const Failure = () => <PageError sentence={loadFailures.events} />
