/** Apart from `recurrence-text.ts`, because lists need no more. */

const units: Record<string, [adverb: string, plural: string]> = {
  DAILY: ['daily', 'days'],
  WEEKLY: ['weekly', 'weeks'],
  MONTHLY: ['monthly', 'months'],
}

/** Describes a stored rule in few characters, such as `Repeats weekly`. */
export function summarizeRecurrence(rule: string): string {
  const [adverb, plural] = units[/FREQ=(\w+)/.exec(rule)?.[1] ?? ''] ?? []
  const interval = /INTERVAL=(\d+)/.exec(rule)?.[1] ?? '1'
  if (!adverb) return 'Repeats'
  return interval === '1' ? `Repeats ${adverb}` : `Repeats every ${interval} ${plural}`
}
