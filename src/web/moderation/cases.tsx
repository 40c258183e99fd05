import { formatCount } from '../../shared/format.ts'
import { CaseRow } from './case-row.tsx'
import { oneOf, sortOptions } from './dashboard-url.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { SkippedNotice, useDecisions } from './decisions.tsx'
import { ListScreen } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { RemovalReasons } from './removal-reasons.tsx'
import { Rows } from './rows.tsx'
import { SelectionBar, useSelection } from './selection.tsx'
import { useRowFocus } from './use-row-focus.ts'

/** The open report cases of one kind, decided one by one or many together. */
export function Cases({ data }: { data: TabData<'reported-services' | 'reported-events'> }) {
  const { view, kind, cases, total } = data
  const targets = cases.map(({ listing: { _id, title } }) => ({ id: _id, title }))
  const decisions = useDecisions({ kind, onlyOpenReports: true })
  const selection = useSelection(targets)
  const list = useRowFocus(targets.map(({ id }) => id))
  return (
    <>
      <ListScreen
        view={view}
        list={data}
        searchPlaceholder="Title or poster’s email"
        filters={[
          {
            name: 'sort',
            label: 'Sort by',
            options: sortOptions.cases,
            value: oneOf(sortOptions.cases, view.sort),
          },
        ]}
        summary={formatCount(total, `reported ${kind}`, `reported ${kind}s`)}
        empty={{
          title: kind === 'service' ? 'No Service Found' : 'No Event Found',
          hint: 'No reports. New ones appear here, oldest first.',
        }}
        notice={<SkippedNotice skipped={decisions.skipped} onClose={decisions.dismissSkipped} />}
      >
        <SelectionBar selection={selection} decisions={decisions} />
        <Rows label={kind === 'service' ? 'Reported services' : 'Reported events'} ref={list}>
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
        </Rows>
      </ListScreen>
      <RemovalReasons />
      <DecisionDialog kind={kind} decisions={decisions} />
    </>
  )
}
