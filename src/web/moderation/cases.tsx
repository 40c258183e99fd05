import { formatCount } from '../../shared/format.ts'
import { CaseRow } from './case-row.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { SkippedNotice } from './late.tsx'
import { ListFrame } from './list-frame.tsx'
import type { TabData } from './load.ts'
import { ReasonsEditor } from './reasons-editor.tsx'
import { Rows } from './row.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { sortsOf } from './tabs.ts'
import { useDecisions } from './use-decisions.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useSelection } from './use-selection.ts'
import { chosen } from './view.ts'

/** What was reported of one kind: decided one by one, or many together. */
export function Cases({ shown }: { shown: TabData<'reported-services' | 'reported-events'> }) {
  const { view, kind, cases, total } = shown
  const targets = cases.map(({ listing: { _id, title } }) => ({ id: _id, title }))
  const decisions = useDecisions({ kind, onlyOpenReports: true })
  const selection = useSelection(targets)
  const list = useRowFocus(targets.map(({ id }) => id))
  return (
    <>
      <ListFrame
        view={view}
        list={shown}
        searches="Part of the title, or the author’s email"
        choices={[
          { name: 'sort', label: 'Sort by', labels: sortsOf.cases, value: chosen(sortsOf.cases, view.sort) },
        ]}
        counted={formatCount(total, `reported ${kind}`, `reported ${kind}s`)}
        empty={{
          title: kind === 'service' ? 'No Service Found' : 'No Event Found',
          hint: 'Nothing waits here. What people report will stand here, the oldest first.',
        }}
        notice={<SkippedNotice late={decisions.late} onClose={decisions.forgetLate} />}
      >
        <SelectionBar selection={selection} decisions={decisions} />
        <Rows label={kind === 'service' ? 'Reported services' : 'Reported events'} ref={list}>
          {cases.map((found) => (
            <CaseRow
              key={found.listing._id}
              found={found}
              at={shown.at}
              decisions={decisions}
              selected={selection.has(found.listing._id)}
              onSelect={() => selection.toggle(found.listing._id)}
            />
          ))}
        </Rows>
      </ListFrame>
      <ReasonsEditor />
      <DecisionDialog kind={kind} decisions={decisions} />
    </>
  )
}
