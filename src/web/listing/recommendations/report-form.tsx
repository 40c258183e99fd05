import { useState } from 'react'
import { maxNoteLength } from '../../../shared/limits.ts'
import { type ReportReason, reportReasonLabels } from '../../../shared/report-reasons.ts'
import { useDraftOf } from '../../framework/api-context.ts'
import { Form, SubmitButton, type Values } from '../../ui/forms/form.tsx'
import { RadioGroup } from '../../ui/forms/radio-group.tsx'
import { TextAreaField } from '../../ui/forms/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showFailureToast } from '../../ui/toast.ts'

export type PersonReport = { reason: ReportReason; note: string }

type ReportFormProps = {
  /** The path that accepts the form without scripts. */
  action: string
  /** The sentence of a report that was sent without scripts; empty otherwise. */
  done: string
  /** Returns the sentence that thanks for the report. */
  onSubmit: (report: PersonReport) => Promise<string>
}

/** Reports a person or a recommendation. */
export function ReportForm({ action, done: doneBefore, onSubmit }: ReportFormProps) {
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
      validate={async (values) => ({ data: toReport(values) })}
      onSubmit={async (report) => setDone(await onSubmit(report))}
      onFailure={showFailureToast}
    >
      <input type="hidden" name="action" value="report" />
      <RadioGroup label="What’s wrong?" name="reason" options={reasons} defaultValue="spam" />
      <TextAreaField
        label="Note"
        name="note"
        optional
        maxLength={maxNoteLength}
        hint="Anything that helps us understand the problem."
      />
      <SubmitButton busy="Sending…" worksPlain>
        Send report
      </SubmitButton>
    </Form>
  )
}

/** Those that can be true of a person, or of what they wrote. */
const { spam, scam, offensive, other } = reportReasonLabels
const reasons: Partial<Record<ReportReason, string>> = { spam, scam, offensive, other }

function toReport({ reason = '', note = '' }: Values): PersonReport {
  return { reason: Object.hasOwn(reasons, reason) ? (reason as ReportReason) : 'other', note }
}
