/** Posting or editing a listing: the form, unfinished drafts, and edit conflicts. */

import { useState } from 'react'
import { AppError } from '../../shared/errors.ts'
import type { Kind } from '../../shared/listing.ts'
import { noAccess } from '../../shared/messages/forms.ts'
import { t } from '../../shared/translate.ts'
import { NeedsScripts } from '../account/account-layout.tsx'
import { useBackend } from '../framework/api-context.ts'
import { NoIndexHead } from '../site/head/head.tsx'
import { UnlessSuspended } from '../site/suspended-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'
import type { Difference, Sides } from './conflict.ts'
import { DraftBanner } from './draft-banner.tsx'
import { ownFields } from './form-fields.ts'
import {
  changedByImport,
  copiedEvent,
  copiedService,
  draftDiscarded,
  draftRestored,
  filledInByImport,
  labels,
  needsScripts,
} from './labels.ts'
import { ListingForm } from './listing-form.tsx'
import { findEditable, type ListingFormData } from './load.ts'
import { useDraftSession } from './use-draft-session.ts'
import type { Resolution } from './use-save-listing.ts'
import { type Base, type ListingValues, pickListingValues, toBase } from './values.ts'

/** Conflicts are rare, so their code loads with the first one. */
const loadConflicts = async () => ({
  ...(await import('./conflict.ts')),
  ...(await import('./conflict-dialog.tsx')),
})
type Code = Awaited<ReturnType<typeof loadConflicts>>
type Conflict = { code: Code; theirs: Base; mine: ListingValues; differences: Difference[] }

export function ListingEditor({ kind, form }: { kind: Kind; form: ListingFormData }) {
  const { listing, email, preset, fields, imported, copied } = form
  const { api } = useBackend()
  const listingId = listing?._id ?? null
  const [base] = useState(() => listing && toBase(listing))
  const drafts = useDraftSession({
    // Drafts of an imported event, or of a copy, are not those of the empty form.
    owner: {
      email,
      kind,
      listingId: imported ? `imported-${imported.id}` : copied ? `copy-${copied.id}` : listingId,
    },
    base,
    preset,
    imported: imported ? pickListingValues(imported.values) : copied?.values,
    images: copied?.images,
  })
  const { session } = drafts
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const title = t((listing ? labels[kind].update : labels[kind].post).title)

  async function resolve(values: ListingValues): Promise<Resolution> {
    const [current, code] = await Promise.all([findEditable(api, kind, listingId ?? ''), loadConflicts()])
    if (!current) throw new AppError('forbidden', t(noAccess))
    const theirs = toBase(current)
    const mine = { values, images: session.queue.addresses() }
    if (code.isSame(mine, theirs, ownFields(kind, fields, values)))
      return { outcome: 'saved', listing: current }
    const { base } = session
    const differences = base ? code.findDifferences({ base, theirs, mine }, fields) : []
    if (differences.length === 0) return { outcome: 'retry', version: theirs.version }
    setConflict({ code, theirs, mine: values, differences })
    return { outcome: 'ask' }
  }

  function startOver() {
    const undo = drafts.startOver()
    toast({ tone: 'success', text: t(draftDiscarded), action: { label: t('Undo'), run: undo } })
  }

  function decide({ code, theirs, mine }: Conflict, sides: Sides) {
    const images = sides.images === 'theirs' ? theirs.images : null
    drafts.continueWith(code.merge({ theirs: theirs.values, mine }, sides, fields), theirs, images)
    setConflict(null)
  }

  return (
    <div className="page-width py-8 md:py-12">
      <NoIndexHead title={title} />
      <h1 className="mb-6 text-2xl">{title}</h1>
      <UnlessSuspended>
        <NeedsScripts>{t(needsScripts)}</NeedsScripts>
        {imported && (
          <div className="mb-6">
            <Notice tone="success">
              {t(listing ? changedByImport : filledInByImport)} {imported.timeNote}
            </Notice>
          </div>
        )}
        {copied && (
          <div className="mb-6">
            <Notice tone="success">{t(kind === 'event' ? copiedEvent : copiedService)}</Notice>
          </div>
        )}
        <DraftBanner
          drafts={drafts.otherDrafts}
          kind={kind}
          update={listing !== null}
          onRestore={drafts.resume}
          onDiscard={drafts.discard}
        />
        <ListingForm
          key={session.generation}
          kind={kind}
          session={session}
          form={form}
          onConflict={resolve}
          onStartOver={startOver}
        />
        {/* Outside the form, which is mounted again: screen readers announce changes of a live region that stays. */}
        <p role="status" className="sr-only">
          {session.restored && t(draftRestored)}
        </p>
      </UnlessSuspended>
      {conflict && (
        <conflict.code.ConflictDialog
          differences={conflict.differences}
          onDecide={(sides) => decide(conflict, sides)}
          onClose={() => setConflict(null)}
        />
      )}
    </div>
  )
}
