import { type ReactNode, useId } from 'react'
import { formatInstant } from '../../shared/format.ts'
import type { Kind } from '../../shared/listing.ts'
import { t } from '../../shared/translate.ts'
import { useSite } from '../framework/site-context.tsx'
import { Button } from '../ui/button.tsx'
import { rich } from '../ui/rich.tsx'
import { toast } from '../ui/toast.ts'
import type { Draft } from './drafts.ts'
import { draftDiscarded } from './labels.ts'

type DraftBannerProps = {
  drafts: Draft[]
  kind: Kind
  /** Whether they are changes of an ad, not new ads. */
  update: boolean
  onRestore: (draft: Draft) => void
  /** Returns the function that undoes it. */
  onDiscard: (draft: Draft) => () => void
}

/** Lists unfinished drafts. Nothing is filled in or deleted before the user decides. */
export function DraftBanner({ drafts, kind, update, onRestore, onDiscard }: DraftBannerProps) {
  const { timeZone } = useSite().settings
  const id = useId()

  function discard(draft: Draft) {
    const undo = onDiscard(draft)
    toast({ tone: 'success', text: t(draftDiscarded), action: { label: t('Undo'), run: undo } })
  }

  if (drafts.length === 0) return null
  return (
    <section aria-label={t('Drafts')} className="mb-6 space-y-3">
      {drafts.map((draft) => (
        <div
          key={draft.slot}
          className="rounded-lg border border-edge bg-butter px-4 py-4 shadow-sheet sm:flex sm:items-center sm:gap-6 sm:px-5"
        >
          <p id={id + draft.slot} className="min-w-0 flex-1 text-sm">
            {sentenceAbout(draft.values.title.trim(), {
              draft: update ? `${kind}Changes` : kind,
              time: formatInstant(draft.saved, timeZone),
              saved: draft.saved,
            })}
          </p>
          <div className="mt-3 flex flex-wrap gap-3 sm:mt-0">
            <Button aria-describedby={id + draft.slot} onClick={() => onRestore(draft)}>
              {t('Restore draft')}
            </Button>
            <Button variant="secondary" aria-describedby={id + draft.slot} onClick={() => discard(draft)}>
              {t('Discard')}
            </Button>
          </div>
        </div>
      ))}
    </section>
  )
}

type Described = { draft: string; time: string; saved: string }

function sentenceAbout(title: string, { draft, time, saved }: Described): ReactNode {
  const tags = {
    title: (text: string) => (
      <strong dir="auto" className="free-text">
        {text}
      </strong>
    ),
    time: (text: string) => <time dateTime={saved}>{text}</time>,
  }
  return title === ''
    ? rich(
        '{draft, select, service {You have an unfinished service} event {You have an unfinished event} serviceChanges {You have unfinished changes to this service} other {You have unfinished changes to this event}}, from <time>{time}</time>.',
        tags,
        { draft, time },
      )
    : rich(
        '{draft, select, service {You have an unfinished service} event {You have an unfinished event} serviceChanges {You have unfinished changes to this service} other {You have unfinished changes to this event}}, <title>{title}</title>, from <time>{time}</time>.',
        tags,
        { draft, title, time },
      )
}
