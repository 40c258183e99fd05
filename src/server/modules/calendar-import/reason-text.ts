/**
 * Says why a calendar or one of its events could not be read. Reasons are stored in English: calendars are read in the background, and
 * those with a value as a whole sentence.
 */
import { type Message, msg, t } from '../../../shared/translate.ts'
import type { SkippedEvent } from './calendar-event.ts'
import { untitled } from './parser/parse-calendar.ts'

const withValues: [stored: RegExp, sentence: Message][] = [
  [
    /^The server of the calendar answered with an error \((?<status>\d+)\)\.$/,
    msg('The server of the calendar answered with an error ({status}).'),
  ],
  [/^We couldn’t read its start, “(?<value>.*)”\.$/s, msg('We couldn’t read its start, “{value}”.')],
  [
    /^We import the next (?<max>\d+) events\. This one is later\.$/,
    msg('We import the next {max} events. This one is later.'),
  ],
]

/** Returns a stored reason in the reader's language. */
export function reasonText(stored: string): string {
  for (const [pattern, sentence] of withValues) {
    const match = pattern.exec(stored)
    if (match) return t(sentence, match.groups)
  }
  // One with a value from a calendar is no sentence of ours.
  return stored.includes('{') ? stored : t(stored as Message)
}

export const skippedText = ({ title, reason }: Pick<SkippedEvent, 'title' | 'reason'>) => ({
  title: title === untitled ? t(untitled) : title,
  reason: reasonText(reason),
})
