/** Parses a calendar in a thread, with limits on its time and memory. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { msg } from '../../../../shared/translate.ts'
import { CalendarFailure, type ParsedCalendar } from '../calendar-event.ts'
import type { ParserInput } from './parse-calendar.ts'

const program = new URL('parser-worker.ts', import.meta.url)
/** A calendar of 10,000 events takes a second, and no rule can take longer. */
const maxMs = 10_000
const maxMegabytes = 256

/** Throws a `CalendarFailure` for a text that is no calendar, or takes too much time or memory. */
export async function runParser(input: ParserInput): Promise<ParsedCalendar> {
  const worker = new Worker(program, {
    workerData: input,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  })
  try {
    const [parsed] = await once(worker, 'message', { signal: AbortSignal.timeout(maxMs) })
    return parsed
  } catch {
    throw new CalendarFailure(
      msg('We couldn’t read this calendar. It contains errors, or its events repeat too often.'),
    )
  } finally {
    // Errors after the result, or after the time, change nothing.
    worker.on('error', () => {})
    void worker.terminate()
  }
}
