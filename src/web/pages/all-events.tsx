import { useLoaderData } from 'react-router'
import { loadFailures } from '../../shared/messages/pages.ts'
import { PageError } from '../layout/failure.tsx'
import { Browse, loadBrowsed } from '../lists/browse.tsx'
import type { LoaderContext } from '../loading.ts'

export const loader = ({ api, query }: LoaderContext) => loadBrowsed('event', api, query)

export function Component() {
  return <Browse kind="event" {...useLoaderData<typeof loader>()} />
}

export const ErrorBoundary = () => <PageError sentence={loadFailures.events} />
