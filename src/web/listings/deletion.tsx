/** Deleting a listing: a question first, and in the end a popup (specification, sections 5 and 8). */
import { useRef, useState } from 'react'
import type { Kind } from '../../shared/listing.ts'
import { confirmDeletion, deletion, listings } from '../../shared/messages/forms.ts'
import { useBackend } from '../backend.ts'
import { isRefused } from '../loading.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { Popup } from '../ui/forms/popup.tsx'

type Wanted = { id: string; title: string }

type Props = {
  kind: Kind
  listing: Wanted
  onDeleted: () => void
  /** It was not, or one has read that it was. */
  onClose: () => void
}

export function Deletion({ kind, listing, onDeleted, onClose }: Props) {
  const { api } = useBackend()
  const [state, setState] = useState<'asking' | 'awaited' | 'done' | 'failed'>('asking')
  const sent = useRef(false)

  async function remove() {
    sent.current = true
    const asked = { params: { id: listing.id } }
    try {
      await (kind === 'service' ? api.deleteService(asked) : api.deleteEvent(asked))
    } catch (error) {
      // Deleted in another window, or by an admin: that is what was wanted.
      if (!isRefused(error, 'gone') && !isRefused(error, 'not_found')) throw error
    }
    onDeleted()
    setState('done')
  }

  if (state === 'awaited') return null
  if (state === 'done') {
    return <Popup key="done" title={deletion.done} text={listings[kind].deleted} onClose={onClose} />
  }
  if (state === 'failed') {
    return <Popup key="failed" title={deletion.failed} text={deletion.failedText} onClose={onClose} />
  }
  return (
    <ConfirmDialog
      words={confirmDeletion}
      busy="Deleting…"
      check={async () => ({ sent: null })}
      send={remove}
      onFailure={() => setState('failed')}
      // What was asked for cannot be called back: how it ends is told all the same.
      onClose={() => (sent.current ? setState('awaited') : onClose())}
    >
      <p dir="auto" className="free-text font-semibold">
        {listing.title}
      </p>
    </ConfirmDialog>
  )
}
