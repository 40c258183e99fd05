/** What queries name through Kysely of the tables of what only events have. */
import type { Generated } from 'kysely'

/** What people plan an event by, as `event_facts` of the database returns it. */
export type EventFacts = {
  /** The days of its first date, or of the first one by the latest part of its schedule. */
  startDate: string
  endDate: string
  /** JSON: the parts of the schedule, and the dates that differ from it. Missing before version 0054 of the schema, as all below. */
  schedule?: string
  dates?: string
  timeZone?: string
  venue?: string
  attendanceMode?: 'in_person' | 'online' | 'both'
  postponed?: boolean
  city: string | null
  state: string | null
  country: string
  soldOut: boolean
  canceled: boolean
  /** Whether visitors see the ad. */
  public: boolean
}

declare module '../platform/database/schema.ts' {
  interface DatabaseSchema {
    event_details: {
      listing_id: string
      attendance_mode: Generated<'in_person' | 'online' | 'both'>
      venue_name: Generated<string>
      venue_address: Generated<string>
      venue_postal_code: Generated<string>
      venue_note: Generated<string>
      venue_latitude: number | null
      venue_longitude: number | null
      online_url: Generated<string>
      online_url_shown: Generated<'signed_in' | 'on_the_day'>
      price_max: number | null
      pay_what_you_can: Generated<boolean>
      ticket_types: Generated<string>
      ticket_url: Generated<string>
      capacity: number | null
    }
  }
}
