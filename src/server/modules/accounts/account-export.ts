/**
 * Everything the site stores about a person, as JSON text under the API's field names, without password hashes and tokens.
 * It is read and sent page by page: an author's listings can be larger than the memory of the server.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

const pageRows = 100
/** Sorts before every id. */
const firstId = '00000000-0000-0000-0000-000000000000'

type ExportQuery = (accountId: string, after: string) => RawBuilder<{ id: string; data: object }>

/** One page of each list, in the order of their ids. Those of version 7 follow the time at which the rows were created. */
const lists: Record<string, ExportQuery> = {
  sessions: (accountId, after) => sql`
    select id, json_build_object('device', user_agent, 'address', address, 'created', created,
      'lastUsed', updated) as data
    from account_session where account_id = ${accountId} and id > ${after} order by id limit ${sql.lit(pageRows)}`,
  listings: (accountId, after) => sql`
    select listing.id, json_build_object('_id', listing.id, 'kind', kind, 'status', status,
      'title', title, 'description', description, 'price', price, 'price_unit', price_unit,
      'category', category.name, 'subcategory', subcategory.name, 'country', country.name, 'state', state.name,
      'city', city.name, 'images', images, 'business_email', business_email, 'phone', listing.phone,
      'facebook', facebook, 'instagram', instagram, 'messages_only', messages_only,
      'event_availability', event_availability, 'canceled', canceled, 'postponed', postponed,
      'schedule', (select json_agg(to_jsonb(event_schedule) - 'listing_id' order by part)
        from event_schedule where listing_id = listing.id),
      'changedDates', (
        select json_agg(to_jsonb(event_occurrence) - array['id', 'listing_id', 'part', 'changed', 'current'] order by starts_at)
        from event_occurrence
        where listing_id = listing.id and (changed or canceled is not null or postponed is not null)),
      'eventDetails', (select to_jsonb(event_details) - 'listing_id' from event_details where listing_id = listing.id),
      'startDate', start_date, 'endDate', end_date, 'posted', posted, 'archived', archived,
      'renewal', (select json_build_object('state', state, 'since', since, 'asked', asked)
        from service_renewal where listing_id = listing.id)) as data
    from listing
    join profile on profile.id = listing.author_id
    join category on category.id = listing.category_id
    join country on country.id = listing.country_id
    left join subcategory on subcategory.id = listing.subcategory_id
    left join state on state.id = listing.state_id
    left join city on city.id = listing.city_id
    where profile.account_id = ${accountId} and listing.id > ${after}
    order by listing.id limit ${sql.lit(pageRows)}`,
  savedAds: (accountId, after) => sql`
    select listing_id as id, json_build_object('listing', listing_id, 'saved', saved, 'price', known_price) as data
    from saved_listing join profile on profile.id = saved_listing.profile_id
    where profile.account_id = ${accountId} and listing_id > ${after}
    order by listing_id limit ${sql.lit(pageRows)}`,
  attendance: (accountId, after) => sql`
    select attendance.id, json_build_object('listing', attendance.listing_id, 'event', listing.title,
      'date', scheduled, 'startDate', coalesce(date.start_date, listing.start_date),
      'endDate', coalesce(date.end_date, listing.end_date), 'startTime', date.start_time, 'endTime', date.end_time,
      'canceled', coalesce(listing.canceled, date.canceled), 'postponed', coalesce(listing.postponed, date.postponed),
      'attendance', attendance.state, 'showName', show_name, 'created', attendance.created,
      'reminded', attendance.reminded) as data
    from attendance join profile on profile.id = attendance.profile_id
    join listing on listing.id = attendance.listing_id
    left join event_occurrence date on date.id = attendance.occurrence_id
    where profile.account_id = ${accountId} and attendance.id > ${after}
    order by attendance.id limit ${sql.lit(pageRows)}`,
  pictures: (accountId, after) => sql`
    select image.id, json_build_object('address', url, 'created', image.created) as data
    from image join profile on profile.id = image.uploader_id
    where profile.account_id = ${accountId} and pending_deletion_since is null and image.id > ${after}
    order by image.id limit ${sql.lit(pageRows)}`,
  reports: (accountId, after) => sql`
    select report.id, json_build_object('listing', listing_id, 'reason', reason, 'note', note,
      'created', report.created) as data
    from report join profile on profile.id = report.reporter_id
    where profile.account_id = ${accountId} and report.id > ${after}
    order by report.id limit ${sql.lit(pageRows)}`,
  savedSearches: (accountId, after) => sql`
    select saved_search.id, json_build_object('name', saved_search.name, 'kind', kind, 'filters', query, 'frequency', frequency,
      'paused', paused, 'created', saved_search.created,
      'found', (select coalesce(json_agg(json_build_object('listing', listing_id, 'found', found, 'sent', sent)), '[]')
        from search_alert where saved_search_id = saved_search.id)) as data
    from saved_search
    join search_pattern on search_pattern.id = pattern_id
    join profile on profile.id = profile_id
    where profile.account_id = ${accountId} and saved_search.id > ${after}
    order by saved_search.id limit ${sql.lit(pageRows)}`,
  notifiedBrowsers: (accountId, after) => sql`
    select push_subscription.id, json_build_object('pushService', split_part(endpoint, '/', 3),
      'created', push_subscription.created) as data
    from push_subscription join profile on profile.id = profile_id
    where profile.account_id = ${accountId} and push_subscription.id > ${after}
    order by push_subscription.id limit ${sql.lit(pageRows)}`,
  importedCalendars: (accountId, after) => sql`
    select imported_calendar.id, json_build_object('url', url, 'name', imported_calendar.name,
      'created', imported_calendar.created, 'refreshed', refreshed, 'failure', failure, 'report', report) as data
    from imported_calendar join profile on profile.id = profile_id
    where profile.account_id = ${accountId} and imported_calendar.id > ${after}
    order by imported_calendar.id limit ${sql.lit(pageRows)}`,
  importedEvents: (accountId, after) => sql`
    select imported_event.id, json_build_object('calendar', calendar_id, 'event', content, 'removed', removed,
      'dismissed', dismissed, 'listing', listing_id, 'created', imported_event.created) as data
    from imported_event
    join imported_calendar on imported_calendar.id = calendar_id
    join profile on profile.id = profile_id
    where profile.account_id = ${accountId} and imported_event.id > ${after}
    order by imported_event.id limit ${sql.lit(pageRows)}`,
  contactViews: (accountId, after) => sql`
    select contact_view.id, json_build_object('listing', listing_id, 'viewed', viewed) as data
    from contact_view join profile on profile.id = contact_view.profile_id
    where profile.account_id = ${accountId} and contact_view.id > ${after}
    order by contact_view.id limit ${sql.lit(pageRows)}`,
  conversations: (accountId, after) => sql`
    select conversation.id, json_build_object('listing', conversation.listing_id, 'title', conversation.listing_title,
      'role', mine.role, 'muted', mine.muted, 'blocked', mine.blocked, 'created', conversation.created,
      'reports', (select coalesce(json_agg(json_build_object('reason', reason, 'note', note, 'created', created)), '[]')
        from conversation_report where conversation_id = conversation.id and role = mine.role)) as data
    from conversation
    join conversation_participant mine on mine.conversation_id = conversation.id
    join profile on profile.id = mine.profile_id
    where profile.account_id = ${accountId} and mine.last_message is not null and conversation.id > ${after}
    order by conversation.id limit ${sql.lit(pageRows)}`,
  messages: (accountId, after) => sql`
    select message.id, json_build_object('conversation', message.conversation_id,
      'written', message.role = mine.role, 'text', message.text, 'created', message.created) as data
    from conversation_message message
    join conversation_participant mine on mine.conversation_id = message.conversation_id
    join profile on profile.id = mine.profile_id
    where profile.account_id = ${accountId} and (not message.held or message.role = mine.role)
      and message.id > ${after}
    order by message.id limit ${sql.lit(pageRows)}`,
  recommendations: (accountId, after) => sql`
    select recommendation.id, json_build_object('written', recommendation.writer_id = me.id,
      'seller', recommendation.author_id, 'text', recommendation.text, 'created', recommendation.created,
      'edited', recommendation.edited, 'reply', recommendation.reply, 'replied', recommendation.replied,
      'deleted', recommendation.deleted, 'hidden', recommendation.hidden, 'replyHidden', recommendation.reply_hidden) as data
    from recommendation join profile me on me.id in (recommendation.writer_id, recommendation.author_id)
    where me.account_id = ${accountId} and (recommendation.writer_id = me.id or recommendation.deleted is null)
      and recommendation.id > ${after}
    order by recommendation.id limit ${sql.lit(pageRows)}`,
  reportsOfPeople: (accountId, after) => sql`
    select report.id, json_build_object('seller', report.seller_id, 'recommendation', report.recommendation_id,
      'reason', report.reason, 'note', report.note, 'created', report.created) as data
    from seller_report report join profile on profile.id = report.reporter_id
    where profile.account_id = ${accountId} and report.id > ${after}
    order by report.id limit ${sql.lit(pageRows)}`,
}

/** Yields the parts of one JSON object. */
export async function* exportAccount(database: Database, accountId: string): AsyncGenerator<string> {
  const person = JSON.stringify(await readPerson(database, accountId))
  yield person.slice(0, -1)
  for (const [name, query] of Object.entries(lists)) {
    yield `,${JSON.stringify(name)}:[`
    yield* exportList(database, (after) => query(accountId, after))
    yield ']'
  }
  yield '}'
}

async function readPerson({ kysely }: Database, accountId: string): Promise<object> {
  const { rows } = await sql<{ data: object }>`
    select json_build_object(
      'account', (select json_build_object('email', email, 'name', name, 'photo', image, 'created', created)
        from account where id = ${accountId}),
      'authProviders', (select coalesce(json_agg(provider order by created), '[]')
        from account_login where account_id = ${accountId}),
      'profile', (select json_build_object('name', name, 'email', email, 'phone', phone, 'address', address,
          'bio', bio, 'isAdmin', is_admin, 'created', created, 'showBio', show_bio,
          'repliesWithinDay', replies_within_day,
          'pageNames', (select coalesce(json_agg(json_build_object('name', handle, 'current', is_current,
            'created', created) order by created), '[]') from profile_handle where profile_id = profile.id))
        from profile where account_id = ${accountId}),
      'emailPreferences', (select coalesce(json_object_agg(topic, wanted), '{}')
        from email_preference where profile_id = (select id from profile where account_id = ${accountId}))
    ) as data`.execute(kysely)
  return rows[0]?.data ?? {}
}

async function* exportList(
  { kysely }: Database,
  pageAfter: (id: string) => RawBuilder<{ id: string; data: object }>,
): AsyncGenerator<string> {
  let separator = ''
  let after = firstId
  for (;;) {
    const { rows } = await pageAfter(after).execute(kysely)
    for (const { id, data } of rows) {
      yield `${separator}${JSON.stringify(data)}`
      separator = ','
      after = id
    }
    if (rows.length < pageRows) return
  }
}
