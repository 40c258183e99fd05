/** Apart from `recurrence-text.ts`, because lists need no more. */
import { type Message, msg, t } from './translate.ts'

const units: Record<string, [everyOne: Message, every: Message]> = {
  DAILY: [msg('Repeats daily'), msg('Repeats every {count} days')],
  WEEKLY: [msg('Repeats weekly'), msg('Repeats every {count} weeks')],
  MONTHLY: [msg('Repeats monthly'), msg('Repeats every {count} months')],
}

/** Describes a stored rule in few characters, such as `Repeats weekly`. */
export function summarizeRecurrence(rule: string): string {
  const [everyOne, every] = units[/FREQ=(\w+)/.exec(rule)?.[1] ?? ''] ?? []
  const count = /INTERVAL=(\d+)/.exec(rule)?.[1] ?? '1'
  if (!everyOne || !every) return t('Repeats')
  return count === '1' ? t(everyOne) : t(every, { count })
}
