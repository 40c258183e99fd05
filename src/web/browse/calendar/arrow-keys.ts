/** Returns how many days a key moves. Imports nothing, because the script that every page loads first has this file. */
function stepOf(key: string): number | undefined {
  const ahead = document.documentElement.dir === 'rtl' ? -1 : 1
  const steps: Record<string, number> = { ArrowLeft: -ahead, ArrowRight: ahead, ArrowUp: -7, ArrowDown: 7 }
  return steps[key]
}

/** Moves the focus between the days of a month with the arrow keys. The links are also reached with Tab, as everywhere. */
export function moveBetweenDays(event: KeyboardEvent) {
  const step = stepOf(event.key)
  const table = event.target instanceof Element && event.target.closest('table')
  if (step === undefined || !table || event.altKey || event.ctrlKey || event.metaKey) return
  const days = [...table.querySelectorAll<HTMLElement>('a[data-day]')]
  const at = days.indexOf(event.target as HTMLElement)
  const next = at < 0 ? undefined : days[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
