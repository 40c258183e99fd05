import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { maxNoteLength } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { reports } from '../../shared/messages/forms.ts'
import { type ReportReason, reportReasonLabels } from '../../shared/report-reasons.ts'
import { useBackend } from '../backend.ts'
import { messageOf } from '../failure-toast.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/forms/dialog.tsx'
import { type Checked, Form, SubmitButton, type Values, valuesOf } from '../ui/forms/form.tsx'
import { RadioGroup } from '../ui/forms/radio-group.tsx'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { toast } from '../ui/toast.ts'

type Report = { reason: ReportReason; note: string }
/** By the names of the fields; kept for another try. */
export type Written = Values

type Props = {
  kind: Kind
  id: string
  byAdmin: boolean
  written: Written
  onClose: () => void
  onFailure: (text: string, written: Written) => void
}

export function ReportDialog({ kind, id, byAdmin, written, onClose, onFailure }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const send = useReport(kind, id)
  return (
    <Dialog title="Report Spam" onClose={onClose}>
      <Form
        ref={form}
        check={check}
        send={async (report) => {
          await send(report)
          onClose()
          toast({ tone: 'good', text: reports[kind].done })
        }}
        onFailure={(error) =>
          onFailure(messageOf(error, reports[kind].failed), form.current ? valuesOf(form.current) : {})
        }
      >
        {/* On a small screen this part scrolls, and the buttons stay in sight. */}
        <div className="-mx-2 mt-2 max-h-[calc(100dvh-14rem)] space-y-4 overflow-y-auto px-2 pb-1">
          <p className="text-sm text-soft">
            {byAdmin
              ? 'As you are an admin, the ad is hidden as soon as you report it.'
              : 'We look at every report. Nobody but us learns that it came from you.'}
          </p>
          <RadioGroup
            label="What is wrong with this ad?"
            name="reason"
            options={reportReasonLabels}
            defaultValue={written.reason}
          />
          <TextAreaField
            label="Note (optional)"
            name="note"
            maxLength={maxNoteLength}
            defaultValue={written.note}
            hint="Anything that helps us to see it too."
          />
          <p className="text-sm text-soft">
            Were you asked for money, or for a code?{' '}
            <TextLink href={paths.customerGuide('pay-securely')}>What to do about scams</TextLink>
          </p>
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton busy="Sending…">Send report</SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}

function useReport(kind: Kind, id: string) {
  const { api, session } = useBackend()
  const { revalidate } = useRevalidator()
  return async (report: Report) => {
    const call = kind === 'service' ? api.reportService : api.reportEvent
    await call({ params: { id }, body: report })
    // To an admin the page now says that it is hidden; to anybody else it may be gone by now.
    if (session.signedIn()?.isAdmin) await revalidate()
  }
}

const isReason = (reason: string): reason is ReportReason => Object.hasOwn(reportReasonLabels, reason)

async function check({ reason = '', note = '' }: Values): Promise<Checked<Report>> {
  if (!isReason(reason)) return { errors: { reason: 'Please choose one of the reasons.' } }
  return { sent: { reason, note } }
}
