/** `/embed/events`: a list of events for a frame on any other site. It reads and sets no cookies, so everyone gets the same. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallInput } from '../../../../shared/contract.ts'
import { type EmbedQuery, EmbedQuerySchema } from '../../../../shared/embed.ts'
import { AppError, notFound } from '../../../../shared/errors.ts'
import { listTitle } from '../../../../shared/list-title.ts'
import type { ListedEvent } from '../../../../shared/listing.ts'
import { isOffered } from '../../../../shared/offered-kinds.ts'
import { publicPaths, type Query } from '../../../../shared/paths.ts'
import { t } from '../../../../shared/translate.ts'
import type { ImageHost } from '../../../config/storage-url.ts'
import { type CacheTracker, createCacheTracker } from '../../../platform/cache/cache-tracker.ts'
import { type Dispatch, parse } from '../../../platform/http/dispatch.ts'
import { toAppError } from '../../../platform/http/errors.ts'
import { apiFor } from '../page-api.ts'
import { cacheKeyOf, type RenderedPage } from '../page-cache.ts'
import type { PageOptions } from '../pages.ts'
import { sendCachedPage } from '../send-page.ts'
import { type EmbeddedList, failureDocument, listDocument } from './embed-document.ts'
import { embedHeaders } from './embed-style.ts'

type Options = Pick<PageOptions, 'settings' | 'publicUrl' | 'clock' | 'cache'> & {
  dispatch: Dispatch
  imageHost: ImageHost | null
}

const pattern = publicPaths.embeddedEvents()

export function mountEmbed(app: FastifyInstance, options: Options) {
  const { dispatch, settings, publicUrl, imageHost, clock, cache } = options
  async function loadList(query: unknown, tracker: CacheTracker, now: Date): Promise<EmbeddedList> {
    if (!isOffered(settings(), 'event')) throw notFound('list')
    const { theme, limit, seller, ...filter } = parse(EmbedQuerySchema, query) as EmbedQuery
    const api = apiFor(dispatch, null, undefined, tracker)
    if (seller) {
      requireNoFilter(filter)
      const [{ events }, { name, handle, id }] = await Promise.all([
        api.eventsBySeller({ query: { seller, limit } as unknown as CallInput<'eventsBySeller'>['query'] }),
        api.getSeller({ params: { id: seller } }),
      ])
      const title = name ? t('Events by {name}', { name }) : t('Events')
      return { title, theme, path: publicPaths.seller(handle ?? id), events: upcoming(events, now) }
    }
    const { events, search } = await api.filterEvents({
      query: { ...filter, limit, sort: 'soonest' } as unknown as CallInput<'filterEvents'>['query'],
    })
    const matching = search ? events.slice(0, search.full) : events
    // Someone who names days may mean past ones.
    const shown = filter.from || filter.to ? matching : upcoming(matching, now)
    const title = listTitle('event', { ...filter, ...(search?.near && { near: search.near.name }) })
    return { title, theme, path: publicPaths.allEvents(filter as Query), events: shown }
  }

  async function render(request: FastifyRequest, tracker: CacheTracker): Promise<RenderedPage> {
    const now = clock()
    const site = { settings: settings(), publicUrl }
    try {
      const list = await loadList(request.query, tracker, now)
      tracker.expireAt(nextEnd(list.events, now))
      return { status: 200, html: listDocument(site, list), pattern }
    } catch (error) {
      tracker.preventCaching()
      const { status, message } = toAppError(error)
      if (status >= 500) request.log.error({ err: error }, 'An embedded list could not be loaded.')
      return { status, html: failureDocument(site, message), pattern }
    }
  }

  app.get(pattern, async (request, reply) => {
    reply.removeHeader('x-frame-options').headers(embedHeaders(settings(), imageHost, publicUrl))
    if (!cache) return send(reply, await render(request, createCacheTracker()))
    const { isStored, value } = await cache.get(cacheKeyOf(request), (tracker) => render(request, tracker))
    return isStored ? sendCachedPage(request, reply, value) : send(reply, value)
  })
}

const send = (reply: FastifyReply, { status, html }: RenderedPage) =>
  reply.code(status).type('text/html; charset=utf-8').send(html)

/** Event lists begin with the events that are not over. */
const upcoming = (events: ListedEvent[], now: Date): ListedEvent[] =>
  events.filter(({ occurrence }) => occurrence.endsAt > now.toISOString())

/** Returns when the first of the events that are not over ends, in milliseconds. */
const nextEnd = (events: ListedEvent[], now: Date): number =>
  Math.min(...upcoming(events, now).map(({ occurrence }) => Date.parse(occurrence.endsAt)))

/** The list of a seller has no filters. */
function requireNoFilter(filter: object) {
  const [name] = Object.entries(filter).find(([, value]) => value !== undefined && value !== '') ?? []
  if (!name) return
  const message = t('seller and {name} cannot be combined. Please use one of them.', { name })
  throw new AppError('invalid', message, { [name]: message })
}
