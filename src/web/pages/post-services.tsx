import { useLoaderData } from 'react-router'
import { loadFailures } from '../../shared/messages/pages.ts'
import { PageError } from '../layout/failure.tsx'
import { ListingEditor } from '../posting/editor.tsx'
import { loadNew } from '../posting/load.ts'

export const loader = loadNew

export function Page() {
  return <ListingEditor kind="service" form={useLoaderData<typeof loader>()} />
}

export const Failure = () => <PageError sentence={loadFailures.data} />
