import type { Kind } from '../../shared/listing.ts'
import { loadFailures } from '../../shared/messages/pages.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { ListingEditor } from '../posting/editor.tsx'
import { loadNewListing } from '../posting/load.ts'
import { PageError } from '../site/layout/page-error.tsx'

export const loader = loadNewListing

export function Component({ kind }: { kind: Kind }) {
  return <ListingEditor kind={kind} form={useLoaderData<typeof loader>()} />
}

export const ErrorBoundary = () => <PageError message={loadFailures.data} />
