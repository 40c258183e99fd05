/** The access matrix: every call of the contract by every kind of requester. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createUser,
  type PersonOptions,
  send,
  startSession,
  type TestUser,
} from '../../test/support/data/accounts.ts'
import { createListing } from '../../test/support/data/factories.ts'
import { createImportedCalendar } from '../../test/support/data/imported-calendars.ts'
import { createPicture, postOf, updateOf } from '../../test/support/data/posts.ts'
import { createSeries } from '../../test/support/data/series.ts'
import { createTestApp, type TestApp } from '../../test/support/site/app.ts'
import { urlOf } from '../shared/api-client.ts'
import type { CaseSource } from '../shared/case-sources.ts'
import type { CallName } from '../shared/contract/endpoint.ts'
import type { FieldForAdmin } from '../shared/contract/listing-fields.ts'
import type { PlaceForAdmin } from '../shared/contract/places.ts'
import type { TopicForAdmin } from '../shared/contract/topics.ts'
import { contract, type Endpoint } from '../shared/contract.ts'
import type { Kind, ListingStatus } from '../shared/listing.ts'
import { hasRole, type Role as ModerationRole } from '../shared/policy.ts'
import { readFields } from './modules/listing-fields/service.ts'

/**
 * `author` wrote the listings of the fixtures; `other` is another user; `suspended` is a suspended account. `scopedModerator` is responsible for
 * the category of those listings, `strangerModerator` for another one.
 */
const roles = [
  'visitor',
  'other',
  'author',
  'admin',
  'moderator',
  'scopedModerator',
  'strangerModerator',
  'suspended',
] as const
type Role = (typeof roles)[number]
type Account = TestUser & { cookie: string }
/** A visitor cannot write to the ad of someone on the same network. */
const networkOf = Object.fromEntries(roles.map((role, n) => [role, `192.0.2.${n + 1}`])) as Record<
  Role,
  string
>

type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
type Row = {
  /** Returns a valid request. Without it, the call takes no input. */
  input?: (account: Account | null) => Input | Promise<Input>
  /** Statuses that follow from the requested object rather than from the contract's `access`. Moderators have that of `other`. */
  statuses?: Partial<Record<Role, number>>
  /** The call ends the requester's session, so each role gets a new account. */
  endsSession?: true
}

let site: TestApp
const accounts = {} as Record<Exclude<Role, 'visitor'>, Account>

async function scopeOf(role: Role): Promise<PersonOptions['moderates']> {
  if (role === 'moderator') return {}
  if (role !== 'scopedModerator' && role !== 'strangerModerator') return undefined
  // The category of `createListing`, and any other one.
  const isOwn = role === 'scopedModerator'
  const { rows } = await sql<{ id: number }>`
    select id from category where (name = 'Pet Services') = ${isOwn} order by id limit 1`.execute(
    site.database.kysely,
  )
  return { categoryIds: rows.map(({ id }) => id) }
}

async function createAccount(role: Exclude<Role, 'visitor'>, email?: string): Promise<Account> {
  const moderates = await scopeOf(role)
  const person = await createUser(site.database, {
    isAdmin: role === 'admin',
    ...(moderates && { moderates }),
    daysOld: 30,
    ...(email !== undefined && { email }),
  })
  const cookie = await startSession(site, person.email)
  if (role === 'suspended') await suspend(person)
  return { ...person, cookie }
}

beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  for (const role of roles) {
    if (role === 'visitor') continue
    accounts[role] = await createAccount(role, `${role.toLowerCase()}@example.com`)
  }
})

async function suspend({ accountId }: TestUser) {
  await sql`update account set suspended_at = now(), suspension_reason = 'Repeated scams.'
    where id = ${accountId}`.execute(site.database.kysely)
}

const listingId = (kind: Kind, status: ListingStatus = 'active') =>
  createListing(site.database, { kind, status, authorEmail: accounts.author.email })

const listing =
  (kind: Kind, { status, body }: { status?: ListingStatus; body?: unknown } = {}) =>
  async (): Promise<Input> => ({ params: { id: await listingId(kind, status) }, body })

async function scheduled(): Promise<Input> {
  const id = await listingId('service', 'hidden')
  await sql`update listing set publish_at = now() + interval '1 day' where id = ${id}`.execute(
    site.database.kysely,
  )
  return { params: { id }, body: { publishAt: null } }
}

const ownText = { title: 'Rules', subtitle: '', body: 'Be kind.' }

const oneDate = async (): Promise<Input> => ({
  params: {
    id: await createSeries(site.database, { authorEmail: accounts.author.email }),
    day: '2026-12-08',
  },
  body: { action: 'cancel', scope: 'this' },
})

const eventWithPicture = async (account: Account | null): Promise<Input> => ({
  body: postOf('event', { images: account ? [await createPicture(site.database, account.accountId)] : [] }),
})

async function profileId({ suspended = false } = {}): Promise<string> {
  const person = await createUser(site.database, { daysOld: 30 })
  if (suspended) await suspend(person)
  const { rows } = await sql<{
    id: string
  }>`select id from profile where account_id = ${person.accountId}`.execute(site.database.kysely)
  return rows[0]?.id ?? ''
}

async function imported(account: Account | null): Promise<{ calendar: string; event: string }> {
  const { accountId } = account ?? accounts.other
  const { calendar, events } = await createImportedCalendar(site.database, accountId)
  return { calendar, event: events[0] ?? '' }
}

async function messageId(status: 'new' | 'done'): Promise<string> {
  const id = uuid()
  await sql`insert into contact_message (id, name, email, message, status)
    values (${id}, 'Ada Park', 'writer@example.com', 'Where do I find my ads?', ${status})`.execute(
    site.database.kysely,
  )
  return id
}

/** A conversation of the author with a visitor. */
async function conversationId(): Promise<string> {
  const ad = await listingId('service')
  await send(site, 'POST', `/message-author/${ad}`, {
    body: { text: 'Hello', name: 'Ada Park', email: `${uuid()}@example.com` },
    from: networkOf.visitor,
  })
  const { rows } = await sql<{ id: string }>`select id from conversation where listing_id = ${ad}`.execute(
    site.database.kysely,
  )
  return rows[0]?.id ?? ''
}

async function heldMessageId(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    update conversation_message set held = true where conversation_id = ${await conversationId()} returning id`.execute(
    site.database.kysely,
  )
  return rows[0]?.id ?? ''
}

async function reportedConversationId(): Promise<string> {
  const id = await conversationId()
  const { cookie } = accounts.author
  await send(site, 'PUT', `/conversation-report/${id}`, { cookie, body: { reason: 'scam' } })
  return id
}

const fieldKeys = async () => (await readFields(site.database.kysely)).map(({ key }) => key)

/** Returns a change of a field that changes nothing. */
async function changeOf(key: string) {
  const { cookie } = accounts.admin
  const { body } = await send<{ fields: FieldForAdmin[] }>(site, 'GET', '/moderation/listing-fields', {
    cookie,
  })
  return { version: body.fields.find(({ field }) => field.key === key)?.version }
}

async function listTopics(): Promise<TopicForAdmin[]> {
  const { cookie } = accounts.admin
  return (await send<{ topics: TopicForAdmin[] }>(site, 'GET', '/moderation/topics', { cookie })).body.topics
}

/** A change of a new category. */
async function topicInput(body: object): Promise<Input> {
  const name = `Bees ${uuid()}`
  await send(site, 'POST', '/moderation/topics', { cookie: accounts.admin.cookie, body: { name } })
  const topic = (await listTopics()).find((topic) => topic.name === name)
  return { params: { id: topic?.id ?? '' }, body: { ...body, version: topic?.version } }
}

async function divisionId(name: string): Promise<string> {
  const { rows } = await sql<{ id: number }>`select id from state where name = ${name}`.execute(
    site.database.kysely,
  )
  return String(rows[0]?.id)
}
const newPlace = async () => ({
  name: `Hive ${uuid()}`,
  parent: await divisionId('Texas'),
  point: '30.5, -97.5',
})
/** Adds a town, and returns a change of it. */
async function placeInput(body: object): Promise<Input> {
  const { cookie } = accounts.admin
  const place = await newPlace()
  await send(site, 'POST', '/moderation/places', { cookie, body: place })
  const { body: found } = await send<{ places: PlaceForAdmin[] }>(
    site,
    'GET',
    `/moderation/places?search=${encodeURIComponent(place.name)}`,
    { cookie },
  )
  const [{ id = '', version } = {}] = found.places
  return { params: { id }, body: { ...body, version } }
}

async function sessionId(account: Account | null): Promise<string> {
  if (!account) return uuid()
  await startSession(site, account.email)
  const { rows } = await sql<{ id: string }>`
    select id from account_session where account_id = ${account.accountId} order by created desc limit 1`.execute(
    site.database.kysely,
  )
  return rows[0]?.id ?? ''
}

async function auditEntryId(): Promise<string> {
  const { body } = await send<{ auditEntryIds: number[] }>(site, 'POST', '/moderation/decide', {
    cookie: accounts.admin.cookie,
    body: { decision: 'hide', ids: [await listingId('service')], reason: 'Spam' },
  })
  return String(body.auditEntryIds[0])
}

const appealBody = { text: 'These are my own photos.' }

/** A statement about an ad of this account, or of the author. */
async function statementId(account: Account | null): Promise<string> {
  const id = uuid()
  await sql`insert into statement (id, profile_id, kind, automatic)
    values (${id}, ${await profileOf(account ?? accounts.author)}, 'removal', true)`.execute(
    site.database.kysely,
  )
  return id
}

async function appealId(): Promise<string> {
  const id = await statementId(null)
  await sql`insert into appeal (statement_id, text) values (${id}, ${appealBody.text})`.execute(
    site.database.kysely,
  )
  return id
}

async function authorId(): Promise<string> {
  await listingId('service')
  const { rows } = await sql<{ id: string }>`
    select id from profile where account_id = ${accounts.author.accountId}`.execute(site.database.kysely)
  return rows[0]?.id ?? ''
}

const profileOf = async ({ accountId }: TestUser): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select id from profile where account_id = ${accountId}`.execute(
    site.database.kysely,
  )
  return rows[0]?.id ?? ''
}

/** Someone else's page, whose owner has answered the account's message. */
async function answeredSeller(account: Account | null): Promise<string> {
  const id = await profileId()
  if (!account) return id
  const conversation = uuid()
  await sql`insert into conversation (id, listing_title, created)
    values (${conversation}, 'Piano lessons', now() - interval '2 days')`.execute(site.database.kysely)
  // All of them signed in from the same network.
  await sql`delete from account_network`.execute(site.database.kysely)
  await sql`insert into conversation_participant (conversation_id, role, profile_id)
    values (${conversation}, 'sender', ${await profileOf(account)}), (${conversation}, 'author', ${id})`.execute(
    site.database.kysely,
  )
  for (const role of ['sender', 'author'])
    await sql`insert into conversation_message (id, conversation_id, role, text, channel, fingerprint)
      values (${uuid()}, ${conversation}, ${role}, 'Hello', 'site', '')`.execute(site.database.kysely)
  return id
}

/** Of the author, by the other user. */
async function recommendationId(): Promise<string> {
  const id = uuid()
  await sql`insert into recommendation (id, author_id, writer_id, text)
    values (${id}, ${await authorId()}, ${await profileOf(accounts.other)}, 'Patient and on time.')`.execute(
    site.database.kysely,
  )
  return id
}

async function sellerReportId(): Promise<string> {
  const id = uuid()
  await sql`insert into seller_report (id, seller_id, visitor_hash, reason)
    values (${id}, ${await authorId()}, ${id}, 'spam')`.execute(site.database.kysely)
  return id
}

const caseInput = (source: CaseSource, idOf: () => Promise<string>) => async (): Promise<Input> => ({
  body: { cases: [{ source, id: await idOf() }], decision: 'approve' },
})

const ofRecommendation = (body?: unknown) => async (): Promise<Input> => ({
  params: { id: await recommendationId() },
  body,
})
const noModerators = { moderator: 404, scopedModerator: 404, strangerModerator: 404 }
const onlyItsWriter = { author: 404, admin: 404, ...noModerators }
const onlyItsAuthor = { other: 404, admin: 404 }

const seller = async () => ({ params: { id: await authorId() } })
const sellersAds = async () => ({ query: { seller: await authorId() } })

const newSearch = () => ({
  kind: 'service',
  name: 'Pianos',
  frequency: 'daily',
  filter: { searchtext: uuid() },
})

/** A saved search of this account, inserted, because a suspended one cannot save any. */
async function savedSearchId(account: Account | null): Promise<string> {
  const id = uuid()
  const { kysely } = site.database
  await sql`insert into search_pattern (kind, query, compiled) values ('service', ${id}, '{}')`.execute(
    kysely,
  )
  await sql`
    insert into saved_search (id, profile_id, pattern_id, name, frequency)
    select ${id}, profile.id, search_pattern.id, 'Pianos', 'daily' from profile, search_pattern
    where account_id = ${account?.accountId ?? accounts.author.accountId} and query = ${id}`.execute(kysely)
  return id
}

const pushSubscription = () => ({
  endpoint: `https://push.example.org/${uuid()}`,
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
})

const ownEmail = (account: Account | null) => ({ body: { email: account?.email ?? 'x@example.com' } })
const category = { query: { category: 'Pet Services' } }
const subcategory = { query: { subcategory: 'Dog Walking' } }
const country = { query: { country: 'United States' } }
const state = { query: { state: 'Texas' } }
const city = { query: { city: 'Austin' } }

const everyone = (status: number) => Object.fromEntries(roles.map((role) => [role, status]))
const onlyAuthorAndAdmins = { other: 403 }
/** A hidden listing does not exist for anyone but its author, admins, and the moderators who decide about it. */
const hiddenFromOthers = { visitor: 404, other: 404, suspended: 404, moderator: 200, scopedModerator: 200 }
/** Of what belongs to the scope of the others. */
const notForStrangers = { strangerModerator: 404 }
const notOwnListing = { author: 400 }
/** Admins included: they see only what is reported or held. */
const onlyItsParticipants = { other: 404, admin: 404, suspended: 404 }

/** Admins included. */
const onlyTheAuthor = { other: 404, admin: 404, suspended: 404 }

/** Each call, or variants of it by name. Expected statuses follow from `access` unless a row says otherwise. */
const matrix: Record<CallName, Row | Record<`of ${string}`, Row>> = {
  listServices: {},
  filterServices: {
    'of all': { input: () => ({ query: { searchtext: 'piano' } }) },
    'of reported': {
      input: () => ({ query: { status: 'reported' } }),
      statuses: { visitor: 403, other: 403, author: 403, suspended: 403 },
    },
  },
  listOwnServices: {},
  getOwnStatistics: { input: () => ({ query: { kind: 'service' } }) },
  getService: {
    'of active': { input: listing('service') },
    'of hidden': { input: listing('service', { status: 'hidden' }), statuses: hiddenFromOthers },
  },
  postService: { input: () => ({ body: postOf('service') }) },
  updateService: {
    input: listing('service', { body: updateOf('service') }),
    statuses: onlyAuthorAndAdmins,
  },
  deleteService: { input: listing('service'), statuses: onlyAuthorAndAdmins },
  renewService: {
    'of active': { input: listing('service'), statuses: { other: 403, admin: 403 } },
    'of hidden': {
      input: listing('service', { status: 'hidden' }),
      statuses: { ...hiddenFromOthers, admin: 403, moderator: 404, scopedModerator: 404 },
    },
  },
  listStatements: {},
  appeal: {
    'of own': {
      input: async (account) => ({ params: { id: await statementId(account) }, body: appealBody }),
    },
    "of someone else's": {
      input: async () => ({
        params: { id: await statementId(await createAccount('other')) },
        body: appealBody,
      }),
      statuses: { other: 404, author: 404, admin: 404, suspended: 404 },
    },
  },
  getTransparency: {},
  setPublication: {
    'of active': {
      input: listing('service', { body: { publishAt: null } }),
      statuses: { other: 403, author: 409, admin: 409 },
    },
    'of scheduled': {
      input: scheduled,
      statuses: { other: 404 },
    },
  },
  getRenewal: { input: () => ({ body: { token: 'unknown' } }), statuses: everyone(400) },
  renewByLink: { input: () => ({ body: { token: 'unknown' } }), statuses: everyone(400) },
  listEvents: {},
  filterEvents: {
    'of all': { input: () => ({ query: { searchtext: 'piano' } }) },
    'of reported': {
      input: () => ({ query: { status: 'reported' } }),
      statuses: { visitor: 403, other: 403, author: 403, suspended: 403 },
    },
  },
  listOwnEvents: {},
  getEvent: {
    'of active': { input: listing('event') },
    'of hidden': { input: listing('event', { status: 'hidden' }), statuses: hiddenFromOthers },
  },
  postEvent: { input: eventWithPicture },
  updateEvent: { input: listing('event', { body: updateOf('event') }), statuses: onlyAuthorAndAdmins },
  deleteEvent: { input: listing('event'), statuses: onlyAuthorAndAdmins },
  listCategories: {},
  getCategory: { input: () => ({ params: { id: 'pet-services' } }) },
  getSingleCategory: { input: () => category },
  listLocations: {},
  getLocation: { input: () => ({ params: { id: 'united-states' } }) },
  listPlaces: { input: () => ({ query: {} }) },
  findPlaces: { input: () => ({ query: { name: 'Austin' } }) },
  servicesByCategory: { input: () => category },
  servicesBySubcategory: { input: () => subcategory },
  eventsByCategory: { input: () => category },
  eventsBySubcategory: { input: () => subcategory },
  servicesByCountry: { input: () => country },
  servicesByState: { input: () => state },
  eventsByCountry: { input: () => country },
  eventsByState: { input: () => state },
  servicesByCity: { input: () => city },
  eventsByCity: { input: () => city },
  reportService: { input: listing('service', { body: { reason: 'spam' } }), statuses: notOwnListing },
  closeServiceReport: {
    input: listing('service', { status: 'reported', body: { status: 'active' } }),
    statuses: notForStrangers,
  },
  reportEvent: { input: listing('event', { body: { reason: 'spam' } }), statuses: notOwnListing },
  closeEventReport: {
    input: listing('event', { status: 'reported', body: { status: 'active' } }),
    statuses: notForStrangers,
  },
  logout: { endsSession: true },
  getUserProfile: {},
  updateProfile: { input: () => ({ body: { phone: '+1 512 555 0142' } }) },
  issueToken: {
    'of own email': { input: ownEmail },
    'of another email': {
      input: () => ({ body: { email: 'third@example.com' } }),
      statuses: { other: 403, author: 403, admin: 403 },
    },
  },
  profileExists: {
    'of own email': { input: ownEmail },
    'of another email': {
      input: () => ({ body: { email: 'third@example.com' } }),
      statuses: { other: 403, author: 403, admin: 403, suspended: 403 },
    },
  },
  // Every account of the fixtures has a profile already.
  createProfile: {
    input: (account) => ({ body: { name: 'Ada Park', ...ownEmail(account).body } }),
    statuses: { other: 409, author: 409, admin: 409 },
  },
  sendMessage: {
    input: () => ({ body: { name: 'Ada Park', email: `${uuid()}@example.com`, message: 'Hello' } }),
  },
  similarServices: {
    'of active': { input: listing('service') },
    'of hidden': { input: listing('service', { status: 'hidden' }), statuses: hiddenFromOthers },
  },
  similarEvents: {
    'of active': { input: listing('event') },
    'of hidden': { input: listing('event', { status: 'hidden' }), statuses: hiddenFromOthers },
  },
  getSeller: {
    'of someone with ads': { input: seller },
    'of someone without ads': {
      input: async () => ({ params: { id: await profileId() } }),
      statuses: everyone(404),
    },
    'of someone suspended': {
      input: async () => ({ params: { id: await profileId({ suspended: true }) } }),
      statuses: everyone(404),
    },
  },
  reportSeller: {
    input: async () => ({ ...(await seller()), body: { reason: 'spam' } }),
    statuses: notOwnListing,
  },
  getSellerSettings: {},
  changeSellerSettings: { input: () => ({ body: { handle: '', showBio: false } }) },
  listRecommendations: { input: sellersAds },
  getRecommendationForm: { input: seller },
  recommendSeller: {
    input: async (account) => ({
      params: { id: await answeredSeller(account) },
      body: { text: 'Patient and on time.' },
    }),
  },
  getRecommendation: { input: ofRecommendation(), statuses: { suspended: 404, ...noModerators } },
  changeRecommendation: { input: ofRecommendation({ text: 'Changed' }), statuses: onlyItsWriter },
  deleteRecommendation: {
    input: ofRecommendation(),
    statuses: { ...onlyItsWriter, suspended: 404 },
  },
  replyToRecommendation: { input: ofRecommendation({ text: 'Thanks!' }), statuses: onlyItsAuthor },
  deleteRecommendationReply: {
    input: ofRecommendation(),
    statuses: { ...onlyItsAuthor, suspended: 404 },
  },
  reportRecommendation: {
    input: ofRecommendation({ reason: 'offensive' }),
    statuses: { suspended: 404, ...noModerators },
  },
  showServiceContact: {
    'of active': { input: listing('service') },
    'of hidden': { input: listing('service', { status: 'hidden' }), statuses: hiddenFromOthers },
  },
  showEventContact: {
    'of active': { input: listing('event') },
    'of hidden': { input: listing('event', { status: 'hidden' }), statuses: hiddenFromOthers },
  },
  servicesBySeller: { input: sellersAds },
  eventsBySeller: { input: sellersAds },
  cancelEvent: {
    input: listing('event', { body: { canceled: true } }),
    statuses: onlyAuthorAndAdmins,
  },
  getAttendance: {
    'of active': { input: listing('event') },
    'of hidden': { input: listing('event', { status: 'hidden' }), statuses: hiddenFromOthers },
  },
  setAttendance: {
    'of active': { input: listing('event', { body: { state: 'going' } }) },
    'of hidden': {
      input: listing('event', { status: 'hidden', body: { state: null } }),
      statuses: hiddenFromOthers,
    },
  },
  getCheckIn: {
    'of active': { input: listing('event'), statuses: { other: 404 } },
    'of hidden': { input: listing('event', { status: 'hidden' }), statuses: { other: 404 } },
  },
  checkIn: {
    input: listing('event', { body: { entries: [{ code: 'unknown', present: true }] } }),
    statuses: { other: 404 },
  },
  listAttended: {},
  getTimeZone: { input: () => ({ query: { country: 'Canada' } }) },
  postponeEvent: {
    input: listing('event', { body: { postponed: true } }),
    statuses: onlyAuthorAndAdmins,
  },
  listOccurrences: {
    'of active': { input: listing('event') },
    'of hidden': { input: listing('event', { status: 'hidden' }), statuses: hiddenFromOthers },
  },
  changeOccurrences: { input: oneDate, statuses: onlyAuthorAndAdmins },
  listListings: { input: async () => ({ query: { ids: await listingId('service') } }) },
  listSaved: {},
  saveListings: { input: async () => ({ body: { ids: [await listingId('service', 'hidden')] } }) },
  removeSaved: { input: () => ({ body: { ids: [uuid()] } }) },
  listAdmins: {},
  listUsers: {},
  addAdmin: { input: () => ({ body: { name: 'A', email: `${uuid()}@example.com` } }) },
  removeAdmin: {
    input: async () => ({
      params: { email: (await createUser(site.database, { isAdmin: true })).email },
    }),
  },
  addModerator: { input: () => ({ body: { name: 'A', email: `${uuid()}@example.com` } }) },
  removeModerator: {
    input: async () => ({ params: { email: (await createUser(site.database, { moderates: {} })).email } }),
  },
  getOverview: {},
  listListingsForAdmin: { input: () => ({ query: { kind: 'service' } }) },
  listCases: {},
  countCases: {},
  decideCases: {
    'of person': { input: caseInput('person', sellerReportId) },
    'of message': { input: caseInput('message', heldMessageId) },
    'of conversation': { input: caseInput('conversation', reportedConversationId) },
    'of appeal': {
      input: async () => ({
        body: { cases: [{ source: 'appeal', id: await appealId() }], decision: 'uphold' },
      }),
    },
  },
  markCaseViewed: {
    input: async () => ({ params: { id: await reportedConversationId() } }),
    statuses: notForStrangers,
  },
  decide: {
    input: async () => ({ body: { decision: 'hide', ids: [await listingId('service')], reason: 'Spam' } }),
  },
  suspendUser: {
    input: async () => ({ params: { id: await profileId() }, body: { reason: 'Repeated scams.' } }),
  },
  liftSuspension: { input: async () => ({ params: { id: await profileId({ suspended: true }) } }) },
  listAuditLog: {},
  undo: { input: async () => ({ params: { id: await auditEntryId() } }), statuses: notForStrangers },
  listFields: {},
  listFieldsForAdmin: {},
  addField: {
    input: () => ({
      body: { key: `f_${uuid().slice(-12)}`, label: 'Level', type: 'text', kinds: ['service'] },
    }),
  },
  changeField: { input: async () => ({ params: { key: 'travel' }, body: await changeOf('travel') }) },
  orderFields: {
    input: async () => ({ body: { keys: await fieldKeys(), before: await fieldKeys() } }),
  },
  getHomePage: {},
  listTopics: {},
  addTopic: { input: () => ({ body: { name: `Bees ${uuid()}` } }) },
  changeTopic: { input: async () => topicInput({ icon: 'sun' }) },
  orderTopics: {
    input: async () => {
      const ids = (await listTopics()).flatMap(({ id, parent }) => (parent === null ? [id] : []))
      return { body: { ids, before: ids } }
    },
  },
  mergeTopic: { input: async () => topicInput({ target: (await listTopics())[0]?.id }) },
  moveTopic: { input: async () => topicInput({ parent: (await listTopics())[0]?.id }) },
  addTopicSet: { input: () => ({ body: { set: 'empty' } }) },
  listCountries: {},
  addPlaces: { input: () => ({ body: { country: 'AD' } }) },
  removePlaces: { input: () => ({ params: { id: 'AE' } }) },
  getPlaceProgress: {},
  listPlacesForAdmin: {},
  addPlace: { input: async () => ({ body: await newPlace() }) },
  changePlace: { input: async () => placeInput({ moreNames: 'Beeville' }) },
  mergePlace: { input: async () => placeInput({ target: 'Austin' }) },
  movePlace: { input: async () => placeInput({ parent: await divisionId('Oklahoma') }) },
  getTextPage: { input: () => ({ params: { address: 'about' } }) },
  listTexts: {},
  getText: { input: () => ({ params: { id: 'about' } }) },
  previewText: { input: () => ({ params: { id: 'about' }, body: ownText }) },
  addTextPage: {
    input: () => ({ body: { ...ownText, placement: { address: 'rules', place: 'none', position: 0 } } }),
  },
  changeText: { input: () => ({ params: { id: 'terms' }, body: { ...ownText, version: 0 } }) },
  restoreText: { input: () => ({ params: { id: 'about' }, body: { version: 0, restored: 0 } }) },
  keepText: { input: () => ({ params: { id: 'about' }, body: { version: 0 } }) },
  listSettings: {},
  changeSettings: { input: () => ({ body: { values: {}, before: {} } }) },
  createInvitation: {},
  getInvitation: { input: () => ({ body: { token: 'unknown' } }) },
  // There is no mail server.
  sendTestEmail: { statuses: { admin: 409 } },
  checkSetupLink: { input: () => ({ body: { token: 'x' } }) },
  getSetup: {},
  previewPlaces: {
    input: () => ({ body: { onlyRegions: '', homeTown: '', homeRadius: 0, distanceUnit: 'km' } }),
  },
  // There are ads that are no demo.
  chooseTopicSet: { input: () => ({ body: { set: 'full' } }), statuses: { admin: 409 } },
  removeSetupCountry: { input: () => ({ params: { id: 'ZZ' } }), statuses: { admin: 400 } },
  changeDemoAds: { input: () => ({ body: { shown: false } }) },
  finishSetup: {},
  listRemovalReasons: {},
  setRemovalReasons: { input: () => ({ body: { reasons: ['Because'] } }) },
  listMessages: {},
  setMessageStatus: {
    input: async () => ({ params: { id: await messageId('new') }, body: { status: 'done' } }),
  },
  deleteMessage: { input: async () => ({ params: { id: await messageId('done') } }) },
  getMessageForm: {
    'of active': { input: listing('service'), statuses: notOwnListing },
    'of hidden': { input: listing('service', { status: 'hidden' }), statuses: everyone(404) },
  },
  messageAuthor: {
    'of active': {
      input: listing('event', { body: { text: 'Hello', name: 'Ada Park', email: 'writer@example.com' } }),
      statuses: { ...notOwnListing, suspended: 403 },
    },
    'of hidden': {
      input: listing('event', {
        status: 'hidden',
        body: { text: 'Hello', name: 'Ada Park', email: 'writer@example.com' },
      }),
      statuses: { ...everyone(404), suspended: 403 },
    },
  },
  listConversations: {},
  getConversation: {
    input: async () => ({ params: { id: await conversationId() } }),
    statuses: onlyItsParticipants,
  },
  reply: {
    input: async () => ({ params: { id: await conversationId() }, body: { text: uuid() } }),
    statuses: onlyItsParticipants,
  },
  changeConversation: {
    input: async () => ({ params: { id: await conversationId() }, body: { muted: true } }),
    statuses: onlyItsParticipants,
  },
  markConversationRead: {
    input: async () => ({ params: { id: await conversationId() } }),
    statuses: onlyItsParticipants,
  },
  reportConversation: {
    input: async () => ({ params: { id: await conversationId() }, body: { reason: 'scam' } }),
    statuses: onlyItsParticipants,
  },
  getVisitorConversation: { input: () => ({ body: { token: 'unknown' } }) },
  confirmVisitorConversation: {
    input: () => ({ body: { token: 'unknown' } }),
    statuses: everyone(400),
  },
  replyAsVisitor: {
    input: () => ({ body: { token: 'unknown', text: 'Hello' } }),
    statuses: everyone(400),
  },
  stopMessages: {
    input: () => ({ body: { token: 'unknown' } }),
    statuses: everyone(400),
  },
  getWantedEmails: {},
  setWantedEmails: { input: () => ({ body: { wanted: ['saved-ads'] } }) },
  getEmailSubscription: { input: () => ({ body: { token: 'unknown' } }) },
  changeEmailSubscription: {
    input: () => ({ body: { token: 'unknown', stopped: true } }),
    statuses: everyone(400),
  },
  listSavedSearches: {},
  saveSearch: { input: () => ({ body: newSearch() }) },
  changeSavedSearch: {
    'of own': {
      input: async (account) => ({ params: { id: await savedSearchId(account) }, body: { paused: true } }),
    },
    'of the author': {
      input: async () => ({ params: { id: await savedSearchId(accounts.author) }, body: { paused: true } }),
      statuses: onlyTheAuthor,
    },
  },
  deleteSavedSearch: {
    'of own': { input: async (account) => ({ params: { id: await savedSearchId(account) } }) },
    'of the author': {
      input: async () => ({ params: { id: await savedSearchId(accounts.author) } }),
      statuses: onlyTheAuthor,
    },
  },
  addPushSubscription: { input: () => ({ body: pushSubscription() }) },
  removePushSubscription: { input: () => ({ body: { endpoint: pushSubscription().endpoint } }) },
  listImportedCalendars: {},
  importCalendar: { input: () => ({ body: { url: 'https://calendar.example/events.ics', own: true } }) },
  refreshImportedCalendar: {
    'of own': { input: async (account) => ({ params: { id: (await imported(account)).calendar } }) },
    'of the author': {
      input: async () => ({ params: { id: (await imported(accounts.author)).calendar } }),
      statuses: { other: 404, admin: 404 },
    },
  },
  removeImportedCalendar: {
    'of own': { input: async (account) => ({ params: { id: (await imported(account)).calendar } }) },
    'of the author': {
      input: async () => ({ params: { id: (await imported(accounts.author)).calendar } }),
      statuses: onlyTheAuthor,
    },
  },
  getImportedEvent: {
    'of own': { input: async (account) => ({ params: { id: (await imported(account)).event } }) },
    'of the author': {
      input: async () => ({ params: { id: (await imported(accounts.author)).event } }),
      statuses: onlyTheAuthor,
    },
  },
  changeImportedEvent: {
    'of own': {
      input: async (account) => ({
        params: { id: (await imported(account)).event },
        body: { dismissed: true },
      }),
    },
    'of the author': {
      input: async () => ({
        params: { id: (await imported(accounts.author)).event },
        body: { dismissed: true },
      }),
      statuses: onlyTheAuthor,
    },
  },
  countListings: { input: () => state },
  eventCalendar: { input: () => ({ query: { from: '2026-11-01', to: '2026-11-30' } }) },
  listTowns: { input: () => ({ query: { kind: 'service' } }) },
  findNearestTown: { input: () => ({ body: { latitude: 30, longitude: -98 } }) },
  locateTown: { input: () => ({ query: { near: 'Austin, Texas' } }) },
  suggest: { input: () => ({ query: { q: 'dog' } }) },
  getChallenge: {},
  suggestVenues: { input: () => ({ query: { q: 'hall' } }) },
  getPostingDefaults: {},
  getPictureUpload: {},
  getSession: {},
  getVerification: { input: () => ({ body: { token: 'unknown' } }) },
  getAuthProviders: {},
  getAccount: {},
  endSession: { input: async (account) => ({ params: { id: await sessionId(account) } }) },
  endOtherSessions: { endsSession: true },
  downloadAccount: {},
  deleteAccount: { endsSession: true },
}

const isRow = (entry: Row | Record<string, Row>): entry is Row =>
  Object.keys(entry).every((key) => !key.startsWith('of '))

const cells = (Object.entries(matrix) as [CallName, Row | Record<string, Row>][]).flatMap(([name, entry]) => {
  const rows = isRow(entry) ? [['', entry] as const] : Object.entries(entry)
  return rows.flatMap(([variant, row]) => roles.map((role) => ({ name, variant, role, row })))
})

const roleNames: Record<Role, ModerationRole | null> = {
  visitor: null,
  other: null,
  author: null,
  suspended: null,
  admin: 'admin',
  moderator: 'moderator',
  scopedModerator: 'scoped-moderator',
  strangerModerator: 'scoped-moderator',
}

/** Returns the status that the contract's `access` requires, or null if it lets this role in. */
function refusalOf({ access }: Endpoint, role: Role): 401 | 403 | null {
  if (!access) return null
  if (role === 'visitor') return 401
  if (access === 'signed-in') return null
  if (access === 'active') return role === 'suspended' ? 403 : null
  return roleNames[role] !== null && hasRole({ role: roleNames[role] }, access) ? null : 403
}

test('every call of the contract has an entry in the matrix', () => {
  expect(Object.keys(matrix).sort()).toEqual(Object.keys(contract).sort())
})

describe.each(cells)('$name $variant by $role', ({ name, role, row }) => {
  const endpoint: Endpoint = contract[name]
  const refusal = refusalOf(endpoint, role)
  const isModerator = roleNames[role] !== null && role !== 'admin'
  const ofObject = row.statuses?.[role] ?? (isModerator ? row.statuses?.other : undefined)
  const expected = refusal ?? ofObject ?? endpoint.status ?? 200

  test(`returns ${expected}`, async () => {
    const account = role === 'visitor' ? null : row.endsSession ? await createAccount(role) : accounts[role]
    const input = (await row.input?.(account)) ?? {}
    const request = (body: unknown) =>
      send<{ code?: string }>(site, endpoint.method, urlOf(endpoint, input).replace(/^\/api/, ''), {
        ...(account && { cookie: account.cookie }),
        ...(body !== undefined && { body }),
        from: networkOf[role],
      })
    const bodies = refusal === null ? [input.body] : [input.body, {}]
    for (const body of bodies) {
      const response = await request(endpoint.method === 'GET' ? undefined : body)
      expect(response.status, JSON.stringify(response.body)).toBe(expected)
      if (expected < 400) continue
      expect(JSON.stringify(response.body)).not.toMatch(/@example/)
      if (refusal === null) continue
      expect(response.body).toMatchObject({ code: refusal === 401 ? 'unauthenticated' : 'forbidden' })
    }
  })
})
