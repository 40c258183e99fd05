/** The tables and columns of the product that queries name through Kysely. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { ParticipantRole } from '../../shared/conversation.ts'
import type { ListingStatus, RestorableStatus } from '../../shared/listing.ts'
import type { FieldValues } from '../../shared/listing-fields/field.ts'
import type { PriceUnit } from '../../shared/price.ts'

declare module '../platform/database/schema.ts' {
  interface DatabaseSchema {
    listing: {
      id: string
      kind: 'service' | 'event'
      author_id: string
      status: Generated<ListingStatus>
      title: string
      description: string
      price: number
      price_unit: PriceUnit | null
      category_id: number
      subcategory_id: number | null
      country_id: number
      state_id: number | null
      city_id: number | null
      business_email: Generated<string>
      phone: Generated<string>
      facebook: Generated<string>
      instagram: Generated<string>
      messages_only: Generated<boolean>
      fields: Generated<FieldValues>
      /** A tag such as `fr`, or `und`. */
      language: Generated<string>
      event_availability: 'available' | 'soldout' | null
      start_date: string | null
      end_date: string | null
      canceled: Generated<string | null>
      postponed: Generated<string | null>
      posted: Generated<string>
      publish_at: Generated<string | null>
      version: Generated<number>
      edited: Generated<string | null>
      removed_by: Generated<string | null>
      removal_reason: Generated<string>
      previous_status: Generated<RestorableStatus | null>
      hidden_by_suspension: Generated<boolean>
      /** A service that may no longer be offered. */
      stale: Generated<boolean>
      /** Not in lists. */
      archived: Generated<boolean>
    }
    image: {
      id: string
      uploader_id: string | null
      url: string
      width: number | null
      height: number | null
      format: string
      bytes: number | null
      placeholder: Generated<string>
      received: Generated<number>
      stored: Generated<string | null>
      pending_deletion_since: Generated<string | null>
    }
    profile: {
      id: string
      email: string
      name: string
      is_admin: Generated<boolean>
      show_bio: Generated<boolean>
    }
    moderator: { id: string; profile_id: string | null; invited_email: string | null }
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
    contact_message: {
      id: string
      name: string
      email: string
      message: string
      status: Generated<'new' | 'sent' | 'failed' | 'done'>
      created: Generated<string>
      email_id: string | null
      resolved: Generated<string | null>
    }
    conversation: {
      id: string
      listing_id: string | null
      listing_title: string
    }
    conversation_participant: {
      id: Generated<string>
      conversation_id: string
      role: ParticipantRole
      profile_id: string | null
      visitor_name: string | null
      visitor_email: string | null
      language: string | null
      last_message: string | null
    }
    conversation_message: {
      id: string
      conversation_id: string
      role: ParticipantRole
      text: string
      channel: 'site' | 'email'
      fingerprint: Buffer
      source_hash: Buffer | null
      held: Generated<boolean>
      email_id: string | null
      created: Generated<string>
    }
    message_photo: { message_id: string; position: number; image_id: string }
    conversation_report: {
      conversation_id: string
      role: ParticipantRole
      reason: string
      note: string
    }
    report: {
      id: string
      listing_id: string
      reporter_id: string | null
      visitor_hash: string | null
      network_hash: Generated<string | null>
      reason: string
      note: string
    }
    removal_reason: { position: number; text: string }
    audit_entry: {
      id: GeneratedAlways<number>
      at: Generated<string>
      actor_id: string | null
      actor_address: string
      action: string
      target_type: string
      target_id: string
      before: string | null
      after: string | null
      reason: string
      undoes: number | null
    }
    backup_run: {
      id: GeneratedAlways<number>
      started: string
      finished: Generated<string>
      location: string
      scheduled: boolean
      encrypted: boolean
      bytes: number | null
      error: Generated<string>
    }
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
      registration: string | null
    }
  }
}
