/** Gives each event of a file its own key. Some programs write one `UID` for all events, and some write an event several times. */
import { createHash } from 'node:crypto'
import type { FoundEvent } from '../calendar-event.ts'

/**
 * Returns each event once. Those that share a key although they differ get keys of their own, which depend on nothing but
 * themselves: other events of the file come and go.
 */
export function distinguishEvents(events: FoundEvent[]): FoundEvent[] {
  const groups = Map.groupBy(events, ({ uid, recurrenceId }) => `${uid}\n${recurrenceId}`)
  return [...groups.values()].flatMap((group) => {
    const different = [...new Map(group.toReversed().map((event) => [identityOf(event), event])).values()]
    return different.length === 1 ? different : different.map((event) => ({ ...event, uid: ownKey(event) }))
  })
}

/** The times that the calendar says, which stay the same as the dates of a series pass, and the title. */
const identityOf = ({ schedule, title }: FoundEvent) => `${schedule.split(' ', 1)[0]}\n${title}`

const ownKey = (event: FoundEvent) =>
  createHash('sha256')
    .update(`${event.uid}\n${identityOf(event)}`)
    .digest('hex')
