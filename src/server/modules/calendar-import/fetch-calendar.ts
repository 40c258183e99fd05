/** Fetches calendars. Users enter addresses, so no request may reach the operator's network, and everything has a limit. */
import type { IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { maxCalendarBytes } from '../../../shared/limits.ts'
import { msg } from '../../../shared/translate.ts'
import { isPublicAddress, publicLookup } from '../../platform/http/public-address.ts'
import { CalendarFailure } from './calendar-event.ts'
import { decodeCalendar, isCalendar } from './decode-calendar.ts'

/** Limits the whole exchange, redirects included. */
const maxMs = 10_000
const maxRedirects = 3
const maxHeaderBytes = 16 * 1024

/** What the server said about the version that was read last. */
export type Validators = { etag: string | null; lastModified: string | null }
/** `text` is null if the calendar has not changed. */
export type Fetched = Validators & { text: string | null }

export type FetchOptions = {
  /** Names the site to the servers of calendars. */
  userAgent: string
  /** Whether a URL may be requested. Only tests replace it and the look-up of names. */
  isAllowedUrl?: ((url: URL) => boolean) | undefined
  lookup?: LookupFunction | undefined
  timeoutMs?: number | undefined
}

/** Allows the standard ports of public hosts. Those that are names are checked again when they are resolved. */
export function isPublicUrl({ protocol, hostname, port, username, password }: URL): boolean {
  if (!/^https?:$/.test(protocol) || port !== '' || username !== '' || password !== '') return false
  const host = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) ? isPublicAddress(host) : /\.[a-z][a-z0-9-]*\.?$/i.test(host)
}

/** Throws a `CalendarFailure` that says why the calendar could not be fetched. */
export async function fetchCalendar(
  url: string,
  known: Validators,
  { userAgent, isAllowedUrl = isPublicUrl, lookup = publicLookup, timeoutMs = maxMs }: FetchOptions,
): Promise<Fetched> {
  const signal = AbortSignal.timeout(timeoutMs)
  const headers = {
    'user-agent': userAgent,
    accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
    'accept-encoding': 'gzip, deflate, br',
    ...(known.etag && { 'if-none-match': known.etag }),
    ...(known.lastModified && { 'if-modified-since': known.lastModified }),
  }
  let target = new URL(url)
  try {
    for (let redirects = 0; ; redirects++) {
      if (!isAllowedUrl(target)) throw new CalendarFailure(notPublic)
      const response = await send(target, { headers, lookup, signal })
      const { statusCode = 0 } = response
      const { location } = response.headers
      if (!isRedirect(statusCode) || !location) return await readResponse(response, known)
      response.destroy()
      if (redirects === maxRedirects) throw new CalendarFailure(msg('The address redirects too often.'))
      const next = URL.parse(location, target)
      if (!next) throw new CalendarFailure(msg('The address redirects to an invalid one.'))
      target = next
    }
  } catch (error) {
    if (error instanceof CalendarFailure) throw error
    if (signal.aborted) throw new CalendarFailure(msg('The server of the calendar took too long to answer.'))
    throw new CalendarFailure(msg('We couldn’t connect to the server of the calendar.'), { cause: error })
  }
}

export const notPublic = msg(
  'We can’t read this address. Please use the public address of a calendar, which begins with https:// or http:// and has no port, user name, or password.',
)

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

type SendOptions = { headers: Record<string, string>; lookup: LookupFunction; signal: AbortSignal }

function send(url: URL, { headers, lookup, signal }: SendOptions): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    // Without an agent, no connection is shared with an earlier request, whose name may have been checked otherwise.
    request(url, { headers, lookup, signal, agent: false, maxHeaderSize: maxHeaderBytes }, resolve)
      .on('error', reject)
      .end()
  })
}

async function readResponse(response: IncomingMessage, known: Validators): Promise<Fetched> {
  const { statusCode = 0, headers } = response
  if (statusCode === 304) {
    response.destroy()
    return { ...known, text: null }
  }
  if (statusCode !== 200) {
    response.destroy()
    throw new CalendarFailure(sentenceOf(statusCode))
  }
  const charset = /;\s*charset="?([^\s";]+)/i.exec(headers['content-type'] ?? '')?.[1]
  const text = decodeCalendar(await readBody(response), charset)
  if (!isCalendar(text)) throw new CalendarFailure(notACalendar(headers['content-type']))
  const short = (value: string | undefined, length: number) =>
    value && value.length <= length ? value : null
  return { etag: short(headers.etag, 200), lastModified: short(headers['last-modified'], 100), text }
}

const sentenceOf = (status: number): string =>
  status === 404 || status === 410
    ? msg('There is no calendar at this address.')
    : status === 401 || status === 403
      ? msg('This calendar is private. Please make it public, or use its public address.')
      : `The server of the calendar answered with an error (${status}).`

const notACalendar = (type = ''): string =>
  /html/i.test(type)
    ? msg(
        'This is the address of a web page. Please use the address of the calendar itself, which often ends in .ics.',
      )
    : msg('This address has no calendar in the iCalendar format (.ics).')

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/** Stops reading at the limit, so that a small compressed body cannot fill the memory. */
async function readBody(response: IncomingMessage): Promise<Buffer> {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const createDecoder = decoders.get(encoding)
  if (!createDecoder && encoding !== 'identity')
    throw new CalendarFailure(msg('The server of the calendar sent it in an unknown encoding.'))
  // The error of the pipeline is also that of reading.
  const body: Readable = createDecoder ? pipeline(response, createDecoder(), () => {}) : response
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxCalendarBytes) {
      response.destroy()
      throw new CalendarFailure(msg('This calendar is larger than 2 MB. Please use one with fewer events.'))
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
