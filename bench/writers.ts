/** Posts, edits, and deletes listings through the API, as signed-in users, while something else is measured. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../src/server/platform/database/database.ts'
import type { Kind } from '../src/shared/listing.ts'
import { createAccount, deleteAccounts, signIn } from './accounts.ts'
import type { Generator } from './generated-listings/listings.ts'
import { percentile } from './load-test.ts'
import { type Random, seededRandom } from './seeded-random.ts'

export const perSecond = { post: 10, edit: 5, delete: 2 } as const
export type Action = keyof typeof perSecond

const writerCount = 10

export type WriterReport = Record<Action, { count: number; failures: number; p50: number; p99: number }>

type Writer = { cookie: string; email: string }
type Posted = Ad & { id: string; writer: Writer }
/** What a writer posts. */
export type Ad = { kind: Kind; body: Record<string, unknown> }
type WriterOptions = {
  /** If false, nothing is written until `write` is called. */
  paced?: boolean
  /** Returns the next ad to post. By default, those of the generator are drawn. */
  nextAd?: () => Ad
}

export async function startWriters(
  database: Database,
  origin: string,
  generator: Generator,
  { paced = true, nextAd }: WriterOptions = {},
) {
  const writers = await createWriters(database, origin)
  const random = seededRandom(Date.now())
  const bodyOf = nextAd ?? drawAds(generator, random)
  const posted: Posted[] = []
  const times: Record<Action, number[]> = { post: [], edit: [], delete: [] }
  const failures: Record<Action, string[]> = { post: [], edit: [], delete: [] }
  const inProgress = new Set<Promise<void>>()

  async function send(action: Action, method: string, path: string, { cookie }: Writer, body?: object) {
    const started = performance.now()
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    times[action].push(performance.now() - started)
    if (response.ok) return JSON.parse(text || '{}') as { _id?: string }
    failures[action].push(`${response.status}: ${text.slice(0, 200)}`)
    return null
  }

  const actions: Record<Action, () => Promise<void>> = {
    async post() {
      const writer = random.pick(writers)
      const { kind, body } = bodyOf()
      // A picture belongs to one listing.
      if (kind === 'event') body.images = [await createPicture(database, writer.email)]
      const reply = await send('post', 'POST', `/${kind}s`, writer, body)
      if (reply?._id) posted.push({ id: reply._id, kind, writer, body })
    },
    async edit() {
      // The oldest are being deleted.
      const listing = posted[posted.length - 1 - random.below(Math.ceil(posted.length / 2))]
      if (!listing) return
      const { images: _images, ...body } = listing.body
      const title = bodyOf().body.title
      const availability = listing.kind === 'event' && { event_availability: 'available' }
      const update = { ...body, ...availability, title }
      await send('edit', 'PUT', `/${listing.kind}-update/${listing.id}`, listing.writer, update)
    },
    async delete() {
      // The newest can be in the middle of an edit.
      const listing = posted.length > 2 * writerCount ? posted.shift() : undefined
      if (!listing) return
      await send('delete', 'DELETE', `/${listing.kind}/${listing.id}`, listing.writer)
    },
  }

  const start = (action: Action) => {
    const work = actions[action]()
      .catch((error: unknown) => void failures[action].push(String(error)))
      .finally(() => inProgress.delete(work))
    inProgress.add(work)
  }
  const timers = (Object.keys(paced ? perSecond : {}) as Action[]).map((action) =>
    setInterval(() => start(action), 1000 / perSecond[action]),
  )
  return {
    write: (action: Action) => actions[action](),
    /** Returns what happened since the last report. */
    report: (): WriterReport => ({
      post: summarize('post'),
      edit: summarize('edit'),
      delete: summarize('delete'),
    }),
    async stop(log: (text: string) => void) {
      for (const timer of timers) clearInterval(timer)
      await Promise.race([Promise.all(inProgress), delay(10_000)])
      for (const [action, messages] of Object.entries(failures))
        if (messages.length > 0) log(`  ${messages.length} failed to ${action}, such as ${messages[0]}`)
    },
  }

  function summarize(action: Action) {
    const sorted = times[action].splice(0).sort((one, other) => one - other)
    return {
      count: sorted.length,
      failures: failures[action].length,
      p50: percentile(sorted, 50),
      p99: percentile(sorted, 99),
    }
  }
}

async function createWriters(database: Database, origin: string): Promise<Writer[]> {
  const writers: Writer[] = []
  for (let n = 0; n < writerCount; n += 1) {
    const email = await createAccount(database)
    const cookie = await signIn(origin, email)
    writers.push({ cookie, email })
  }
  return writers
}

/** Inserts the row of a picture that this account uploaded; events need one. Returns its URL. */
async function createPicture({ kysely }: Database, email: string): Promise<string> {
  const id = uuid()
  const url = `/pictures/${id.replaceAll('-', '')}-1600x1200-1600.webp`
  await sql`
    with owner as (
      insert into profile (id, account_id, email, name) select uuidv7(), id, email, name from account
      where email = ${email}
      on conflict (account_id) do update set name = excluded.name
      returning id
    )
    insert into image (id, uploader_id, url, width, height, format, bytes, placeholder)
    select ${id}, id, ${url}, 1600, 1200, 'webp', 1000, 'data:image/webp;base64,AAAA' from owner`.execute(
    kysely,
  )
  return url
}

function drawAds(generator: Generator, random: Random) {
  const adOf = createAds(generator)
  return () => adOf(random.below(generator.count), random.below(60))
}

/**
 * Returns a function that makes an ad of the listing at an index of the generator, without values of fields. An event is so many
 * days from today.
 */
export function createAds({ listingAt, topics, cities }: Generator) {
  const topicById = new Map(topics.map((topic) => [topic.id, topic]))
  const cityById = new Map(cities.map((city) => [city.id, city]))
  return (index: number, days: number): Ad => {
    const { kind, title, description, price, subcategory_id, city_id } = listingAt(index)
    const [topic, city] = [topicById.get(subcategory_id), cityById.get(city_id)]
    const start = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const body: Record<string, unknown> = {
      title,
      description,
      price,
      category: topic?.category,
      subcategory: topic?.name,
      country: city?.country,
      state: city?.state,
      city: city?.name,
      images: [],
      ...(kind === 'event' && { startDate: start, endDate: start }),
    }
    return { kind, body }
  }
}

/** Removes the accounts with what they posted, also those of an interrupted run. */
export async function removeWriters(database: Database) {
  const { kysely } = database
  const authors = sql`select id from profile where email like '%@users.bench'`
  await sql`delete from listing where author_id in (${authors})`.execute(kysely)
  await sql`delete from image where uploader_id in (${authors})`.execute(kysely)
  await deleteAccounts(database)
}
