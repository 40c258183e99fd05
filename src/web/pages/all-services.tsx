import { useLoaderData } from 'react-router'
import { loadFailures } from '../../shared/messages/pages.ts'
import { PageError } from '../layout/failure.tsx'
import { Browse, loadBrowsed } from '../lists/browse.tsx'
import type { LoaderContext } from '../loading.ts'

export const loader = ({ api, query }: LoaderContext) => loadBrowsed('service', api, query)

export function Component() {
  return <Browse kind="service" {...useLoaderData<typeof loader>()} />
}

export const ErrorBoundary = () => <PageError sentence={loadFailures.services} />
