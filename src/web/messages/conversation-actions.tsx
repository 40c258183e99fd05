import { useState } from 'react'
import type { Conversation } from '../../shared/conversation.ts'
import { maxNoteLength } from '../../shared/limits.ts'
import { conversations as sentences } from '../../shared/messages/conversations.ts'
import { type ReportReason, reportReasonLabels } from '../../shared/report-reasons.ts'
import { useBackend } from '../framework/api-context.ts'
import { paths } from '../paths.ts'
import { ActionForm } from '../ui/forms/action-form.tsx'
import { Form, SubmitButton, type Values } from '../ui/forms/form.tsx'
import { RadioGroup } from '../ui/forms/radio-group.tsx'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { showFailureToast } from '../ui/toast.ts'

type ActionsProps = {
  conversation: Conversation
  /** The user has just reported it without scripts. */
  isReported: boolean
  onChanged: () => Promise<void>
}

/** Mute, block, and report. Each is a form, so that it works without scripts. */
export function ConversationActions({ conversation, isReported, onChanged }: ActionsProps) {
  const { id, muted, blocked } = conversation
  const { api } = useBackend()
  const change = async (body: { muted?: boolean; blocked?: boolean }) => {
    await api.changeConversation({ params: { id }, body })
    await onChanged()
  }
  return (
    <div className="mt-8 border-t border-line pt-5">
      <div className="flex flex-wrap gap-3">
        <ActionForm
          action={paths.conversation(id)}
          fields={{ action: muted ? 'unmute' : 'mute' }}
          submit={muted ? 'Unmute' : 'Mute'}
          busy={muted ? 'Unmute' : 'Mute'}
          variant="secondary"
          onSubmit={() => change({ muted: !muted })}
        />
        <ActionForm
          action={paths.conversation(id)}
          fields={{ action: blocked ? 'unblock' : 'block' }}
          submit={blocked ? 'Unblock' : 'Block'}
          busy={blocked ? 'Unblock' : 'Block'}
          variant="secondary"
          onSubmit={() => change({ blocked: !blocked })}
        />
      </div>
      <p className="mt-2 text-xs text-soft">
        Muting stops emails from this conversation. Blocking ends it, and this person can’t write to you
        anymore.
      </p>
      <ReportForm id={id} isReported={isReported} />
    </div>
  )
}

function ReportForm({ id, isReported }: { id: string; isReported: boolean }) {
  const { api } = useBackend()
  const [done, setDone] = useState<string>(isReported ? sentences.reported : '')
  if (done)
    return (
      <div role="status" className="mt-5">
        <Notice tone="success">{done}</Notice>
      </div>
    )
  return (
    <details className="mt-5">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold underline">
        Report this person
      </summary>
      <Form
        action={paths.conversation(id)}
        className="mt-2 space-y-4"
        validate={async (values) => ({ data: toReport(values) })}
        onSubmit={async (body) => setDone((await api.reportConversation({ params: { id }, body })).message)}
        onFailure={showFailureToast}
      >
        <input type="hidden" name="action" value="report" />
        <p className="text-sm text-soft">
          Our moderators can then read this conversation. The other person won’t know.
        </p>
        <RadioGroup label="What’s wrong?" name="reason" options={reasons} defaultValue="scam" />
        <TextAreaField label="Note" name="note" optional maxLength={maxNoteLength} />
        <SubmitButton busy="Sending…" worksPlain>
          Send report
        </SubmitButton>
      </Form>
    </details>
  )
}

/** Those that can be true of a person. */
const { spam, scam, offensive, other } = reportReasonLabels
const reasons: Partial<Record<ReportReason, string>> = { spam, scam, offensive, other }

function toReport({ reason = '', note = '' }: Values): { reason: ReportReason; note: string } {
  return { reason: Object.hasOwn(reasons, reason) ? (reason as ReportReason) : 'other', note }
}
