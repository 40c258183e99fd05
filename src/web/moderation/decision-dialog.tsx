import { Suspense, use, useState } from 'react'
import { maxReasonLength, undoDays } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { confirmDeletion } from '../../shared/messages/forms.ts'
import { messageOf } from '../failure-toast.ts'
import { SelectField } from '../ui/field.tsx'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import type { Checked, Values } from '../ui/forms/form.tsx'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { Problem } from './problem.tsx'
import type { Asked, Decisions } from './use-decisions.ts'

type Props = { kind: Kind; decisions: Decisions }

/** Asks for the reason of what is about to be done, which the author will read. */
export function DecisionDialog({ kind, decisions }: Props) {
  const { asked } = decisions
  return asked && <AskReason kind={kind} asked={asked} decisions={decisions} />
}

function AskReason({ kind, asked, decisions }: Props & { asked: Asked }) {
  const [problem, setProblem] = useState<string | null>(null)
  const { decision, targets, reasons } = asked
  return (
    <ConfirmDialog
      words={wordsOf(decision, targets.length === 1 ? `This ${kind}` : `${targets.length} ${kind}s`)}
      busy={decision === 'hide' ? 'Hiding…' : 'Deleting…'}
      onClose={decisions.cancel}
      check={checkReason}
      send={(reason) => decisions.decide(asked, reason)}
      onFailure={(error) => setProblem(messageOf(error))}
    >
      <ul className="max-h-32 space-y-1 overflow-y-auto text-sm font-semibold">
        {targets.map(({ id, title }) => (
          <li key={id} dir="auto" className="free-text">
            {title}
          </li>
        ))}
      </ul>
      <Suspense fallback={<ReasonSelect none="One moment…" reasons={[]} />}>
        <KeptReasons reasons={reasons} />
      </Suspense>
      <TextAreaField
        label="In your own words"
        name="words"
        hint="Please say why: the author gets a mail with the reason, can put the ad right, and can answer."
      />
      <Problem>{problem}</Problem>
    </ConfirmDialog>
  )
}

/**
 * The title and the buttons are those of every deletion (specification, section 5); its sentence that this cannot be
 * undone would be untrue of an admin's.
 */
function wordsOf(decision: Asked['decision'], these: string) {
  if (decision === 'remove') {
    return {
      ...confirmDeletion,
      text: `${these} will leave the site at once. For ${undoDays} days you can take that back, here or in the log.`,
    }
  }
  return {
    title: 'Are you sure?',
    text: `${these} will be shown to the author and to admins only.`,
    confirm: 'Hide',
    cancel: 'Cancel',
  }
}

/** None is needed, though one is asked for. */
async function checkReason({ reason = '', words = '' }: Values): Promise<Checked<string>> {
  const sent = [reason, words.trim()].filter(Boolean).join(' ')
  if (sent.length <= maxReasonLength) return { sent }
  return { errors: { words: `This is too long. Please use at most ${maxReasonLength} characters in total.` } }
}

function KeptReasons({ reasons }: { reasons: Promise<string[]> }) {
  return <ReasonSelect none="Choose a reason" reasons={use(reasons)} />
}

const ReasonSelect = ({ none, reasons }: { none: string; reasons: string[] }) => (
  <SelectField label="Reason" name="reason" none={none} options={reasons} />
)
