/** Deletes a listing: asks for confirmation, and reports the result in a popup (specification, sections 5 and 8). */

import { useRef, useState } from 'react'
import type { Kind } from '../../shared/listing.ts'
import { deletionWords, listings } from '../../shared/messages/forms.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { isRefused } from '../framework/loading.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { Dialog } from '../ui/forms/dialog.tsx'

type DeleteListingProps = {
  kind: Kind
  listing: { id: string; title: string }
  onDeleted: () => void
  /** Called after cancel, or when the user closes the result. */
  onClose: () => void
}

export function DeleteListing({ kind, listing, onDeleted, onClose }: DeleteListingProps) {
  const { api } = useBackend()
  const [state, setState] = useState<'confirming' | 'pending' | 'done' | 'failed'>('confirming')
  const sent = useRef(false)

  async function remove() {
    sent.current = true
    const request = { params: { id: listing.id } }
    try {
      await (kind === 'service' ? api.deleteService(request) : api.deleteEvent(request))
    } catch (error) {
      // Already deleted in another window or by an admin, which is the requested result.
      if (!isRefused(error, 'gone') && !isRefused(error, 'not_found')) throw error
    }
    onDeleted()
    setState('done')
  }

  if (state === 'pending') return null
  if (state !== 'confirming') {
    const result =
      state === 'done'
        ? { title: t('Deleted!'), text: t(listings[kind].deleted) }
        : { title: t('Error!'), text: t('Something went wrong, please try again.') }
    return (
      <Dialog key={state} {...result} onClose={onClose}>
        <div className="mt-6 flex justify-end">
          <Button onClick={onClose}>{t('OK')}</Button>
        </div>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      words={deletionWords()}
      danger
      busy={t('Deleting…')}
      onSubmit={remove}
      onFailure={() => setState('failed')}
      // A request already sent cannot be canceled: its result is still reported.
      onClose={() => (sent.current ? setState('pending') : onClose())}
    >
      <p dir="auto" className="free-text font-semibold">
        {listing.title}
      </p>
    </ConfirmDialog>
  )
}
