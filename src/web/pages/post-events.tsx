import { useLoaderData } from 'react-router'
import { loadFailures } from '../../shared/messages/pages.ts'
import { PageError } from '../layout/page-error.tsx'
import { ListingEditor } from '../posting/editor.tsx'
import { loadNew } from '../posting/load.ts'

export const loader = loadNew

export function Component() {
  return <ListingEditor kind="event" form={useLoaderData<typeof loader>()} />
}

export const ErrorBoundary = () => <PageError message={loadFailures.data} />
