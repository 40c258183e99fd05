import type { Kind } from '../../shared/listing.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { ListingEditor } from '../posting/editor.tsx'
import { loadNewListing } from '../posting/load.ts'

export const loader = loadNewListing

export function Component({ kind }: { kind: Kind }) {
  return <ListingEditor kind={kind} form={useLoaderData<typeof loader>()} />
}
