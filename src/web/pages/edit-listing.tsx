import { useEffect } from 'react'
import type { Kind } from '../../shared/listing.ts'
import { noAccess } from '../../shared/messages/forms.ts'
import { AccountSheet } from '../account/account-layout.tsx'
import { useLoaderData, useNavigate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { ListingEditor } from '../posting/editor.tsx'
import { labels } from '../posting/labels.ts'
import { loadEditableListing } from '../posting/load.ts'
import { toast } from '../ui/toast.ts'

export const loader = loadEditableListing

export function Component({ kind }: { kind: Kind }) {
  const form = useLoaderData<typeof loader>()
  return form ? <ListingEditor key={form.listing?._id} kind={kind} form={form} /> : <NoAccess kind={kind} />
}

/** Redirects users who may not edit the listing to their own list, with a message (specification, section 5). */
function NoAccess({ kind }: { kind: Kind }) {
  const navigate = useNavigate()
  useEffect(() => {
    toast({ tone: 'error', text: noAccess, onNextPage: true })
    void navigate(paths.ownListings(kind), { replace: true })
  }, [navigate, kind])
  return <AccountSheet title={labels[kind].update.title}>{noAccess}</AccountSheet>
}
