import type { ConversationReport } from '../../shared/conversation.ts'
import { reportReasonLabels } from '../../shared/report-reasons.ts'
import { useBackend } from '../framework/api-context.ts'
import { MessagePhotos } from '../messages/message-photos.tsx'
import { paths } from '../paths.ts'
import { ListScreen, summarizeTotal } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { Row, RowButton, RowLink, Timestamp } from './rows.tsx'
import { type RunAdminAction, useAdminAction } from './use-admin-action.ts'

/** Conversations that one of the two people reported, with their latest messages. */
export function ConversationReports({ data }: { data: TabData<'reported-conversations'> }) {
  const { view, reports, total } = data
  const run = useAdminAction()
  return (
    <ListScreen
      view={view}
      list={data}
      summary={summarizeTotal(total, '', 'report', 'reports')}
      empty={{ title: 'All clear', hint: 'Conversations that people report appear here.' }}
      label="Reported conversations"
      ids={reports.map(keyOf)}
    >
      {reports.map((report) => (
        <ReportRow key={keyOf(report)} report={report} run={run} />
      ))}
    </ListScreen>
  )
}

/** Both people can report a conversation. */
const keyOf = ({ id, reporter }: ConversationReport) => `${id} ${reporter.email}`

function ReportRow({ report, run }: { report: ConversationReport; run: RunAdminAction }) {
  const { api } = useBackend()
  const { id, title, reporter, reported, reason, note, created, messages } = report
  const of = `the report about ${reported.name}`
  const label = Object.entries(reportReasonLabels).find(([known]) => known === reason)?.[1] ?? reason
  return (
    <Row
      heading={
        <>
          <bdi className="free-text">{reported.name}</bdi> ({label})
        </>
      }
      actions={
        <>
          {reported.email !== '' && (
            <RowLink of={of} href={paths.admin({ tab: 'users', search: reported.email })}>
              Find user
            </RowLink>
          )}
          <RowButton of={of} onClick={() => run(() => api.closeConversationReport({ params: { id } }))}>
            Close report
          </RowButton>
        </>
      }
      below={<Messages messages={messages} reporter={reporter.name} reported={reported.name} />}
    >
      <p className="free-text">About “{title}”</p>
      <p className="flex flex-wrap gap-x-3">
        <span>
          Reported by <bdi className="free-text">{reporter.email}</bdi>
        </span>
        <Timestamp at={created} />
      </p>
      {note && <p className="free-text whitespace-pre-line text-ink">{note}</p>}
    </Row>
  )
}

type MessagesProps = Pick<ConversationReport, 'messages'> & { reporter: string; reported: string }

function Messages({ messages, reporter, reported }: MessagesProps) {
  return (
    <details className="mt-2 text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
        Latest messages
      </summary>
      <ol className="max-w-[75ch] space-y-2">
        {messages.map(({ id, byReported, text, photos }) => (
          <li key={id}>
            <bdi className="free-text font-semibold">{byReported ? reported : reporter}</bdi>
            <p dir="auto" className="free-text whitespace-pre-line">
              {text}
            </p>
            <MessagePhotos photos={photos} from={byReported ? reported : reporter} />
          </li>
        ))}
      </ol>
    </details>
  )
}
