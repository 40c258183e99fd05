/** The tables as queries see them. `migrations/` defines them. Days are `2026-11-20` strings, timestamps
 * `2026-11-20T15:04:05.123Z` strings, prices numbers. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { ParticipantRole } from '../../../shared/conversation.ts'
import type { EmailTopic } from '../../../shared/email-topics.ts'
import type { ListingStatus, RestorableStatus } from '../../../shared/listing.ts'
import type { PriceUnit } from '../../../shared/price.ts'
import type { AlertFrequency } from '../../../shared/saved-search.ts'

type CatalogEntry = { id: Generated<number>; name: string }

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

export type DatabaseSchema = {
  category: CatalogEntry & { slug: string; position: number }
  subcategory: CatalogEntry & { category_id: number; slug: string; position: number }
  country: CatalogEntry & { code: string; slug: string; position: number; time_zone: string | null }
  state: CatalogEntry & { country_id: number; slug: string; time_zone: string | null }
  city: CatalogEntry & {
    state_id: number
    latitude: number
    longitude: number
    population: number
    time_zone: string | null
  }
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
  profile_handle: {
    handle: string
    profile_id: string
    is_current: Generated<boolean>
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
    event_availability: 'available' | 'soldout' | null
    start_date: string | null
    end_date: string | null
    canceled: Generated<string | null>
    postponed: Generated<string | null>
    posted: Generated<string>
    version: Generated<number>
    /** Set by a trigger on `listing_image`. */
    images: GeneratedAlways<string[]>
    placeholders: GeneratedAlways<string[]>
    edited: Generated<string | null>
    /** Set by a trigger when `status` changes. */
    deleted: GeneratedAlways<string | null>
    removed_by: Generated<string | null>
    removal_reason: Generated<string>
    previous_status: Generated<RestorableStatus | null>
    hidden_by_suspension: Generated<boolean>
    /** A service that may no longer be offered. */
    stale: Generated<boolean>
    /** Not in lists. */
    archived: Generated<boolean>
  }
  event_schedule: {
    listing_id: string
    part: Generated<number>
    start_date: string
    end_date: string
    start_time: string | null
    end_time: string | null
    doors_time: string | null
    rule: string | null
    exceptions: Generated<string[]>
    generated_until: string | null
  }
  event_occurrence: {
    id: GeneratedAlways<number>
    listing_id: string
    part: number
    scheduled: string
    start_date: string
    end_date: string
    start_time: string | null
    end_time: string | null
    doors_time: string | null
    starts_at: string
    ends_at: string
    canceled: Generated<string | null>
    postponed: Generated<string | null>
    changed: Generated<boolean>
    current: Generated<boolean>
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
  time_zone_offset: { time_zone: string; until: string; utc_offset: string }
  /** When what lists say about an event is right. */
  event_state: { listing_id: string; since: string; until: string }
  service_renewal: {
    listing_id: string
    state: Generated<'current' | 'asked' | 'stale' | 'archived'>
    since: string
    asked: Generated<string | null>
  }
  image: {
    id: string
    uploader_id: string | null
    url: string
    width: number | null
    height: number | null
    format: string
    bytes: number | null
    created: Generated<string>
    placeholder: Generated<string>
    received: Generated<number>
    stored: Generated<string | null>
    unused_since: Generated<string | null>
    pending_deletion_since: Generated<string | null>
  }
  idempotency_key: {
    author_id: string
    key: string
    body_hash: string
    listing_id: string
    created: Generated<string>
  }
  listing_image: { listing_id: string; position: number; image_id: string }
  report: {
    id: string
    listing_id: string
    reporter_id: string | null
    visitor_hash: string | null
    network_hash: Generated<string | null>
    reason: string
    note: string
    resolved: Generated<string | null>
    created: Generated<string>
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
  contact_view: {
    id: string
    listing_id: string
    profile_id: string | null
    network_hash: string | null
    viewed: Generated<string>
  }
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
  outbox_email: {
    id: Generated<string>
    recipient: string
    encrypted_content: string
    kind: string
    reply_to: Generated<string>
    status: Generated<'queued' | 'sent' | 'failed'>
    attempts: Generated<number>
    last_error: Generated<string>
    created: Generated<string>
    finished: Generated<string | null>
    subscription_kind: string | null
    subscription_id: string | null
  }
  email_preference: { profile_id: string; topic: EmailTopic; wanted: boolean }
  conversation: {
    id: string
    listing_id: string | null
    listing_title: string
    created: Generated<string>
  }
  conversation_participant: {
    id: Generated<string>
    conversation_id: string
    role: ParticipantRole
    profile_id: string | null
    visitor_name: string | null
    visitor_email: string | null
    unread: Generated<number>
    muted: Generated<boolean>
    blocked: Generated<boolean>
    last_message: string | null
    confirmed: Generated<string | null>
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
  conversation_report: {
    conversation_id: string
    role: ParticipantRole
    reason: string
    note: string
    resolved: Generated<string | null>
    created: Generated<string>
  }
  saved_listing: {
    profile_id: string
    listing_id: string
    saved: Generated<string>
    known_price: number
    announced_end: string | null
  }
  saved_ads_check: { profile_id: string; day: string }
  event_change: {
    id: GeneratedAlways<string>
    listing_id: string
    before: EventFacts
    after: EventFacts | null
    told_until: Generated<string>
    created: Generated<string>
    due: Generated<string>
  }
  search_pattern: {
    id: GeneratedAlways<string>
    kind: 'service' | 'event'
    query: string
    /** A `StoredSearch` of the search module. */
    compiled: unknown
    used: Generated<string>
    changed_in: Generated<string>
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
  push_subscription: {
    id: string
    profile_id: string
    endpoint: string
    p256dh: string
    auth: string
    created: Generated<string>
  }
  listing_index: {
    listing_id: string
    kind: 'service' | 'event'
    category_id: number
    subcategory_id: number | null
    country_id: number
    state_id: number | null
    city_id: number | null
    /** By which lists are ordered: not the listing's own if it is stale. */
    posted: string
    price: number
    start_date: string | null
    end_date: string | null
    ended: boolean
    on_now: boolean
    /** Minutes after midnight at the place; null for all day. */
    start_minute: number | null
    end_minute: number | null
    /** Set by a trigger. */
    event_order: GeneratedAlways<number | null>
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
  running_server: { id: string; name: string; settings: Record<string, string>; seen: Generated<string> }
  listing_count: {
    kind: string
    topic_id: number
    place_id: number
    change: number
    recent: Generated<boolean>
  }
}
