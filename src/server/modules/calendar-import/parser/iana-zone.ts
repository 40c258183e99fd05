/** Time zones by their IANA names. */
import { Temporal } from 'temporal-polyfill'
import { addDays } from '../../../../shared/days.ts'

export type Wall = { day: string; time: string }

export type Zone = {
  /** The IANA name, if the calendar uses one. */
  name: string | null
  /** Returns the first instant at which clocks show this. Of a time that a clock change skips, as much later as it moves clocks. */
  toInstant: (wall: Wall) => string
  toWall: (instant: string) => Wall
}

export const utcZone: Zone = {
  name: 'UTC',
  toInstant: ({ day, time }) => `${day}T${time}:00.000Z`,
  toWall: (instant) => ({ day: instant.slice(0, 10), time: instant.slice(11, 16) }),
}

/** Returns the zone of an IANA name or of an offset such as `-05:00`. */
export function ianaZone(name: string): Zone {
  if (name === 'UTC') return utcZone
  // Most days have one offset, which takes much less time than each time.
  const offsets = new Map<string, number | null>()
  const offsetOn = (day: string): number | null => {
    let offset = offsets.get(day)
    if (offset === undefined) {
      const [first, last] = [day, addDays(day, 1)].map((each) =>
        offsetAt(Temporal.PlainDate.from(each).toZonedDateTime(name)),
      )
      offset = first === last && first !== undefined ? first : null
      offsets.set(day, offset)
    }
    return offset
  }
  return {
    name,
    toInstant: ({ day, time }) => {
      const offset = offsetOn(day)
      const milliseconds =
        offset === null
          ? Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(name).epochMilliseconds
          : Date.parse(`${day}T${time}:00Z`) - offset
      return new Date(milliseconds).toISOString()
    },
    toWall: (instant) => {
      const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(name)
      return wallOf(new Date(zoned.epochMilliseconds + offsetAt(zoned)))
    },
  }
}

const offsetAt = ({ offsetNanoseconds }: Temporal.ZonedDateTime) => offsetNanoseconds / 1_000_000

function wallOf(date: Date): Wall {
  const text = date.toISOString()
  return { day: text.slice(0, 10), time: text.slice(11, 16) }
}
