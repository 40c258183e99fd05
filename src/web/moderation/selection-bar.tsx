import { formatCount } from '../../shared/format.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import type { Decisions } from './use-decisions.ts'
import type { Selection } from './use-selection.ts'

/** Ticks the whole page, and does with what is ticked what each row can do with itself. */
export function SelectionBar({ selection, decisions }: { selection: Selection; decisions: Decisions }) {
  const { chosen, all, toggleAll } = selection
  const ready = useHydrated()
  const some = chosen.length > 0
  const look = 'px-4!'
  return (
    <div
      className={`needs-script z-20 mb-3 flex min-h-15 flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-line bg-surface px-4 py-1.5 shadow-sheet sm:px-5 ${some ? 'sticky top-18' : ''}`}
    >
      <label className="mr-auto flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-5.5"
          disabled={!ready}
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = some && !all
          }}
          onChange={toggleAll}
        />
        <span>
          Select all<span className="max-sm:sr-only"> on this page</span>
        </span>
      </label>
      <p role="status" className="text-sm font-semibold tabular-nums">
        {some && `${formatCount(chosen.length, 'ad', 'ads')} selected`}
      </p>
      {some && (
        <fieldset className="flex gap-2">
          <legend className="sr-only">With the selected ads</legend>
          <Button look="secondary" className={look} onClick={() => decisions.approve(chosen)}>
            Approve
          </Button>
          <Button look="secondary" className={look} onClick={() => decisions.ask('hide', chosen)}>
            Hide
          </Button>
          <Button look="secondary" className={look} onClick={() => decisions.ask('remove', chosen)}>
            Delete
          </Button>
        </fieldset>
      )}
    </div>
  )
}
