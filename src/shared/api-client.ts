/** A typed function for each call of the contract. The transport is `fetch`, or the app in the same process. */
import { type Call, calls } from './calls.ts'
import type { CallName } from './contract/endpoint.ts'
import type { CallInput, CallReply } from './contract.ts'
import { AppError, type ErrorReply, statusOfCode, UnexpectedResponseError } from './errors.ts'
import { readerLanguage } from './language.ts'

/** Sends one call. Returns its reply or throws an AppError. */
export type Transport = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallReply<N>>

export type Api = { [N in CallName]: (input: CallInput<N>) => Promise<CallReply<N>> }

export function createApi(send: Transport): Api {
  // Not an object with a function for each call: most pages load the names of few calls.
  return new Proxy({} as Api, {
    get(_, name: CallName | 'then') {
      // With a function of this name, it would be taken for a promise.
      if (name === 'then') return
      return (input: CallInput<typeof name>) => send(name, input)
    },
  })
}

type CallOptions = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** Reused by retries, so that a post is not created twice. */
  idempotencyKey?: string
}

/** Returns the URL of a call. Omits empty query values. */
export function urlOf(endpoint: Call, input: CallOptions): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(input.params?.[key] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  }
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`
}

/** Sends calls with `fetch` and the visitor's cookies. */
export function fetchTransport(fetch: typeof globalThis.fetch, signal?: AbortSignal): Transport {
  return async (name, input) => {
    const endpoint = await callOf(name)
    const options = input as CallOptions
    const hasBody = options.body !== undefined
    const response = await fetch(urlOf(endpoint, options), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        // That of the page, which may be another one than the browser's.
        'accept-language': readerLanguage(),
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
      },
      ...(hasBody && { body: JSON.stringify(options.body) }),
      ...(signal && { signal }),
    })
    const reply = await readReply(response)
    if (!endpoint.paginated) return reply as CallReply<typeof name>
    const total = Number(response.headers.get('x-total-count'))
    return { rows: reply, total } as CallReply<typeof name>
  }
}

async function callOf(name: CallName): Promise<Call> {
  if (name in calls) return calls[name as keyof typeof calls]
  const { laterCalls } = await import('./later-calls.ts')
  if (name in laterCalls) return laterCalls[name as keyof typeof laterCalls]
  const { dashboardCalls } = await import('./dashboard-calls.ts')
  return dashboardCalls[name as keyof typeof dashboardCalls]
}

/** Returns the JSON body of a response, or throws the error that it describes. */
export async function readReply(response: Response): Promise<unknown> {
  const reply: unknown = await response.json().catch(() => null)
  if (response.ok) return reply
  throw isErrorReply(reply)
    ? new AppError(reply.code, reply.message, reply.fields)
    : new UnexpectedResponseError(response.status)
}

function isErrorReply(reply: unknown): reply is ErrorReply {
  return (
    typeof reply === 'object' &&
    reply !== null &&
    'code' in reply &&
    Object.hasOwn(statusOfCode, String(reply.code))
  )
}
