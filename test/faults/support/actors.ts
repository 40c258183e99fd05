/** People who use a site while it is killed: each repeats one kind of work and records in the ledger what was acknowledged. */
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Picture } from '../../../src/shared/contract/uploads.ts'
import type { Service } from '../../../src/shared/listing.ts'
import { waitFor } from '../../support/checks/emails.ts'
import { postOf, updateOf } from '../../support/data/posts.ts'
import {
  NoAnswerError,
  newKey,
  pictureFormOf,
  type Reply,
  type RequestOptions,
  request,
  requestUntilAnswered,
} from './client.ts'
import { descriptionOf, type Ledger, type PostedListing } from './ledger.ts'

type People = { author: string; admin: string; reporter: string }
type Options = { site: { url: string }; cookies: People; ledger: Ledger }

export type Actors = {
  /** Lets everyone finish what they are doing. */
  stop: () => Promise<void>
  /** Resolves when something has been acknowledged since the call. Throws after 15 seconds without. */
  untilProgress: () => Promise<void>
  /** Statuses other than success, 503, and those that a race explains. */
  unexpected: string[]
}

const pauseMs = { min: 60, max: 300 }

/** Repeated until done: the client of an unanswered post or upload tries again. */
const racing = [404, 409, 410]

export function startActors({ site, cookies, ledger }: Options): Actors {
  const unexpected: string[] = []
  let stopping = false
  let count = 0

  /** Sends one request that is not repeated. Returns null without an answer. */
  async function tryOnce<Body>(path: string, options: RequestOptions): Promise<Reply<Body> | null> {
    const reply = await request<Body>(site, path, options).catch((error: unknown) => {
      if (error instanceof NoAnswerError) return null
      throw error
    })
    if (reply && reply.status >= 300 && reply.status !== 503 && !racing.includes(reply.status))
      unexpected.push(`${reply.status} for ${options.method} ${path}: ${reply.text.slice(0, 200)}`)
    return reply
  }

  const anyListing = (): PostedListing | undefined => {
    const candidates = [...ledger.listings.values()].filter(({ deletion }) => deletion === 'none')
    return candidates[randomInt(Math.max(1, candidates.length))]
  }

  /** Uploads one picture, as often as it takes: killing the picture worker fails the upload with a message. */
  async function upload(): Promise<string> {
    for (;;) {
      count += 1
      const form = await pictureFormOf(count)
      const options = { method: 'POST', cookie: cookies.author, body: form } as const
      const reply = await requestUntilAnswered<Picture>(site, '/api/images', options)
      if (reply.status === 201) return reply.body.secure_url
      if (reply.status >= 500) unexpected.push(`${reply.status} for an upload: ${reply.text.slice(0, 200)}`)
    }
  }

  async function post() {
    const images = [await upload(), await upload()]
    const title = `Post number ${images[0]?.slice(-40, -20)}`
    const body = postOf('service', { title, images, price: 0, description: descriptionOf(0) })
    const options = { method: 'POST', cookie: cookies.author, headers: newKey(), body } as const
    const reply = await requestUntilAnswered<Service>(site, '/api/services', options)
    if (reply.status !== 201) return void unexpected.push(`${reply.status} for a post: ${reply.text}`)
    ledger.listings.set(title, {
      id: reply.body._id,
      images: reply.body.images,
      edit: { acknowledged: 0, attempted: 0 },
      deletion: 'none',
      deletedBy: 'author',
      reported: 'no',
    })
  }

  async function edit() {
    const listing = anyListing()
    if (!listing) return
    listing.edit.attempted += 1
    const { attempted: price } = listing.edit
    const title = [...ledger.listings].find(([, value]) => value === listing)?.[0]
    const body = updateOf('service', { title, price, description: descriptionOf(price) })
    const reply = await tryOnce(`/api/service-update/${listing.id}`, {
      method: 'PUT',
      cookie: cookies.author,
      body,
    })
    if (reply?.status === 200) listing.edit.acknowledged = price
  }

  async function remove() {
    const listing = ledger.listings.size > 10 && randomInt(3) === 0 ? anyListing() : undefined
    if (!listing) return
    listing.deletion = 'attempted'
    listing.deletedBy = randomInt(2) === 0 ? 'author' : 'admin'
    const cookie = cookies[listing.deletedBy]
    const reply = await tryOnce(`/api/service/${listing.id}`, { method: 'DELETE', cookie })
    if (reply?.status === 200) listing.deletion = 'acknowledged'
  }

  async function report() {
    const listing = anyListing()
    if (listing?.reported !== 'no') return
    listing.reported = 'attempted'
    const reply = await tryOnce(`/api/service-report/${listing.id}`, {
      method: 'PUT',
      cookie: cookies.reporter,
      body: {},
    })
    if (reply?.status === 200) listing.reported = 'acknowledged'
  }

  async function write() {
    count += 1
    const message = `This is message number ${count}, which asks something.`
    ledger.messages.set(message, false)
    const body = { name: 'Wren Writer', email: `writer-${count}@example.com`, message }
    const reply = await tryOnce('/api/send-email', { method: 'POST', body })
    if (reply?.status === 200) ledger.messages.set(message, true)
  }

  const uploadUnused = async () => void ledger.uploads.push(await upload())

  const repeat = async (work: () => Promise<void>) => {
    while (!stopping) {
      await work()
      await delay(randomInt(pauseMs.min, pauseMs.max))
    }
  }
  const running = Promise.all([post, post, edit, edit, remove, report, write, uploadUnused].map(repeat))
  // A failure is reported by `stop`.
  running.catch(() => {})
  return {
    unexpected,
    async untilProgress() {
      const before = acknowledgedIn(ledger)
      await Promise.race([
        waitFor('an acknowledged change', async () => acknowledgedIn(ledger) > before || undefined),
        running,
      ])
    },
    async stop() {
      stopping = true
      await running
    },
  }
}

/** Returns how many changes the site has acknowledged. */
function acknowledgedIn({ listings, uploads, messages }: Ledger): number {
  const isDone = (state: string) => (state === 'acknowledged' ? 1 : 0)
  const changes = [...listings.values()].map(
    ({ edit, deletion, reported }) => 1 + edit.acknowledged + isDone(deletion) + isDone(reported),
  )
  return changes.reduce(
    (sum, count) => sum + count,
    uploads.length + [...messages.values()].filter(Boolean).length,
  )
}
