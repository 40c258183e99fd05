/** Everything the site stores about a person, without hashes and tokens. Read page by page: it may not fit into memory. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

const pageRows = 100
const firstId = '00000000-0000-0000-0000-000000000000'

type ExportRow = { id: string; data: object }

type Person = { accountId: string; profileId: string | null }

/** Sent in the order of their ids. Those of version 7 follow the time at which the rows were created. */
const lists: Record<string, (person: Person) => RawBuilder<ExportRow>> = {
  sessions: ({ accountId }) => sql`
    select id, json_build_object('device', user_agent, 'address', address, 'created', created, 'lastUsed', updated) as data
    from account_session where account_id = ${accountId}`,
  listings: ({ profileId }) => sql`
    select listing.id, json_build_object('_id', listing.id, 'kind', kind, 'status', status,
      'title', title, 'description', description, 'price', price, 'price_unit', price_unit,
      'category', category.name, 'subcategory', subcategory.name, 'country', country.name, 'state', state.name,
      'city', city.name, 'images', images, 'business_email', business_email, 'phone', phone,
      'facebook', facebook, 'instagram', instagram, 'messages_only', messages_only, 'fields', fields, 'language', listing.language,
      'event_availability', event_availability, 'canceled', canceled, 'postponed', postponed,
      'schedule', (select json_agg(to_jsonb(event_schedule) - 'listing_id' order by part)
        from event_schedule where listing_id = listing.id),
      'changedDates', (
        select json_agg(to_jsonb(event_occurrence) - array['id', 'listing_id', 'part', 'changed', 'current'] order by starts_at)
        from event_occurrence
        where listing_id = listing.id and (changed or canceled is not null or postponed is not null)),
      'eventDetails', (select to_jsonb(event_details) - 'listing_id' from event_details where listing_id = listing.id),
      'startDate', start_date, 'endDate', end_date, 'posted', posted, 'publishAt', publish_at, 'archived', archived,
      'views', (select json_object_agg(day, views order by day) from listing_view where listing_id = listing.id),
      'renewal', (select json_build_object('state', state, 'since', since, 'asked', asked)
        from service_renewal where listing_id = listing.id)) as data
    from listing
    join category on category.id = listing.category_id
    join country on country.id = listing.country_id
    left join subcategory on subcategory.id = listing.subcategory_id
    left join state on state.id = listing.state_id
    left join city on city.id = listing.city_id
    where author_id = ${profileId}`,
  savedAds: ({ profileId }) => sql`
    select listing_id as id, json_build_object('listing', listing_id, 'saved', saved, 'price', known_price) as data
    from saved_listing where profile_id = ${profileId}`,
  attendance: ({ profileId }) => sql`
    select attendance.id, json_build_object('listing', attendance.listing_id, 'event', listing.title,
      'date', scheduled, 'startDate', coalesce(date.start_date, listing.start_date),
      'endDate', coalesce(date.end_date, listing.end_date), 'startTime', date.start_time, 'endTime', date.end_time,
      'canceled', coalesce(listing.canceled, date.canceled), 'postponed', coalesce(listing.postponed, date.postponed),
      'attendance', attendance.state, 'showName', show_name, 'created', attendance.created,
      'waitingSince', waiting_since, 'registered', registered, 'answers', answers, 'checkedIn', checked_in,
      'reminded', attendance.reminded) as data
    from attendance
    join listing on listing.id = attendance.listing_id
    left join event_occurrence date on date.id = attendance.occurrence_id
    where attendance.profile_id = ${profileId}`,
  pictures: ({ profileId }) => sql`
    select id, json_build_object('address', url, 'created', created) as data
    from image where uploader_id = ${profileId} and pending_deletion_since is null`,
  reports: ({ profileId }) => sql`
    select id, json_build_object('listing', listing_id, 'reason', reason, 'note', note, 'created', created) as data
    from report where reporter_id = ${profileId}`,
  decisions: ({ profileId }) => sql`
    select id, json_build_object('kind', kind, 'listing', listing_id, 'title', title, 'rule', rule, 'automatic', automatic,
      'created', statement.created, 'ends', ends, 'ended', ended,
      'appeal', (select json_build_object('text', text, 'created', created, 'decided', decided, 'outcome', outcome, 'reason', reason)
        from appeal where statement_id = statement.id)) as data
    from statement where profile_id = ${profileId}`,
  savedSearches: ({ profileId }) => sql`
    select saved_search.id, json_build_object('name', name, 'kind', kind, 'filters', query, 'frequency', frequency,
      'paused', paused, 'created', saved_search.created,
      'found', (select coalesce(json_agg(json_build_object('listing', listing_id, 'found', found, 'sent', sent)), '[]')
        from search_alert where saved_search_id = saved_search.id)) as data
    from saved_search join search_pattern on search_pattern.id = pattern_id
    where profile_id = ${profileId}`,
  notifiedBrowsers: ({ profileId }) => sql`
    select id, json_build_object('pushService', split_part(endpoint, '/', 3), 'created', created) as data
    from push_subscription where profile_id = ${profileId}`,
  importedCalendars: ({ profileId }) => sql`
    select id, json_build_object('url', url, 'name', name, 'created', created, 'refreshed', refreshed,
      'failure', failure, 'report', report) as data
    from imported_calendar where profile_id = ${profileId}`,
  importedEvents: ({ profileId }) => sql`
    select imported_event.id, json_build_object('calendar', calendar_id, 'event', content, 'removed', removed,
      'dismissed', dismissed, 'listing', listing_id, 'created', imported_event.created) as data
    from imported_event join imported_calendar on imported_calendar.id = calendar_id
    where profile_id = ${profileId}`,
  contactViews: ({ profileId }) => sql`
    select id, json_build_object('listing', listing_id, 'viewed', viewed) as data
    from contact_view where profile_id = ${profileId}`,
  conversations: ({ profileId }) => sql`
    select conversation.id, json_build_object('listing', conversation.listing_id, 'title', conversation.listing_title,
      'role', mine.role, 'muted', mine.muted, 'blocked', mine.blocked, 'created', conversation.created,
      'reports', (select coalesce(json_agg(json_build_object('reason', reason, 'note', note, 'created', created)), '[]')
        from conversation_report where conversation_id = conversation.id and role = mine.role)) as data
    from conversation join conversation_participant mine on mine.conversation_id = conversation.id
    where mine.profile_id = ${profileId} and mine.last_message is not null`,
  messages: ({ profileId }) => sql`
    select message.id, json_build_object('conversation', message.conversation_id,
      'written', message.role = mine.role, 'text', message.text, 'created', message.created,
      'photos', (select coalesce(json_agg(image.url order by position), '[]')
        from message_photo join image on image.id = image_id where message_id = message.id)) as data
    from conversation_message message
    join conversation_participant mine on mine.conversation_id = message.conversation_id
    where mine.profile_id = ${profileId} and (not message.held or message.role = mine.role)`,
  recommendations: ({ profileId }) => sql`
    select id, json_build_object('written', writer_id = ${profileId}, 'seller', author_id, 'text', text,
      'created', created, 'edited', edited, 'reply', reply, 'replied', replied,
      'deleted', deleted, 'hidden', hidden, 'replyHidden', reply_hidden) as data
    from recommendation
    where writer_id = ${profileId} or author_id = ${profileId} and deleted is null`,
  reportsOfPeople: ({ profileId }) => sql`
    select id, json_build_object('seller', seller_id, 'recommendation', recommendation_id, 'reason', reason,
      'note', note, 'created', created) as data
    from seller_report where reporter_id = ${profileId}`,
}

export async function* exportAccount(database: Database, accountId: string): AsyncGenerator<string> {
  const { profileId, data } = await readPerson(database, accountId)
  yield JSON.stringify(data).slice(0, -1)
  for (const [name, query] of Object.entries(lists)) {
    yield `,${JSON.stringify(name)}:[`
    yield* exportList(database, query({ accountId, profileId }))
    yield ']'
  }
  yield '}'
}

async function readPerson({ kysely }: Database, accountId: string) {
  const { rows } = await sql<{ profileId: string | null; data: object }>`
    select (select id from profile where account_id = ${accountId}) as "profileId", json_build_object(
      'account', (select json_build_object('email', email, 'name', name, 'photo', image, 'language', language, 'created', created)
        from account where id = ${accountId}),
      'authProviders', (select coalesce(json_agg(provider order by created), '[]')
        from account_login where account_id = ${accountId}),
      'profile', (select json_build_object('name', name, 'email', email, 'phone', phone, 'address', address,
          'bio', bio, 'isAdmin', is_admin, 'created', created, 'showBio', show_bio,
          'moderator', (select json_build_object('since', granted,
              'categories', (select json_agg(name order by name) from category where category.id = any(category_ids)),
              'places', (select json_agg(name order by name) from (
                select id, name from country union all select id, name from state union all select id, name from city) place
                where place.id = any(place_ids)))
            from moderator where profile_id = profile.id),
          'repliesWithinDay', replies_within_day,
          'pageNames', (select coalesce(json_agg(json_build_object('name', handle, 'current', is_current,
            'created', created) order by created), '[]') from profile_handle where profile_id = profile.id))
        from profile where account_id = ${accountId}),
      'emailPreferences', (select coalesce(json_object_agg(topic, wanted), '{}')
        from email_preference where profile_id = (select id from profile where account_id = ${accountId}))
    ) as data`.execute(kysely)
  return rows[0] ?? { profileId: null, data: {} }
}

async function* exportList({ kysely }: Database, list: RawBuilder<ExportRow>): AsyncGenerator<string> {
  let separator = ''
  let after = firstId
  for (;;) {
    const { rows } = await sql<ExportRow>`
      select id, data from (${list}) list where id > ${after}
      order by id limit ${sql.lit(pageRows)}`.execute(kysely)
    for (const { id, data } of rows) {
      yield `${separator}${JSON.stringify(data)}`
      separator = ','
      after = id
    }
    if (rows.length < pageRows) return
  }
}
