import { formatCount } from '../../shared/format.ts'
import { CaseRow } from './case-row.tsx'
import { sortOptions } from './dashboard-url.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { SkippedNotice, useDecisions } from './decisions.tsx'
import { ListScreen } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { RemovalReasons } from './removal-reasons.tsx'
import { SelectionBar, useSelection } from './selection.tsx'

/** The open report cases of one kind, decided one by one or many together. */
export function Cases({ data }: { data: TabData<'reported-services' | 'reported-events'> }) {
  const { view, kind, cases, total } = data
  const targets = cases.map(({ listing: { _id, title } }) => ({ id: _id, title }))
  const decisions = useDecisions({ kind, onlyOpenReports: true })
  const selection = useSelection(targets)
  return (
    <>
      <ListScreen
        view={view}
        list={data}
        searchPlaceholder="Title or poster’s email"
        sorts={sortOptions.cases}
        summary={formatCount(total, `reported ${kind}`, `reported ${kind}s`)}
        empty={{
          title: kind === 'service' ? 'No Service Found' : 'No Event Found',
          hint: 'No reports. New ones appear here, oldest first.',
        }}
        notice={<SkippedNotice skipped={decisions.skipped} onClose={decisions.dismissSkipped} />}
        toolbar={<SelectionBar selection={selection} decisions={decisions} />}
        label={kind === 'service' ? 'Reported services' : 'Reported events'}
        ids={targets.map(({ id }) => id)}
      >
        {cases.map((reportCase) => (
          <CaseRow
            key={reportCase.listing._id}
            reportCase={reportCase}
            loadedAt={data.at}
            decisions={decisions}
            selected={selection.has(reportCase.listing._id)}
            onSelect={() => selection.toggle(reportCase.listing._id)}
          />
        ))}
      </ListScreen>
      <RemovalReasons />
      <DecisionDialog kind={kind} decisions={decisions} />
    </>
  )
}
