import { useState } from 'react'
import { decisionNames, decisionOf } from '../../shared/decisions.ts'
import { formatCount } from '../../shared/format.ts'
import { Button } from '../ui/button.tsx'
import { CaseRow } from './case-row.tsx'
import { sortOptions } from './dashboard-url.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { type Decisions, SkippedNotice, type Target, useDecisions } from './decisions.tsx'
import { ListScreen } from './list-screen.tsx'
import type { TabData } from './load.ts'
import { RemovalReasons } from './removal-reasons.tsx'

/** The open report cases of one kind, decided one by one or many together. */
export function Cases({ data }: { data: TabData<'reported-services' | 'reported-events'> }) {
  const { view, kind, cases, reasons, total } = data
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
      <RemovalReasons reasons={reasons} />
      <DecisionDialog kind={kind} decisions={decisions} reasons={reasons} />
    </>
  )
}

type Selection = ReturnType<typeof useSelection>

/** The checked rows of the page. A row that leaves the page is no longer selected. */
function useSelection(targets: readonly Target[]) {
  const [checkedIds, setCheckedIds] = useState<readonly string[]>([])
  const selected = targets.filter(({ id }) => checkedIds.includes(id))
  const all = selected.length === targets.length && targets.length > 0
  return {
    selected,
    all,
    has: (id: string) => checkedIds.includes(id),
    toggle: (id: string) =>
      setCheckedIds((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])),
    toggleAll: () => setCheckedIds(all ? [] : targets.map(({ id }) => id)),
  }
}

/** Selects every row of the page, and offers the actions of a row for all selected ones. */
function SelectionBar({ selection, decisions }: { selection: Selection; decisions: Decisions }) {
  const { selected, all, toggleAll } = selection
  const some = selected.length > 0
  return (
    <div
      className={`needs-script z-20 mb-3 flex min-h-15 flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-line bg-surface px-4 py-1.5 shadow-sheet sm:px-5 ${some ? 'sticky top-18' : ''}`}
    >
      <label className="mr-auto flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-5.5"
          checked={all}
          ref={(checkbox) => {
            if (checkbox) checkbox.indeterminate = some && !all
          }}
          onChange={toggleAll}
        />
        <span>
          Select all<span className="max-sm:sr-only"> on this page</span>
        </span>
      </label>
      <p role="status" className="text-sm font-semibold tabular-nums">
        {some && `${formatCount(selected.length, 'ad', 'ads')} selected`}
      </p>
      {some && (
        <fieldset className="flex gap-2">
          <legend className="sr-only">Selected ads</legend>
          {decisionNames.map((name) => (
            <Button
              key={name}
              variant={decisionOf(name).danger ? 'danger-outline' : 'secondary'}
              className="px-4!"
              onClick={() => decisions.start(name, selected)}
            >
              {decisionOf(name).label}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
