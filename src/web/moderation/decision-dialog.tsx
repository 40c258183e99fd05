import { type CaseDecision, type CaseSource, caseActionOf, dialogText } from '../../shared/case-sources.ts'
import { maxReasonLength } from '../../shared/limits.ts'
import { reasonRequired } from '../../shared/messages/forms.ts'
import { t } from '../../shared/translate.ts'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import type { Validated, Values } from '../ui/forms/form.tsx'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { type Decisions, dialogOf, type PendingDecision } from './decisions.tsx'

type DecisionDialogProps = { decisions: Decisions; reasons: string[] }

/** Confirms a decision, and asks for the reason that people will read. */
export function DecisionDialog({ decisions, reasons }: DecisionDialogProps) {
  const { pending } = decisions
  const dialog = pending && dialogOf(pending)
  const [first] = pending?.targets ?? []
  if (!pending || !dialog || !first) return null
  const { decision, targets } = pending
  const { title, confirm, cancel, busy, hint } = dialog
  const isAd = targets.some(({ source }) => source === 'service' || source === 'event')
  return (
    <ActionDialog
      words={{ title: t(title), text: consequenceOf(pending), confirm: t(confirm), cancel: t(cancel) }}
      danger={caseActionOf(first.source, decision)?.danger ?? false}
      busy={t(busy)}
      onClose={decisions.cancel}
      run={decisions.run}
      validate={async (values) => validateReason(dialog.reason === 'required', values)}
      onSubmit={(reason) => decisions.confirm(pending, reason)}
    >
      <ul className="max-h-32 space-y-1 overflow-y-auto text-sm font-semibold">
        {targets.map(({ id, title }) => (
          <li key={id} dir="auto" className="free-text">
            {title}
          </li>
        ))}
      </ul>
      {isAd && (
        <ChoiceField label={t('Reason')} name="reason" none={t('Choose a reason')} options={reasons} />
      )}
      <TextAreaField label={isAd ? t('In your own words') : t('Reason')} name="words" hint={t(hint)} />
    </ActionDialog>
  )
}

/** Returns what will happen to the cases of each source, in sentences. */
function consequenceOf({ decision, targets }: PendingDecision): string {
  const counts = new Map<CaseSource, number>()
  for (const { source } of targets) counts.set(source, (counts.get(source) ?? 0) + 1)
  return [...counts].map(([source, count]) => textOf(source, decision, count)).join(' ')
}

function textOf(source: CaseSource, decision: CaseDecision, count: number): string {
  const dialog = caseActionOf(source, decision)?.dialog
  return dialog ? dialogText(dialog, count) : ''
}

/** Joins the saved reason and the admin's own words as sentences. */
function validateReason(isRequired: boolean, { reason = '', words = '' }: Values): Validated<string> {
  const data = [reason, words.trim()].filter(Boolean).join(/[\p{L}\p{N}]$/u.test(reason) ? '. ' : ' ')
  if (data === '' && isRequired) return { errors: { reason: t(reasonRequired) } }
  if (data.length <= maxReasonLength) return { data }
  return {
    errors: {
      words: t('This is too long. Please use at most {max} characters in total.', {
        max: String(maxReasonLength),
      }),
    },
  }
}
