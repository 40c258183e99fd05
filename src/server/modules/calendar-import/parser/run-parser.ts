/** Parses a calendar in a thread, with limits on its time and memory. */
import { Worker } from 'node:worker_threads'
import { CalendarFailure, type ParsedCalendar } from '../calendar-event.ts'
import type { ParserInput } from './parse-calendar.ts'

const program = new URL('parser-worker.ts', import.meta.url)
/** A calendar of 10,000 events takes a second, and no rule can take longer. */
const maxMs = 10_000
const maxMegabytes = 256

const unreadable = () =>
  new CalendarFailure('We couldn’t read this calendar. It contains errors, or its events repeat too often.')

/** Throws a `CalendarFailure` for a text that is no calendar, or takes too much time or memory. */
export async function runParser(input: ParserInput): Promise<ParsedCalendar> {
  const worker = new Worker(program, {
    workerData: input,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  })
  const parsed = Promise.withResolvers<ParsedCalendar>()
  const timer = setTimeout(() => parsed.reject(unreadable()), maxMs)
  worker
    .on('message', parsed.resolve)
    .on('error', () => parsed.reject(unreadable()))
    .on('exit', () => parsed.reject(unreadable()))
  try {
    return await parsed.promise
  } finally {
    clearTimeout(timer)
    void worker.terminate()
  }
}
