/** Writing a listing: the form, the drafts that were left, and what to do when somebody else has changed it meanwhile. */
import { useState } from 'react'
import type { Kind } from '../../shared/listing.ts'
import { NoIndex } from '../accounts/account-sheet.tsx'
import { NeedsScripts } from '../accounts/needs-scripts.tsx'
import { UnlessSuspended } from '../accounts/suspended-notice.tsx'
import { useBackend } from '../backend.ts'
import { PageTitle } from '../site.tsx'
import { toast } from '../ui/toast.ts'
import { asFilled, type Difference, differences, isSame, type Label, merged, type Side } from './conflict.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DraftBanner } from './draft-banner.tsx'
import type { Draft } from './drafts.ts'
import { ListingForm } from './listing-form.tsx'
import type { LoadedForm } from './load.ts'
import { getListing } from './send.ts'
import type { Resolution } from './use-sending.ts'
import { useWork } from './use-work.ts'
import { type Base, baseOf, type ListingValues } from './values.ts'
import { draftRestored, needsScripts, words } from './words.ts'

type Conflict = { theirs: Base; mine: ListingValues; differences: Difference[] }

export function ListingEditor({ kind, form }: { kind: Kind; form: LoadedForm }) {
  const { listing, choices, email, ownPhone } = form
  const { api } = useBackend()
  const listingId = listing?._id ?? null
  const [base] = useState(() => listing && baseOf(listing))
  const { work, others, restore, discard, goOn } = useWork({ email, kind, listingId }, base)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const told = listing ? words[kind].update : words[kind].post

  async function resolve(mine: ListingValues): Promise<Resolution> {
    const current = await getListing(api, kind, listingId ?? '')
    const theirs = baseOf(current)
    const own = { values: mine, images: work.queue.addresses() }
    if (isSame(own, asFilled(theirs))) return { outcome: 'saved', listing: current }
    const found = work.base ? differences(asFilled(work.base), asFilled(theirs), own) : []
    if (found.length === 0) return { outcome: 'again', version: theirs.version }
    setConflict({ theirs, mine, differences: found })
    return { outcome: 'asked' }
  }

  function takeUp(draft: Draft) {
    restore(draft)
    toast({ tone: 'good', text: draftRestored })
  }

  function decide({ theirs, mine }: Conflict, sides: Partial<Record<Label, Side>>) {
    const images = sides.Images === 'theirs' ? theirs.images : null
    goOn(merged(mine, theirs.values, sides), theirs, images)
    setConflict(null)
  }

  return (
    <div className="page-width py-8 md:py-12">
      <PageTitle>{told.title}</PageTitle>
      <NoIndex />
      <div className="mx-auto max-w-3xl">
        <h1 className="mb-6 text-2xl">{told.title}</h1>
        <UnlessSuspended>
          <NeedsScripts sentence={needsScripts} />
          <DraftBanner drafts={others} unfinished={told.unfinished} onRestore={takeUp} onDiscard={discard} />
          <ListingForm
            key={work.generation}
            kind={kind}
            work={work}
            listingId={listingId}
            choices={choices}
            email={listing?.author.email ?? email}
            ownPhone={ownPhone}
            onConflict={resolve}
          />
        </UnlessSuspended>
      </div>
      {conflict && (
        <ConflictDialog
          differences={conflict.differences}
          onDecide={(sides) => decide(conflict, sides)}
          onClose={() => setConflict(null)}
        />
      )}
    </div>
  )
}
