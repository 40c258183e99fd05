import { useId } from 'react'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import type { Draft } from './drafts.ts'
import { draftDiscarded } from './words.ts'

type Props = {
  drafts: Draft[]
  /** Such as `You have an unfinished service`. */
  unfinished: string
  onRestore: (draft: Draft) => void
  /** Answers how to take it back. */
  onDiscard: (draft: Draft) => () => void
}

/** What was left unfinished: nothing is filled in, and nothing forgotten, before the person decides. */
export function DraftBanner({ drafts, unfinished, onRestore, onDiscard }: Props) {
  if (drafts.length === 0) return null
  return (
    <section aria-label="Drafts" className="mb-6 space-y-3">
      {drafts.map((draft) => (
        <Unfinished
          key={draft.slot}
          draft={draft}
          unfinished={unfinished}
          onRestore={() => onRestore(draft)}
          onDiscard={() => {
            const takeBack = onDiscard(draft)
            toast({ tone: 'good', text: draftDiscarded, action: { label: 'Undo', run: takeBack } })
          }}
        />
      ))}
    </section>
  )
}

type OneProps = { draft: Draft; unfinished: string; onRestore: () => void; onDiscard: () => void }

function Unfinished({ draft, unfinished, onRestore, onDiscard }: OneProps) {
  const id = useId()
  return (
    <div className="rounded-lg border border-edge bg-butter px-4 py-4 shadow-sheet sm:flex sm:items-center sm:gap-6 sm:px-5">
      <p id={id} className="min-w-0 flex-1 text-sm">
        {unfinished}
        {draft.values.title.trim() && (
          <>
            ,{' '}
            <strong dir="auto" className="free-text">
              {draft.values.title.trim()}
            </strong>
          </>
        )}
        , from <time dateTime={draft.saved}>{moment.format(new Date(draft.saved))}</time>.
      </p>
      <div className="mt-3 flex flex-wrap gap-3 sm:mt-0">
        <Button aria-describedby={id} onClick={onRestore}>
          Restore draft
        </Button>
        <Button look="secondary" aria-describedby={id} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  )
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })
