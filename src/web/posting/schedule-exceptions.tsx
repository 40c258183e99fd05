import { useEffect, useRef, useState } from 'react'
import { formatDay } from '../../shared/format.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { joinDays, splitDays } from './schedule-values.ts'

/** The days that a series skips, which a hidden field submits. */
export function Exceptions({ initial }: { initial: string }) {
  const [days, setDays] = useState(initial)
  const stored = useRef<HTMLInputElement>(null)
  const added = useRef<HTMLInputElement>(null)
  const isFirst = useRef(true)

  // A hidden field has no input events, which save the draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the days change
  useEffect(() => {
    if (!isFirst.current) stored.current?.dispatchEvent(new Event('input', { bubbles: true }))
    isFirst.current = false
  }, [days])

  function add() {
    const day = added.current?.value
    if (!day || !added.current) return added.current?.focus()
    setDays(joinDays([...splitDays(days), day]))
    added.current.value = ''
    added.current.focus()
  }

  function remove(day: string) {
    setDays(joinDays(splitDays(days).filter((other) => other !== day)))
    added.current?.focus()
  }

  return (
    <div className="space-y-3">
      <input ref={stored} type="hidden" name="schedule.exceptions" value={days} />
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-44">
          <TextField ref={added} label="Skip a date" name="skipped" type="date" optional />
        </div>
        <Button variant="secondary" className="min-h-12" onClick={add}>
          Skip this date
        </Button>
      </div>
      <ul aria-label="Skipped dates" className="flex flex-wrap gap-2 empty:hidden">
        {splitDays(days).map((day) => (
          <li key={day}>
            <button
              type="button"
              onClick={() => remove(day)}
              aria-label={`Don’t skip ${formatDay(day)}`}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-md border border-edge px-3 text-sm hover:border-ink"
            >
              {formatDay(day)}
              <Icon name="x" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
