import { Temporal } from 'temporal-polyfill'

export type WallTime = { day: string; time: string }

export type Zone = {
  /** The IANA name, if the calendar uses one. */
  name: string | null
  /** Returns the first instant at which clocks show this. Of a time that a clock change skips, as much later as it moves clocks. */
  toInstant: (wall: WallTime) => string
  toWallTime: (instant: string) => WallTime
}

export const utcZone: Zone = {
  name: 'UTC',
  toInstant: ({ day, time }) => `${day}T${time}:00.000Z`,
  toWallTime: (instant) => ({ day: instant.slice(0, 10), time: instant.slice(11, 16) }),
}

/** Returns the zone of an IANA name or of an offset such as `-05:00`. */
export const ianaZone = (name: string): Zone => ({
  name,
  toInstant: ({ day, time }) => {
    const zoned = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(name)
    return new Date(zoned.epochMilliseconds).toISOString()
  },
  toWallTime: (instant) => {
    const local = Temporal.Instant.from(instant).toZonedDateTimeISO(name).toPlainDateTime().toString()
    return { day: local.slice(0, 10), time: local.slice(11, 16) }
  },
})
