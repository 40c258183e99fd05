/** Requests to a site the way its pages send them, and what a client may conclude from each answer. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { goodPassword } from '../../support/data/accounts.ts'

export type Reply<Body = Record<string, unknown>> = {
  status: number
  body: Body
  text: string
  headers: Headers
  /** How long the answer took. */
  milliseconds: number
}

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  cookie?: string | undefined
  body?: unknown
  headers?: Record<string, string>
  timeoutMs?: number
}

/** Thrown when a request got no complete answer: it may or may not have been carried out. */
export class NoAnswerError extends Error {}

// The header has `<select>`.
const internals =
  /ECONN|ENOENT|ENOSPC|postgres|pg_|(?<!<)select |insert |127\.0\.0\.1|\.ts:\d|node_modules|\/tmp\//i
const maxPauseMs = 50

/** Sends one request. Throws NoAnswerError without an answer, and an error if the answer reveals internals. */
export async function request<Body = Record<string, unknown>>(
  site: { url: string },
  path: string,
  { method = 'GET', cookie, body, headers = {}, timeoutMs = 20_000 }: RequestOptions = {},
): Promise<Reply<Body>> {
  const started = performance.now()
  const isForm = body instanceof FormData
  const answer = await fetch(site.url + path, {
    method,
    redirect: 'manual',
    headers: {
      origin: site.url,
      ...(cookie && { cookie }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isForm ? body : body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then(async (response) => ({ response, text: await response.text() }))
    .catch((cause: unknown) => {
      throw new NoAnswerError(`No answer to ${method} ${path}`, { cause })
    })
  const { response, text } = answer
  if (response.status >= 500 && internals.test(text))
    throw new Error(`The answer to ${method} ${path} reveals internals: ${text.slice(0, 500)}`)
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    body: (isJson ? JSON.parse(text) : {}) as Body,
    text,
    headers: response.headers,
    milliseconds: performance.now() - started,
  }
}

/** Repeats a request while the site does not answer or answers 503. The caller's body must make that safe. */
export async function requestUntilAnswered<Body = Record<string, unknown>>(
  site: { url: string },
  path: string,
  options: RequestOptions,
  maxMs = 600_000,
): Promise<Reply<Body>> {
  const deadline = Date.now() + maxMs
  for (;;) {
    const reply = await request<Body>(site, path, options).catch((error: unknown) => {
      if (error instanceof NoAnswerError) return null
      throw error
    })
    if (reply && reply.status !== 503) return reply
    if (Date.now() > deadline) throw new Error(`${path} was not answered in time: ${reply?.text}`)
    await delay(maxPauseMs)
  }
}

/** Signs in with the password that all test accounts share. Returns the session cookie. */
export async function signInAt(site: { url: string }, email: string): Promise<string> {
  const body = { email, password: goodPassword }
  const { status, headers, text } = await requestUntilAnswered(site, '/api/auth/sign-in/email', {
    method: 'POST',
    body,
  })
  if (status !== 200) throw new Error(`Signing in failed with ${status}: ${text}`)
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

export const pictureSize = { width: 90, height: 60 }

/** Returns the form with which the posting page uploads a picture. Each shade is a different picture. */
export async function pictureFormOf(shade: number, size = pictureSize): Promise<FormData> {
  const background = { r: shade % 256, g: (shade >> 8) % 256, b: 128 }
  const picture = await sharp({ create: { ...size, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('upload_preset', 'corkboard')
  form.set('folder', 'ads')
  form.set('file', new Blob([new Uint8Array(picture)]), 'picture.jpg')
  return form
}

export const newKey = () => ({ 'idempotency-key': randomUUID() })
