import type { Kind } from '../../shared/listing.ts'
import { loadFailures } from '../../shared/messages/pages.ts'
import { PageError } from '../layout/page-error.tsx'
import { ListingEditor } from '../posting/editor.tsx'
import { loadNewListing } from '../posting/load.ts'
import { useLoaderData } from '../router/hooks.ts'

export const loader = loadNewListing

export function Component({ kind }: { kind: Kind }) {
  return <ListingEditor kind={kind} form={useLoaderData<typeof loader>()} />
}

export const ErrorBoundary = () => <PageError message={loadFailures.data} />
