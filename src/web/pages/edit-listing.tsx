import type { Kind } from '../../shared/listing.ts'
import { t } from '../../shared/translate.ts'
import { NoAccess } from '../account/no-access.tsx'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { ListingEditor } from '../posting/editor.tsx'
import { labels } from '../posting/labels.ts'
import { loadEditableListing } from '../posting/load.ts'

export const loader = loadEditableListing

export function Component({ kind }: { kind: Kind }) {
  const form = useLoaderData<typeof loader>()
  if (!form) return <NoAccess title={t(labels[kind].update.title)} to={paths.ownListings(kind)} />
  return <ListingEditor key={form.listing?._id} kind={kind} form={form} />
}
