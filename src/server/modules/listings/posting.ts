/** The rules of posting, changing, and deleting listings: who may, how often, and what happens to concurrent changes. */

import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { AppError, gone, notFound } from '../../../shared/errors.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { EventUpdate, NewEvent, NewService, ServiceUpdate } from '../../../shared/listing-input.ts'
import {
  editConflict,
  isPublished,
  noAccess,
  publishedNow,
  scheduledAgain,
} from '../../../shared/messages/forms.ts'
import { isOffered, notOffered } from '../../../shared/offered-kinds.ts'
import { canEditListing, isAuthor } from '../../../shared/policy.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { msg, t } from '../../../shared/translate.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { type AccountNetworks, ensureProfile } from '../accounts/service.ts'
import { recordAudit } from '../audit/service.ts'
import type { Catalog, Taxonomy } from '../catalog/service.ts'
import type { ListingFields } from '../listing-fields/service.ts'
import { type PictureSites, requirePictures } from '../media/service.ts'
import type { Moderation } from '../moderation/service.ts'
import { editableDetails, replacedDetails, withTicketPrices } from './event-details.ts'
import { type EventPlan, hasNewDate, planEvent, type StoredEvent, storeEvent } from './event-input.ts'
import { firstListedDay, lockRenewal, renewService } from './freshness/renewal.ts'
import {
  editEvent,
  type ListingInput,
  parseIdempotencyKey,
  parseIfMatch,
  toColumns,
} from './posting-input.ts'
import * as publication from './publication.ts'
import { findListing } from './queries.ts'
import { endOfDay } from './schedule/instants.ts'
import { matchNewDates } from './schedule/store.ts'
import { listingStatus } from './status.ts'
import type { ListingColumns } from './writes.ts'
import * as writes from './writes.ts'

export type PostingOptions = PictureSites & {
  database: Database
  catalog: Catalog
  listingFields: ListingFields
  rateLimiter: RateLimiter
  networks: AccountNetworks
  clock: Clock
  settings: CurrentSettings
  /** A deletion by an admin is one of its decisions: it can be undone, and the author is notified. */
  moderation: Pick<Moderation, 'remove' | 'addReviewRequest'>
}

export type Posting = ReturnType<typeof createPosting>

export function createPosting(options: PostingOptions) {
  const { database, catalog, listingFields, rateLimiter, networks, clock, settings, moderation } = options

  /** Returns the listing if the viewer may change it. Otherwise fails the same way as viewing it would. */
  async function requireEditable({ viewer, network = '' }: AuthedContext, kind: Kind, id: string) {
    const listing = await findListing(database, kind, id)
    if (!listing) throw notFound(kind)
    if (listing.status === 'deleted') throw gone(kind)
    if (canEditListing(viewer, listing)) return listing
    const { profileId } = await ensureProfile(database, viewer)
    const target = { type: 'listing' as const, id: listing._id }
    await recordAudit(database.kysely, { profileId, network }, [{ action: 'authz.denied', target }])
    throw listing.status === 'hidden' ? notFound(kind) : new AppError('forbidden', t(noAccess))
  }

  /** Returns when an event takes place; null for a service. */
  const planOf = (input: ListingInput, columns: ListingColumns, stored: StoredEvent | null = null) =>
    'startDate' in input
      ? {
          input,
          plan: planEvent(input, { timeZone: catalog.timeZoneOf(columns), now: clock(), stored }),
          now: clock(),
        }
      : null

  function requireNotEnded(event: ReturnType<typeof planOf>) {
    if (!event || event.plan.endsAt > event.now.toISOString()) return
    const message = t('This event has already ended. Please choose an end date of today or later.')
    throw new AppError('invalid', message, { endDate: message })
  }

  const publicationOf = (time: string, columns: Taxonomy['ids'], event: { plan: EventPlan } | null) =>
    publication.toPublication(time, {
      timeZone: catalog.timeZoneOf(columns),
      now: clock(),
      endsAt: event?.plan.endsAt,
    })

  /** Returns whether an event with these dates is in lists, which an archived one can be again. */
  const isListedEvent = (event: ReturnType<typeof planOf>) =>
    event !== null && event.plan.endDate >= firstListedDay(settings(), clock())

  async function consumePost(tx: Connection, { network = '', viewer }: AuthedContext, isNewAccount: boolean) {
    await rateLimiter.consumeFrom('postByAddress', network, tx)
    const { postsPerDay, postsOnFirstDay } = settings()
    const [limit, max] = isNewAccount
      ? (['postByNewAccount', postsOnFirstDay] as const)
      : (['postByAccount', postsPerDay] as const)
    await rateLimiter.consume(limit, viewer.accountId, tx, max)
    await networks.remember(tx, viewer.accountId, network)
  }

  return {
    requireEditable,

    /** Returns the new listing's id. Repeating a post with the same idempotency key returns the first one's. */
    async post(ctx: AuthedContext, kind: Kind, requested: NewService | NewEvent): Promise<string> {
      if (!isOffered(settings(), kind)) throw new AppError('forbidden', notOffered(kind))
      const input = withTicketPrices(requested)
      const idempotencyKey = parseIdempotencyKey(ctx.idempotencyKey)
      const fields = await listingFields.all()
      const { languages } = settings()
      const columns = toColumns(input, { catalog, fields, languages, kind, stored: null, before: null })
      const event = planOf(input, columns)
      requireNotEnded(event)
      const publishAt = input.publishAt ? publicationOf(input.publishAt, columns, event) : null
      const { profileId, isNew } = await ensureProfile(database, ctx.viewer)
      const id = uuid()
      return database.kysely.transaction().execute(async (tx) => {
        if (idempotencyKey) {
          const key = { author_id: profileId, key: idempotencyKey, body_hash: hashOf([kind, input]) }
          const first = await writes.claimIdempotencyKey(tx, key, id)
          if (first?.body_hash === key.body_hash) return first.listing_id
          if (first) throw new AppError('conflict', t(postedDifferently))
        }
        // In the same transaction: a post that fails below does not count.
        await consumePost(tx, ctx, isNew)
        const images = await requirePictures(tx, options, {
          urls: input.images ?? [],
          owners: [profileId],
          listingId: id,
        })
        const availability = kind === 'event' ? { event_availability: 'available' as const } : {}
        await tx
          .insertInto('listing')
          .values({
            ...availability,
            ...columns,
            ...spanOf(event),
            ...(publishAt && { status: 'hidden' as const }),
            id,
            kind,
            author_id: profileId,
          })
          .execute()
        if (publishAt) await publication.schedule(tx, id, publishAt)
        if (event) await storeEvent(tx, id, event)
        await writes.setPictures(tx, id, images)
        return id
      })
    },

    async update(
      ctx: AuthedContext,
      kind: Kind,
      id: string,
      requested: ServiceUpdate | EventUpdate,
    ): Promise<void> {
      const before = await requireEditable(ctx, kind, id)
      const input = withTicketPrices(requested, before)
      const version = input.version ?? parseIfMatch(ctx.ifMatch)
      if (version !== undefined && version !== before.version) throw staleVersion()
      const fields = await listingFields.all()
      const contents = toColumns(input, {
        catalog,
        fields,
        languages: settings().languages,
        kind,
        stored: before.stored_fields,
        before: catalog.currentIds(before),
      })
      const event = planOf(input, contents, before)
      const columns = {
        ...contents,
        ...spanOf(event),
        ...(isListedEvent(event) && { archived: false as const }),
        // A postponed event that gets a new date takes place again.
        ...(event && hasNewDate(before, event.plan) && { postponed: null }),
      }
      const { profileId } = await ensureProfile(database, ctx.viewer)
      const updated = await database.kysely.transaction().execute(async (tx) => {
        await rateLimiter.consume('editByAccount', ctx.viewer.accountId, tx)
        // Only the author knows that the service is still offered. One that is scheduled begins with its publication.
        const isRenewal = kind === 'service' && profileId === before.author_id && before.publish_at === null
        if (isRenewal) await lockRenewal(tx, id)
        if (!(await writes.updateListing(tx, id, columns, version))) return false
        if (isRenewal) await renewService(tx, id, clock())
        if (event) await matchNewDates(tx, id, () => storeEvent(tx, id, event))
        if (profileId === before.author_id) await moderation.addReviewRequest(tx, id)
        else
          await recordAudit(tx, { profileId, network: ctx.network ?? '' }, [
            editEvent(
              {
                ...before,
                ...editableDetails(before),
                ...catalog.namesOf(before),
                fields: before.stored_fields,
              },
              {
                ...input,
                fields: contents.fields,
                ...(event && replacedDetails(event.input)),
              },
            ),
          ])
        if (!input.images) return true
        const images = await requirePictures(tx, options, {
          urls: input.images,
          owners: [before.author_id, profileId],
          listingId: id,
        })
        await writes.setPictures(tx, id, images)
        return true
      })
      // Someone else deleted or changed it in the meantime.
      if (!updated) {
        await requireEditable(ctx, kind, id)
        throw staleVersion()
      }
    },

    /** Cancels or postpones an event, or puts it back on. */
    async setState(
      ctx: AuthedContext,
      id: string,
      name: 'canceled' | 'postponed',
      isSet: boolean,
    ): Promise<void> {
      const before = await requireEditable(ctx, 'event', id)
      const { profileId } = await ensureProfile(database, ctx.viewer)
      await database.kysely.transaction().execute(async (tx) => {
        await rateLimiter.consume('editByAccount', ctx.viewer.accountId, tx)
        if (!(await writes.setEventState(tx, id, name, isSet)) || profileId === before.author_id) return
        await recordAudit(tx, { profileId, network: ctx.network ?? '' }, [
          editEvent(before, { [name]: isSet }),
        ])
      })
    },

    /** Changes when a scheduled listing is published; null for now. Returns what to tell the person. Throws `conflict` if it is not scheduled. */
    async setPublication(ctx: AuthedContext, id: string, time: string | null): Promise<string> {
      const stored = await database.kysely
        .selectFrom('listing')
        .select('kind')
        .where('id', '=', id)
        .executeTakeFirst()
      const kind = stored?.kind ?? 'service'
      const before = await requireEditable(ctx, kind, id)
      const endsAt = before.endDate ? endOfDay(before.endDate, catalog.timeZoneOf(before)) : undefined
      const limits = { timeZone: catalog.timeZoneOf(before), now: clock(), endsAt }
      const publishAt = time && publication.toPublication(time, limits)
      const { profileId } = await ensureProfile(database, ctx.viewer)
      await database.kysely.transaction().execute(async (tx) => {
        await rateLimiter.consume('editByAccount', ctx.viewer.accountId, tx)
        if (!(await publication.lock(tx, id))) throw new AppError('conflict', t(isPublished))
        if (publishAt) await publication.schedule(tx, id, publishAt)
        else await publication.publish(tx, id, clock())
        if (profileId === before.author_id) return
        await recordAudit(tx, { profileId, network: ctx.network ?? '' }, [
          editEvent({ ...before, publishAt: before.publish_at }, { publishAt }),
        ])
      })
      return t(publishAt ? scheduledAgain : publishedNow)
    },

    async remove(ctx: AuthedContext, kind: Kind, id: string): Promise<void> {
      const listing = await requireEditable(ctx, kind, id)
      if (!isAuthor(ctx.viewer, listing)) return moderation.remove(ctx, kind, listing._id)
      if ((await listingStatus.removeByAuthor(database.kysely, id)) === 0) throw gone(kind)
    },
  }
}

/** The columns with the days of an event. */
const spanOf = (event: { plan: EventPlan } | null) =>
  event && { start_date: event.plan.startDate, end_date: event.plan.endDate }

const postedDifferently = msg(
  'You already posted this ad with different content. To change it, edit it in the list of your ads.',
)

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

const staleVersion = () => new AppError('conflict', t(editConflict))
