/** What people plan an event by, as `event_facts` of the database returns it. */
export type EventFacts = {
  /** The days of its first date, or of the first one by the latest part of its schedule. */
  startDate: string
  endDate: string
  /** JSON: the parts of the schedule, and the dates that differ from it. */
  schedule: string
  dates: string
  timeZone: string
  venue: string
  attendanceMode: 'in_person' | 'online' | 'both'
  postponed: boolean
  city: string | null
  state: string | null
  country: string
  soldOut: boolean
  canceled: boolean
  /** Whether visitors see the ad. */
  public: boolean
}
