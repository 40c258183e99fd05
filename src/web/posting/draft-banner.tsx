import { useId } from 'react'
import { formatInstant } from '../../shared/format.ts'
import { useSite } from '../framework/site-context.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import type { Draft } from './drafts.ts'
import { draftDiscarded } from './labels.ts'

type DraftBannerProps = {
  drafts: Draft[]
  /** The start of the sentence, such as `You have an unfinished service`. */
  unfinished: string
  onRestore: (draft: Draft) => void
  /** Returns the function that undoes it. */
  onDiscard: (draft: Draft) => () => void
}

/** Lists unfinished drafts. Nothing is filled in or deleted before the user decides. */
export function DraftBanner({ drafts, unfinished, onRestore, onDiscard }: DraftBannerProps) {
  const { timeZone } = useSite().settings
  const id = useId()

  function discard(draft: Draft) {
    const undo = onDiscard(draft)
    toast({ tone: 'success', text: draftDiscarded, action: { label: 'Undo', run: undo } })
  }

  if (drafts.length === 0) return null
  return (
    <section aria-label="Drafts" className="mb-6 space-y-3">
      {drafts.map((draft) => (
        <div
          key={draft.slot}
          className="rounded-lg border border-edge bg-butter px-4 py-4 shadow-sheet sm:flex sm:items-center sm:gap-6 sm:px-5"
        >
          <p id={id + draft.slot} className="min-w-0 flex-1 text-sm">
            {unfinished}
            {draft.values.title.trim() && (
              <>
                ,{' '}
                <strong dir="auto" className="free-text">
                  {draft.values.title.trim()}
                </strong>
              </>
            )}
            , from <time dateTime={draft.saved}>{formatInstant(draft.saved, timeZone)}</time>.
          </p>
          <div className="mt-3 flex flex-wrap gap-3 sm:mt-0">
            <Button aria-describedby={id + draft.slot} onClick={() => onRestore(draft)}>
              Restore draft
            </Button>
            <Button variant="secondary" aria-describedby={id + draft.slot} onClick={() => discard(draft)}>
              Discard
            </Button>
          </div>
        </div>
      ))}
    </section>
  )
}
