/** Serves typical pages to the process itself before it listens, because code is not compiled yet and caches are empty. */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { urlOf } from '../shared/api-client.ts'
import { calls } from '../shared/calls.ts'
import { publicPaths } from '../shared/paths.ts'
import { ownHeaders } from './platform/http/internal-requests.ts'

/** Each has up to ten requests. After these, the next requests take about as long as later ones. */
const rounds = 60

type WarmUpOptions = {
  http: FastifyInstance
  /** What to search for. */
  words: string[]
  /** Milliseconds. */
  maxMs: number
  /** Resolves when the process is to stop. */
  stopRequested: Promise<unknown>
}

/** Returns when all is requested, the time is up, the process is to stop, or something fails. Never throws. */
export async function warmUp(options: WarmUpOptions): Promise<void> {
  const { http, maxMs, stopRequested } = options
  let over = false
  const end = Promise.race([delay(maxMs, undefined, { ref: false }), stopRequested])
  await Promise.race([requestAll(options, () => over), end]).catch((error: unknown) =>
    http.log.warn({ err: error }, 'Could not warm up. The first responses will be slower.'),
  )
  over = true
}

async function requestAll({ http, words }: WarmUpOptions, isOver: () => boolean) {
  for (let round = 1; round <= rounds && !isOver(); round += 1)
    await requestRound(http, round, words[round % words.length] ?? '')
}

/** Requests a page of every list and what it leads to. Other rounds have other pages, because a cached one is not rendered. */
async function requestRound(http: FastifyInstance, page: number, searchtext: string) {
  const lists = [
    urlOf(calls.listServices, { query: { page } }),
    urlOf(calls.listEvents, { query: { page } }),
    urlOf(calls.filterServices, { query: { searchtext } }),
  ]
  const pages = [
    publicPaths.home(),
    publicPaths.allServices({ page }),
    publicPaths.allEvents({ page }),
    publicPaths.search({ searchtext }),
  ]
  const found = []
  for (const url of lists) found.push(linkIn(await request(http, url)))
  for (const url of [...pages, ...found]) if (url) await request(http, url, compressed)
}

type List = { services?: { _id: string }[]; events?: { _id: string }[] }

/** Returns the path of the first ad of a list; null if it is empty. */
function linkIn(body: string): string | null {
  const { services: [service] = [], events: [event] = [] } = JSON.parse(body) as List
  if (service) return publicPaths.listing('service', service._id)
  return event ? publicPaths.listing('event', event._id) : null
}

const compressed = { 'accept-encoding': 'gzip, deflate, br' }

/** Returns the body of a response. Throws if the request failed. */
async function request(http: FastifyInstance, url: string, headers: Record<string, string> = {}) {
  const { statusCode, body } = await http.inject({ url, headers: { ...headers, ...ownHeaders } })
  if (statusCode >= 500) throw new Error(`${url} was answered with ${statusCode}.`)
  return body
}
