/** What queries name through Kysely of the tables of people, and of what they save, plan, and say about each other. */
import type { Generated } from 'kysely'

declare module '../platform/database/schema.ts' {
  interface DatabaseSchema {
    profile: {
      id: string
      email: string
      name: string
      is_admin: Generated<boolean>
      show_bio: Generated<boolean>
    }
    recommendation: {
      id: string
      author_id: string
      writer_id: string
      text: string
    }
    seller_report: {
      id: string
      seller_id: string
      recommendation_id: string | null
      reporter_id: string | null
      visitor_hash: string | null
      reason: string
      note: string
    }
    push_subscription: { id: string }
    attendance: {
      id: string
      reminded: string | null
    }
    saved_search: {
      id: string
      profile_id: string
      name: string
      paused: Generated<boolean>
      due: string | null
    }
    search_alert: {
      saved_search_id: string
      sent: string | null
    }
    /** `before` is the row of `listing` before an edit. */
    listing_to_match: { listing_id: string; before: object | null }
  }
}
