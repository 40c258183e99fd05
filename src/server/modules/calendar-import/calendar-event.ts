/** An event as an imported calendar has it. Stored as JSON, so later versions must read what earlier ones wrote. */

/** A day and a time as the calendar writes them, and the instant that they mean; null for all-day and floating times. */
export type CalendarTime = { day: string; time: string | null; instant: string | null; zone: string | null }

export type CalendarEvent = {
  uid: string
  /** Empty, or which date of a series this is. */
  recurrenceId: string
  title: string
  description: string
  location: string
  /** An http(s) URL, or empty. */
  url: string
  categories: string[]
  canceled: boolean
  /** The times of the next date. */
  start: CalendarTime
  /** The last day if the event has no end time. */
  end: CalendarTime
  /** An RFC 5545 rule that listings can have, from the next date on. */
  rule: string | null
  exceptions: string[]
  /** Whether it repeats by a rule that listings cannot have: only its next date is imported. */
  partial: boolean
  /** The time zone that the calendar names, if it is unknown. The times are then as if they had none. */
  unknownZone?: string
  /** When it takes place as the calendar says it. Unlike `start`, it stays the same as the dates of a series pass. */
  schedule: string
}

/** With its place in time, by which events are chosen; all-day and floating times are in the site's time zone. */
export type FoundEvent = CalendarEvent & { startsAt: string; endsAt: string }

export type SkippedEvent = {
  uid: string
  title: string
  reason: string
  kind: 'unreadable' | 'over' | 'late' | 'outdated'
}

/** Why a calendar could not be read. The author reads the message: a sentence without addresses or technical terms. */
export class CalendarFailure extends Error {}

export type ParsedCalendar = {
  name: string
  /** The number of events that were read, of which a series is one. */
  read: number
  skipped: SkippedEvent[]
  /** Upcoming events, soonest first. */
  events: FoundEvent[]
  truncated: boolean
  /** Whether the file says where it ends. If not, events may be missing. */
  isComplete: boolean
}
