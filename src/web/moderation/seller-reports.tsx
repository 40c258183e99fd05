import { useState } from 'react'
import { maxReasonLength } from '../../shared/limits.ts'
import type { SellerReport } from '../../shared/recommendation.ts'
import { reportReasonLabels } from '../../shared/report-reasons.ts'
import { useBackend } from '../framework/api-context.ts'
import { paths } from '../paths.ts'
import { TextAreaField } from '../ui/forms/text-field.tsx'
import { validateBy } from '../ui/forms/validate.ts'
import { ActionDialog } from './action-dialog.tsx'
import { ListScreen, summarizeTotal } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { Badge, Row, RowButton, RowLink, Timestamp } from './rows.tsx'
import { type RunAdminAction, undoOf, useAdminAction } from './use-admin-action.ts'

type Hiding = { report: SellerReport; decision: 'hide' | 'hide-reply' }

/** Reports about sellers and about the recommendations on their pages. */
export function SellerReports({ data }: { data: TabData<'reported-sellers'> }) {
  const { view, reports, total } = data
  const run = useAdminAction()
  const [hiding, setHiding] = useState<Hiding | null>(null)
  return (
    <>
      <ListScreen
        view={view}
        list={data}
        summary={summarizeTotal(total, '', 'report', 'reports')}
        empty={{ title: 'All clear', hint: 'People and recommendations that someone reports appear here.' }}
        label="Reported people"
        ids={reports.map(({ id }) => id)}
      >
        {reports.map((report) => (
          <ReportRow
            key={report.id}
            report={report}
            run={run}
            onHide={(decision) => setHiding({ report, decision })}
          />
        ))}
      </ListScreen>
      {hiding && <HideDialog hiding={hiding} run={run} onClose={() => setHiding(null)} />}
    </>
  )
}

type ReportRowProps = {
  report: SellerReport
  run: RunAdminAction
  onHide: (decision: Hiding['decision']) => void
}

function ReportRow({ report, run, onHide }: ReportRowProps) {
  const { api } = useBackend()
  const { id, seller, reporter, reason, note, created, recommendation } = report
  const of = `the report about ${seller.name}`
  return (
    <Row
      heading={
        <>
          <bdi className="free-text">{seller.name}</bdi> ({reportReasonLabels[reason]})
        </>
      }
      badges={recommendation && <Badge tone="plain">Recommendation</Badge>}
      actions={
        <>
          <RowLink of={of} href={paths.seller(seller.id)}>
            Open page
          </RowLink>
          <RowLink
            of={of}
            href={paths.admin({ tab: 'users', search: (recommendation?.writer ?? seller).email })}
          >
            {recommendation ? 'Find writer' : 'Find user'}
          </RowLink>
          {recommendation && !recommendation.hidden && (
            <RowButton of={of} onClick={() => onHide('hide')}>
              Hide recommendation
            </RowButton>
          )}
          {recommendation?.reply && !recommendation.replyHidden && (
            <RowButton of={of} onClick={() => onHide('hide-reply')}>
              Hide reply
            </RowButton>
          )}
          <RowButton
            of={of}
            onClick={() => run(() => api.decideSellerReport({ params: { id }, body: { decision: 'close' } }))}
          >
            Close report
          </RowButton>
        </>
      }
      below={recommendation && <ReportedText recommendation={recommendation} seller={seller.name} />}
    >
      <p className="flex flex-wrap gap-x-3">
        <span>
          Reported by{' '}
          {reporter ? <bdi className="free-text">{reporter.email}</bdi> : 'someone without an account'}
        </span>
        <Timestamp at={created} />
      </p>
      {note && <p className="free-text whitespace-pre-line text-ink">{note}</p>}
    </Row>
  )
}

type ReportedTextProps = { recommendation: NonNullable<SellerReport['recommendation']>; seller: string }

function ReportedText({ recommendation: { text, reply, writer }, seller }: ReportedTextProps) {
  return (
    <dl className="mt-2 max-w-[75ch] text-sm">
      <dt className="font-semibold">
        <bdi className="free-text">{writer.name}</bdi>
      </dt>
      <dd dir="auto" className="free-text whitespace-pre-line text-ink">
        {text || 'Deleted by its writer'}
      </dd>
      {reply && (
        <>
          <dt className="mt-2 font-semibold">
            Reply by <bdi className="free-text">{seller}</bdi>
          </dt>
          <dd dir="auto" className="free-text whitespace-pre-line text-ink">
            {reply}
          </dd>
        </>
      )}
    </dl>
  )
}

const validateReason = validateBy(
  async () => (await import('../../shared/recommendation.ts')).SellerReportReasonSchema,
)

type HideDialogProps = { hiding: Hiding; run: RunAdminAction; onClose: () => void }

function HideDialog({ hiding: { report, decision }, run, onClose }: HideDialogProps) {
  const { api } = useBackend()
  const what = decision === 'hide' ? 'recommendation' : 'reply'
  return (
    <ActionDialog
      words={{
        title: `Hide this ${what}?`,
        text: 'Visitors no longer see it, and all reports of it are closed. You can undo this here or in the log.',
        confirm: 'Hide',
        cancel: 'Cancel',
      }}
      busy="Hiding…"
      onClose={onClose}
      run={run}
      validate={validateReason}
      onSubmit={async ({ reason }) => {
        const { message, entry } = await api.decideSellerReport({
          params: { id: report.id },
          body: { decision, reason },
        })
        return { message, undo: undoOf(api, entry) }
      }}
    >
      <TextAreaField
        label="Reason"
        name="reason"
        maxLength={maxReasonLength}
        hint="We email this to the person who wrote it, and they can reply."
      />
    </ActionDialog>
  )
}
