import { keyFromLeftToRight } from '../../ui/reading-direction.ts'

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Moves the focus between the days of a month with the arrow keys. The links are also reached with Tab, as everywhere. */
export function moveBetweenDays(event: KeyboardEvent) {
  const step = steps[keyFromLeftToRight(event.key)]
  const table = event.target instanceof Element && event.target.closest('table')
  if (step === undefined || !table || event.altKey || event.ctrlKey || event.metaKey) return
  const days = [...table.querySelectorAll<HTMLElement>('a[data-day]')]
  const at = days.indexOf(event.target as HTMLElement)
  const next = at < 0 ? undefined : days[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
