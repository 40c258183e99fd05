/**
 * Counts how many browsers open an ad on a day, without knowing which ones. A view is a hash of the browser's network and name, the ad,
 * and a key of the day. The process keeps the hashes that it has not counted yet, and for a day those that it has; the database has
 * those of all processes until midnight, so a browser that reaches two of them counts once.
 */
import { createHmac, hash } from 'node:crypto'
import { isbot } from 'isbot'
import { sql } from 'kysely'
import { dayIn } from '../../../shared/days.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { deriveKey } from '../../platform/keys.ts'
import type { Logger } from '../../platform/log.ts'

/** What a killed process loses. */
const flushEveryMs = 15_000
/** While the database is away, further views are lost. */
const maxWaiting = 100_000
/** 60 bytes each. Above it, the database alone recognizes repeated views. */
const maxKnown = 50_000
/**
 * What a process adds to the database on a day, about 80 bytes each: 115 views a second, all day. One network is stopped much earlier, by
 * the limit on requests; this is for many that invent browsers.
 */
const maxPerDay = 10_000_000

/** Someone opens an ad. `viewer` is their account, if they are signed in: authors do not count. */
export type View = { listingId: string; network: string; userAgent: string; viewer: string | undefined }

type Waiting = { listingId: string; viewer: string | undefined }

type Options = {
  database: Database
  secret: string
  settings: CurrentSettings
  clock: Clock
  log: Pick<Logger, 'warn'>
  /** How many views count on a day; further ones are lost. */
  limit?: number
}

export type ViewCounter = ReturnType<typeof createViewCounter>

export function createViewCounter(options: Options) {
  const { database, secret, settings, clock, log, limit = maxPerDay } = options
  const today = () => dayIn(settings().timeZone, clock())
  const keyOf = (day: string) =>
    createHmac('sha256', deriveKey(secret, 'views of ads')).update(day).digest('hex')
  const waiting = new Map<bigint, Waiting>()
  const known = new Set<bigint>()
  let day = today()
  let key = keyOf(day)
  let countedToday = 0
  /** The day for which the hashes of earlier days were last forgotten. */
  let cleared = ''
  let flushing = Promise.resolve()
  let isFailing = false

  async function flush() {
    const views = [...waiting]
    // Without views, once a day: hashes of yesterday are deleted also where nobody comes.
    if (views.length > 0 || cleared !== day) {
      await sql`
        select count_listing_views(${day}::date, ${views.map(([, { listingId }]) => listingId)}::uuid[],
          ${views.map(([hash]) => String(hash))}::bigint[], ${views.map(([, { viewer }]) => viewer ?? null)}::uuid[])`.execute(
        database.kysely,
      )
      cleared = day
    }
    if (known.size > maxKnown) known.clear()
    for (const [hash] of views) {
      waiting.delete(hash)
      known.add(hash)
    }
    // The next views are those of the new day. By the time of their first flush, every process has counted those of the old one.
    if (today() !== day) {
      day = today()
      key = keyOf(day)
      countedToday = 0
      known.clear()
    }
  }

  const flushOnce = () => {
    flushing = flushing.then(flush).then(
      () => {
        isFailing = false
      },
      (error: unknown) => {
        // Once for each time the database is away.
        if (!isFailing) log.warn({ err: error }, 'Views of ads could not be counted. They wait.')
        isFailing = true
      },
    )
    return flushing
  }
  let timer: NodeJS.Timeout | undefined

  return {
    count({ listingId, network, userAgent, viewer }: View): void {
      // Every browser says what it is.
      if (waiting.size >= maxWaiting || countedToday >= limit || userAgent === '' || isbot(userAgent)) return
      const text = `${key}\n${listingId}\n${network}\n${userAgent}`
      const view = hash('sha256', text, 'buffer').readBigInt64LE()
      if (known.has(view) || waiting.has(view)) return
      waiting.set(view, { listingId, viewer })
      countedToday += 1
    },

    /** Counts what waits. Never fails: what cannot be counted waits for the next time. */
    flush: flushOnce,

    start() {
      void flushOnce()
      timer = setInterval(() => void flushOnce(), flushEveryMs).unref()
    },

    async stop() {
      clearInterval(timer)
      await flushOnce()
    },

    /** How many hashes the process holds. */
    size: () => waiting.size + known.size,
  }
}
