/** The tables of people, and of what they save, plan, and say about each other. `migrations/` defines them. */
import type { Generated } from 'kysely'
import type { AlertFrequency } from '../../shared/saved-search.ts'

declare module '../platform/database/schema.ts' {
  interface DatabaseSchema {
    profile: {
      id: string
      email: string
      name: string
      phone: Generated<string>
      address: Generated<string>
      bio: Generated<string>
      is_admin: Generated<boolean>
      recommendations: Generated<number>
      show_bio: Generated<boolean>
      replies_within_day: Generated<boolean>
      created: Generated<string>
    }
    recommendation: {
      id: string
      author_id: string
      writer_id: string
      text: string
      created: Generated<string>
      edited: Generated<string | null>
      reply: Generated<string>
      replied: Generated<string | null>
      hidden: Generated<string | null>
      reply_hidden: Generated<string | null>
      deleted: Generated<string | null>
    }
    seller_report: {
      id: string
      seller_id: string
      recommendation_id: string | null
      reporter_id: string | null
      visitor_hash: string | null
      reason: string
      note: string
      resolved: Generated<string | null>
      created: Generated<string>
    }
    push_subscription: {
      id: string
      profile_id: string
      endpoint: string
      p256dh: string
      auth: string
      created: Generated<string>
    }
    attendance: {
      id: string
      profile_id: string
      listing_id: string
      occurrence_id: number | null
      state: 'interested' | 'going'
      show_name: Generated<boolean>
      created: Generated<string>
      reminded: string | null
    }
    saved_search: {
      id: string
      profile_id: string
      pattern_id: string
      name: string
      frequency: AlertFrequency
      paused: Generated<boolean>
      next_alert: Generated<string>
      due: string | null
      created: Generated<string>
    }
    search_alert: {
      saved_search_id: string
      listing_id: string
      found: Generated<string>
      sent: string | null
    }
    /** `before` is the row of `listing` before an edit. */
    listing_to_match: { listing_id: string; before: object | null }
  }
}
