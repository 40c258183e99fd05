/** A typed function per row of the contract, over whatever carries the call: `fetch`, or the app in process. */
import { type Call, type CallName, calls } from './calls.ts'
import type { CallInput, CallReply } from './contract.ts'
import { AppError, type ErrorReply, statusOfCode, UnexpectedResponseError } from './errors.ts'

/** Carries one call and answers its reply, or throws an AppError. */
export type Transport = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallReply<N>>

export type Api = { [N in CallName]: (input: CallInput<N>) => Promise<CallReply<N>> }

export function createApi(carry: Transport): Api {
  const names = Object.keys(calls) as CallName[]
  const functions = names.map((name) => [name, (input: CallInput<typeof name>) => carry(name, input)])
  // One border: the rows above were written by name, so the object has exactly the functions of Api.
  return Object.fromEntries(functions) as Api
}

type Sent = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** Made once by who posts: sent again with it, a post is not made twice. */
  idempotencyKey?: string
}

/** The address of a call. Empty and missing query values are left out. */
export function urlOf(endpoint: Call, input: Sent): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(input.params?.[key] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  }
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`
}

/** Carries calls over `fetch`, with cookies. An answer that is not ours (a proxy's page) becomes `unavailable`. */
export function fetchTransport(fetch: typeof globalThis.fetch, signal?: AbortSignal): Transport {
  return async (name, input) => {
    const endpoint: Call = calls[name]
    const sent = input as Sent
    const hasBody = sent.body !== undefined
    const response = await fetch(urlOf(endpoint, sent), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(sent.idempotencyKey && { 'idempotency-key': sent.idempotencyKey }),
      },
      ...(hasBody && { body: JSON.stringify(sent.body) }),
      ...(signal && { signal }),
    })
    const reply = await readReply(response)
    if (!endpoint.paginated) return reply as CallReply<typeof name>
    const total = Number(response.headers.get('x-total-count'))
    return { rows: reply, total } as CallReply<typeof name>
  }
}

/** What the server answered, or the AppError that it meant. */
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
