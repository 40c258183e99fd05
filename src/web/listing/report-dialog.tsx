import { useRef } from 'react'
import { maxNoteLength } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { reports } from '../../shared/messages/forms.ts'
import { type ReportReason, reportReasonLabels, reportReasons } from '../../shared/report-reasons.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useRevalidate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { type Values, valuesOf } from '../ui/forms/form.tsx'
import { RadioGroup } from '../ui/forms/radio-group.tsx'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { rich } from '../ui/rich.tsx'
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
      words={{ title: t('Report Spam'), confirm: t('Send report'), cancel: t('Cancel') }}
      busy={t('Sending…')}
      onClose={onClose}
      onSubmit={async ({ reason, note = '' }) => {
        const send = kind === 'service' ? api.reportService : api.reportEvent
        await send({ params: { id }, body: { reason: reason as ReportReason, note } })
        // An admin's report hides the ad, and the page must say so. For others the page may now be a 404, so leave it.
        if (session.signedIn()?.isAdmin) await revalidate()
        onReported()
        toast({ tone: 'success', text: t(reports[kind].done) })
      }}
      onFailure={(error) =>
        onFailure(messageOf(error, t(reports[kind].failed)), form.current ? valuesOf(form.current) : {})
      }
    >
      {/* On a small screen, this part scrolls so that the buttons stay in view. */}
      <div className="-mx-2 -mt-3 max-h-[calc(100dvh-14rem)] space-y-4 overflow-y-auto px-2 pb-1">
        <p className="text-sm text-soft">
          {byAdmin
            ? t('You’re an admin, so the ad is hidden as soon as you report it.')
            : t('We review every report. The poster won’t know who reported it.')}
        </p>
        <RadioGroup
          label={t('What’s wrong with this ad?')}
          name="reason"
          options={Object.fromEntries(reportReasons.map((reason) => [reason, t(reportReasonLabels[reason])]))}
          defaultValue={initialValues.reason ?? 'spam'}
        />
        <TextAreaField
          label={t('Note (optional)')}
          name="note"
          maxLength={maxNoteLength}
          defaultValue={initialValues.note}
          hint={t('Anything that helps us understand the problem.')}
        />
        <p className="text-sm text-soft">
          {rich('Did someone ask you for money or a code? <link>What to do about scams</link>', {
            link: (text) => <TextLink href={paths.customerGuide('pay-securely')}>{text}</TextLink>,
          })}
        </p>
      </div>
    </ConfirmDialog>
  )
}
