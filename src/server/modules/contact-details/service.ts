/** Decides who gets the contact details of an ad, for how many ads a day, and how many viewers its author sees. */

import { createHmac } from 'node:crypto'
import { contactVisibilityOf } from '../../../shared/contact-visibility.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Author } from '../../../shared/listing.ts'
import { contactDetails as sentences } from '../../../shared/messages/contact-details.ts'
import { canEditListing, isAuthor, type Viewer } from '../../../shared/policy.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { requireActiveAccount } from '../../platform/http/guards.ts'
import type { RequestContext } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { deriveKey } from '../../platform/keys.ts'
import { formatDuration } from '../../platform/rate-limit/rate-limited.ts'
import { ensureProfile } from '../accounts/service.ts'
import * as queries from './queries.ts'

type Listing = { _id: string; author: Author; messages_only: boolean }

/** What a reply with the details of an ad says about contact details. */
type ContactFields = {
  author: Author | null
  contact_available: boolean
  contact_viewers: number | null
}

type Options = {
  database: Database
  /** For what may be read from the replica. */
  reader: Database
  rateLimiter: RateLimiter
  settings: CurrentSettings
  secret: string
}

export type ContactDetails = ReturnType<typeof createContactDetails>

export function createContactDetails({ database, reader, rateLimiter, settings, secret }: Options) {
  const key = deriveKey(secret, 'visitors who look at contact details')
  const hashOf = (network: string) => createHmac('sha256', key).update(network).digest('base64url')

  /** Counts a view once in 24 hours. Throws `rate_limited` if the viewer's budget is spent. */
  async function countView(viewer: Viewer | null, network: string, listingId: string) {
    const isNew = !viewer || !(await queries.isEstablished(database, viewer.accountId))
    const person = viewer
      ? { profileId: (await ensureProfile(database, viewer)).profileId }
      : { networkHash: hashOf(network) }
    const consume = async (tx: Connection) => {
      await rateLimiter.consumeFrom(isNew ? 'contactByNetwork' : 'contactByAccountsOfNetwork', network, tx)
      if (viewer)
        await rateLimiter.consume(isNew ? 'contactByNewAccount' : 'contactByAccount', viewer.accountId, tx)
    }
    await database.kysely
      .transaction()
      // If the budget is spent, the view is rolled back.
      .execute(async (tx) => {
        if (await queries.recordView(tx, listingId, person)) await consume(tx)
      })
      .catch((error: unknown) => {
        throw error instanceof AppError && error.retryAfter !== undefined
          ? budgetSpent(error.retryAfter)
          : error
      })
  }

  /** Returns the contact details to someone who asks for them. Throws if they may not have them, or not now. */
  async function show({ viewer, network = '' }: RequestContext, listing: Listing): Promise<Author> {
    if (canEditListing(viewer, listing)) return listing.author
    const shown = contactVisibilityOf(settings().contactVisibility, listing)
    if (shown === 'messages') throw new AppError('forbidden', t(sentences.messagesOnly))
    if (shown === 'public') return listing.author
    if (viewer) requireActiveAccount(viewer)
    await countView(viewer, network, listing._id)
    return listing.author
  }

  /** With `ask`, a signed-in viewer gets the details if their budget allows it, which counts as a view. */
  async function authorFor(context: RequestContext, listing: Listing, ask: boolean): Promise<Author | null> {
    const { viewer } = context
    if (!viewer || viewer.suspensionReason !== null) return null
    if (!ask) return (await queries.hasViewed(reader, listing._id, viewer.accountId)) ? listing.author : null
    return show(context, listing).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'rate_limited') return null
      throw error
    })
  }

  /** Adds how many people viewed the contact details of each ad, for its author. */
  async function withViewers<Row extends Listing>(rows: Row[]) {
    const isCounted = (row: Row) => contactVisibilityOf(settings().contactVisibility, row) === 'reveal'
    const ids = rows.filter(isCounted).map(({ _id }) => _id)
    const viewers = ids.length > 0 ? await queries.countViewers(reader, ids) : null
    return rows.map((row) => ({
      ...row,
      contact_viewers: isCounted(row) ? (viewers?.get(row._id) ?? 0) : null,
    }))
  }

  return {
    show,
    withViewers,

    /** Returns the ad with its contact details for those who may have them, and null for others. */
    async inDetails<Row extends Listing>(
      context: RequestContext,
      listing: Row,
      { ask }: { ask: boolean },
    ): Promise<Omit<Row, 'author'> & ContactFields> {
      const shown = contactVisibilityOf(settings().contactVisibility, listing)
      const fields = { ...listing, contact_available: shown !== 'messages', contact_viewers: null }
      if (isAuthor(context.viewer, listing)) return { ...fields, ...(await withViewers([listing]))[0] }
      if (shown === 'public' || canEditListing(context.viewer, listing)) return fields
      const isAskedFor = ask && context.network !== undefined
      return { ...fields, author: shown === 'reveal' ? await authorFor(context, listing, isAskedFor) : null }
    },
  }
}

const budgetSpent = (seconds: number) =>
  new AppError('rate_limited', sentences.budgetSpent(formatDuration(seconds)), undefined, {
    retryAfter: seconds,
  })
