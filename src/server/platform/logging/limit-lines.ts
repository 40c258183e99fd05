/** Limits lines about failures that repeat, such as those while the database is away. */
import type { Logger } from '../log.ts'

const minuteMs = 60_000
const maxKinds = 100

type Level = 'info' | 'warn' | 'error'

/**
 * Returns a logger that writes at most `maxPerMinute` lines of each kind a minute. The next line of that kind counts those
 * that it left out, as `omitted`. Lines are of one kind if they begin with the same words.
 */
export function limitLines(log: Logger, maxPerMinute = 1, now: () => number = Date.now): Logger {
  const kinds = new Map<string, { minute: number; written: number; omitted: number }>()

  function write(level: Level, details: object, message: string) {
    const kind = /^[\p{L}\s]*/u.exec(message)?.[0] ?? ''
    if (kinds.size > maxKinds) kinds.clear()
    const lines = kinds.get(kind) ?? { minute: now(), written: 0, omitted: 0 }
    kinds.set(kind, lines)
    if (now() - lines.minute >= minuteMs) {
      lines.minute = now()
      lines.written = 0
    }
    if (lines.written >= maxPerMinute) {
      lines.omitted += 1
      return
    }
    lines.written += 1
    const { omitted } = lines
    lines.omitted = 0
    log[level](omitted > 0 ? { ...details, omitted } : details, message)
  }
  const method =
    (level: Level) =>
    (...[first, second]: [string] | [object, string]) =>
      typeof first === 'string' ? write(level, {}, first) : write(level, first, second ?? '')
  return { info: method('info'), warn: method('warn'), error: method('error') }
}
