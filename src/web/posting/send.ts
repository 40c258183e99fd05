import type { Api } from '../../shared/api-client.ts'
import { AppError, type ErrorCode, serverMessageOf, UnexpectedResponseError } from '../../shared/errors.ts'
import type { Event, Kind, Service } from '../../shared/listing.ts'
import { listings } from '../../shared/messages/forms.ts'
import { unreachable } from '../../shared/messages/pages.ts'
import type { Sent } from './input.ts'

/** `id` is of the listing that is changed; `key` of a new one: sent again with it, it is not made twice. */
type Call = { sent: Sent; id: string | null; key: string }

export async function sendListing(api: Api, { sent, id, key }: Call): Promise<Service | Event> {
  const params = { id: id ?? '' }
  switch (sent.call) {
    case 'postService':
      return api.postService({ body: sent.body, idempotencyKey: key })
    case 'postEvent':
      return api.postEvent({ body: sent.body, idempotencyKey: key })
    case 'updateService':
      return api.updateService({ params, body: sent.body })
    case 'updateEvent':
      return api.updateEvent({ params, body: sent.body })
  }
}

export const getListing = (api: Api, kind: Kind, id: string): Promise<Service | Event> =>
  kind === 'service' ? api.getService({ params: { id } }) : api.getEvent({ params: { id } })

/** In the words of the specification, section 8. `shown`: fields of the form say already what is wrong. */
export function failureOfSending(kind: Kind, update: boolean, error: unknown, shown: boolean): string {
  const words = listings[kind]
  const own = update ? words.updateFailed : words.postFailed
  if (error instanceof UnexpectedResponseError) return own
  const told = serverMessageOf(error)
  if (told === null) return `${own}. ${unreachable}`
  // Of a service that could not be posted it is said first that it was not; otherwise what the server says is said.
  if (kind === 'service' && !update) return shown ? own : `${own}. ${told}`
  return told
}

export const isCode = (error: unknown, code: ErrorCode) => error instanceof AppError && error.code === code
