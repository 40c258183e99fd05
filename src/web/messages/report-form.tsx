import { useState } from 'react'
import { maxNoteLength } from '../../shared/limits.ts'
import { type ReportReason, reportReasonLabels } from '../../shared/report-reasons.ts'
import { t } from '../../shared/translate.ts'
import { useDraftOf } from '../framework/api-context.ts'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { RadioGroup } from '../ui/forms/radio-group.tsx'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { showFailureToast } from '../ui/toast.ts'

type ReportFormProps = {
  /** The path that accepts the form without scripts. */
  action: string
  /** The sentence of a report that was sent without scripts; empty otherwise. */
  done: string
  mostLikely?: 'spam' | 'scam'
  /** Returns the sentence that thanks for the report. */
  onSubmit: (report: { reason: ReportReason; note: string }) => Promise<string>
}

/** Reports a person, in a conversation or on their page, or a recommendation. */
export function ReportForm({ action, done: doneBefore, mostLikely = 'spam', onSubmit }: ReportFormProps) {
  const [done, setDone] = useState(doneBefore)
  const draft = useDraftOf(`report${action}`)
  if (done)
    return (
      <div role="status">
        <Notice tone="success">{done}</Notice>
      </div>
    )
  return (
    <Form
      draft={draft}
      action={action}
      className="space-y-4"
      onSubmit={async ({ reason, note = '' }) =>
        setDone(await onSubmit({ reason: reason as ReportReason, note }))
      }
      onFailure={showFailureToast}
    >
      <input type="hidden" name="action" value="report" />
      <RadioGroup
        label={t('What’s wrong?')}
        name="reason"
        options={Object.fromEntries(reasons.map((reason) => [reason, t(reportReasonLabels[reason])]))}
        defaultValue={mostLikely}
      />
      <TextAreaField
        label={t('Note')}
        name="note"
        optional
        maxLength={maxNoteLength}
        hint={t('Anything that helps us understand the problem.')}
      />
      <SubmitButton busy={t('Sending…')} worksPlain>
        {t('Send report')}
      </SubmitButton>
    </Form>
  )
}

/** Those that can be true of a person, or of what they wrote. */
const reasons: ReportReason[] = ['spam', 'scam', 'offensive', 'other']
