/** The rules of posting, changing and deleting listings: who may, how often, and what happens when two do so at once. */
import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { dayIn } from '../../../shared/days.ts'
import { AppError, gone, notFound } from '../../../shared/errors.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { EventUpdate, NewEvent, NewService, ServiceUpdate } from '../../../shared/listing-input.ts'
import { editConflict, noAccess } from '../../../shared/messages/forms.ts'
import { canEditListing, isAuthor } from '../../../shared/policy.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { ensureProfile } from '../accounts/service.ts'
import { recordAudit } from '../audit/service.ts'
import type { Catalog } from '../catalog/service.ts'
import { type PictureSites, requirePictures } from '../media/service.ts'
import { auditDiff } from './audit-diff.ts'
import { readIdempotencyKey, readIfMatch } from './conditional-headers.ts'
import { findListing } from './queries.ts'
import { resolveTaxonomy } from './resolve-taxonomy.ts'
import { listingStatus } from './status.ts'
import * as writes from './writes.ts'

type Parts = {
  database: Database
  catalog: Catalog
  attempts: RateLimiter
  clock: Clock
  timeZone: string
  sites: PictureSites
  /** What an admin deletes can be had back, and its author is told: that is a decision of moderation. */
  removeAsAdmin: (asker: AuthedContext, kind: Kind, id: string) => Promise<void>
}

type Content = NewService | NewEvent | ServiceUpdate | EventUpdate

export type Posting = ReturnType<typeof createPosting>

export function createPosting({ database, catalog, attempts, clock, timeZone, sites, removeAsAdmin }: Parts) {
  /** The listing, for somebody who may change it. To others it is as it would be to look at. */
  async function requireEditable({ viewer, network = '' }: AuthedContext, kind: Kind, id: string) {
    const listing = await findListing(database, kind, id)
    if (!listing) throw notFound(kind)
    if (listing.status === 'deleted') throw gone(kind)
    if (canEditListing(viewer, listing)) return listing
    const { profileId } = await ensureProfile(database, viewer)
    const target = { type: 'listing' as const, id: listing._id }
    await recordAudit(database.kysely, { profileId, network }, [{ action: 'authz.denied', target }])
    throw listing.status === 'hidden' ? notFound(kind) : new AppError('forbidden', noAccess)
  }

  function requireNotEnded(input: Content) {
    if (!('endDate' in input) || input.endDate >= dayIn(timeZone, clock())) return
    const sentence = 'This event is over already. Please choose an end date that is today or later.'
    throw new AppError('invalid', sentence, { endDate: sentence })
  }

  async function takePost(tx: Connection, { network = '' }: AuthedContext, userId: string, isNew: boolean) {
    await attempts.consume('postByAddress', network, tx)
    await attempts.consume(isNew ? 'postByNewAccount' : 'postByAccount', userId, tx)
  }

  return {
    /** Answers the new listing's id; of a post that was made before with the same key, that one's. */
    async post(asker: AuthedContext, kind: Kind, input: NewService | NewEvent): Promise<string> {
      const { viewer } = asker
      const key = readIdempotencyKey(asker.idempotencyKey)
      requireNotEnded(input)
      const written = { ...toColumns(input), ...resolveTaxonomy(catalog, input, { update: false }) }
      const { profileId, isNew } = await ensureProfile(database, viewer)
      const id = uuid()
      return database.kysely.transaction().execute(async (tx) => {
        if (key) {
          const posting = { author_id: profileId, key, body_hash: hashOf([kind, input]) }
          if (!(await writes.claimIdempotencyKey(tx, posting, id))) return postedBefore(tx, posting)
        }
        // Counted with the post: what is refused further down has cost nothing.
        await takePost(tx, asker, viewer.accountId, isNew)
        const images = await requirePictures(tx, sites, {
          urls: input.images ?? [],
          owners: [profileId],
          listingId: id,
        })
        const opened = kind === 'event' ? { event_availability: 'available' as const } : {}
        await writes.insertListing(tx, { ...written, ...opened, id, kind, author_id: profileId })
        await writes.setPictures(tx, id, images)
        return id
      })
    },

    async update(
      asker: AuthedContext,
      kind: Kind,
      id: string,
      input: ServiceUpdate | EventUpdate,
    ): Promise<void> {
      const { viewer } = asker
      const before = await requireEditable(asker, kind, id)
      const version = input.version ?? readIfMatch(asker.ifMatch)
      if (version !== undefined && version !== before.version) throw stale()
      const written = { ...toColumns(input), ...resolveTaxonomy(catalog, input, { update: true }) }
      const { profileId } = await ensureProfile(database, viewer)
      const changed = await database.kysely.transaction().execute(async (tx) => {
        await attempts.consume('editByAccount', viewer.accountId, tx)
        if (!(await writes.updateListing(tx, id, written, version))) return false
        if (profileId !== before.author_id)
          await recordAudit(tx, { profileId, network: asker.network ?? '' }, [
            auditDiff({ ...before, ...catalog.namesOf(before) }, input),
          ])
        if (!input.images) return true
        const images = await requirePictures(tx, sites, {
          urls: input.images,
          owners: [before.author_id, profileId],
          listingId: id,
        })
        await writes.setPictures(tx, id, images)
        return true
      })
      // Somebody was faster by a moment: by changing it, unless it is gone.
      if (!changed) {
        await requireEditable(asker, kind, id)
        throw stale()
      }
    },

    async remove(asker: AuthedContext, kind: Kind, id: string): Promise<void> {
      const listing = await requireEditable(asker, kind, id)
      if (!isAuthor(asker.viewer, listing)) return removeAsAdmin(asker, kind, listing._id)
      if ((await listingStatus.removeByAuthor(database.kysely, id)) === 0) throw gone(kind)
    },
  }
}

/** What stands in the row, of what was sent. */
function toColumns(input: Content) {
  const { title, description, price, author = {} } = input
  return {
    title,
    description,
    price,
    ...author,
    ...('startDate' in input && { start_date: input.startDate, end_date: input.endDate }),
    ...('event_availability' in input && { event_availability: input.event_availability }),
  }
}

async function postedBefore(tx: Connection, posting: writes.IdempotencyKey): Promise<string> {
  const posted = await writes.findPostedListing(tx, posting)
  if (posted?.body_hash === posting.body_hash) return posted.listing_id
  throw new AppError(
    'conflict',
    'This ad has been posted already, with other words. Please change it where your own ads are listed.',
  )
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

const stale = () => new AppError('conflict', editConflict)
