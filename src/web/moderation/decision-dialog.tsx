import { type Decision, decisionOf } from '../../shared/decisions.ts'
import { maxReasonLength, undoDays } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { confirmDeletion, reasonRequired } from '../../shared/messages/forms.ts'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import type { Validated, Values } from '../ui/forms/form.tsx'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { Decisions } from './decisions.tsx'

type DecisionDialogProps = { kind: Kind; decisions: Decisions; reasons: string[] }

/** Confirms hiding or deleting ads, and asks for the reason that their authors will read. */
export function DecisionDialog({ kind, decisions, reasons }: DecisionDialogProps) {
  const { pending } = decisions
  if (!pending) return null
  const { decision, targets } = pending
  const { danger = false, dialog } = decisionOf(decision)
  return (
    <ActionDialog
      words={labelsOf(decision, targets.length === 1 ? `This ${kind}` : `${targets.length} ${kind}s`)}
      danger={danger}
      busy={dialog?.busy ?? ''}
      onClose={decisions.cancel}
      run={decisions.run}
      validate={async (values) => validateReason(decision, values)}
      onSubmit={(reason) => decisions.confirm(pending, reason)}
    >
      <ul className="max-h-32 space-y-1 overflow-y-auto text-sm font-semibold">
        {targets.map(({ id, title }) => (
          <li key={id} dir="auto" className="free-text">
            {title}
          </li>
        ))}
      </ul>
      <ChoiceField label="Reason" name="reason" none="Choose a reason" options={reasons} />
      <TextAreaField label="In your own words" name="words" hint={dialog?.hint} />
    </ActionDialog>
  )
}

/**
 * The title and the buttons are those of every deletion (specification, section 5). Its sentence that it cannot be undone
 * is left out, because admins can undo their deletions (design, section 5).
 */
function labelsOf(decision: Decision, subject: string) {
  const { label, dialog } = decisionOf(decision)
  const text = `${subject} ${dialog?.consequence}`
  if (decision !== 'remove') return { title: 'Are you sure?', text, confirm: label, cancel: 'Cancel' }
  return {
    ...confirmDeletion,
    text: `${text} You can undo this for ${undoDays} days, here or in the log.`,
  }
}

/** Joins the saved reason and the admin's own words as sentences. */
function validateReason(decision: Decision, { reason = '', words = '' }: Values): Validated<string> {
  const data = [reason, words.trim()].filter(Boolean).join(/[\p{L}\p{N}]$/u.test(reason) ? '. ' : ' ')
  if (data === '' && decisionOf(decision).dialog?.reason === 'required')
    return { errors: { reason: reasonRequired } }
  if (data.length <= maxReasonLength) return { data }
  return { errors: { words: `This is too long. Please use at most ${maxReasonLength} characters in total.` } }
}
