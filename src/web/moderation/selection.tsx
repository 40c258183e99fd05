import { useState } from 'react'
import { decisionNames, decisionOf } from '../../shared/decisions.ts'
import { formatCount } from '../../shared/format.ts'
import { Button } from '../ui/button.tsx'
import type { Decisions, Target } from './decisions.tsx'

type Selection = ReturnType<typeof useSelection>

/** The checked rows of the page. A row that leaves the page is no longer selected. */
export function useSelection(targets: readonly Target[]) {
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
export function SelectionBar({ selection, decisions }: { selection: Selection; decisions: Decisions }) {
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
