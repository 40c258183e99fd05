import { useRef } from 'react'
import { maxNoteLength } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { reports } from '../../shared/messages/forms.ts'
import { type ReportReason, reportReasonLabels } from '../../shared/report-reasons.ts'
import { useBackend } from '../framework/api-context.ts'
import { useRevalidate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { type Values, valuesOf } from '../ui/forms/form.tsx'
import { RadioGroup } from '../ui/forms/radio-group.tsx'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { messageOf, toast } from '../ui/toast.ts'

type ReportDialogProps = {
  kind: Kind
  id: string
  byAdmin: boolean
  /** What was entered before, by field name. */
  initialValues: Values
  onClose: () => void
  onReported: () => void
  /** Passes on what was entered, for another try. */
  onFailure: (message: string, values: Values) => void
}

export function ReportDialog(props: ReportDialogProps) {
  const { kind, id, byAdmin, initialValues, onClose, onReported, onFailure } = props
  const form = useRef<HTMLFormElement>(null)
  const { api, session } = useBackend()
  const revalidate = useRevalidate()
  return (
    <ConfirmDialog
      ref={form}
      words={{ title: 'Report Spam', confirm: 'Send report', cancel: 'Cancel' }}
      busy="Sending…"
      onClose={onClose}
      onSubmit={async ({ reason, note = '' }) => {
        const send = kind === 'service' ? api.reportService : api.reportEvent
        await send({ params: { id }, body: { reason: reason as ReportReason, note } })
        // An admin's report hides the ad, and the page must say so. For others the page may now be a 404, so leave it.
        if (session.signedIn()?.isAdmin) await revalidate()
        onReported()
        toast({ tone: 'success', text: reports[kind].done })
      }}
      onFailure={(error) =>
        onFailure(messageOf(error, reports[kind].failed), form.current ? valuesOf(form.current) : {})
      }
    >
      {/* On a small screen, this part scrolls so that the buttons stay in view. */}
      <div className="-mx-2 -mt-3 max-h-[calc(100dvh-14rem)] space-y-4 overflow-y-auto px-2 pb-1">
        <p className="text-sm text-soft">
          {byAdmin
            ? 'You’re an admin, so the ad is hidden as soon as you report it.'
            : 'We review every report. The poster won’t know who reported it.'}
        </p>
        <RadioGroup
          label="What’s wrong with this ad?"
          name="reason"
          options={reportReasonLabels}
          defaultValue={initialValues.reason ?? 'spam'}
        />
        <TextAreaField
          label="Note (optional)"
          name="note"
          maxLength={maxNoteLength}
          defaultValue={initialValues.note}
          hint="Anything that helps us understand the problem."
        />
        <p className="text-sm text-soft">
          Did someone ask you for money or a code?{' '}
          <TextLink href={paths.customerGuide('pay-securely')}>What to do about scams</TextLink>
        </p>
      </div>
    </ConfirmDialog>
  )
}
