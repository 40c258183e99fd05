/** Who may renew a service: its author, and anyone with the link that was emailed to the author. */
import { sql } from 'kysely'
import type { RenewalForm } from '../../../../shared/contract/renewals.ts'
import { AppError, gone, notFound } from '../../../../shared/errors.ts'
import type { Freshness } from '../../../../shared/listing.ts'
import { noAccess } from '../../../../shared/messages/forms.ts'
import { brokenRenewalLink, suspendedRenewal } from '../../../../shared/messages/renewals.ts'
import { canEditListing, isAuthor } from '../../../../shared/policy.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { AuthedContext } from '../../../platform/http/handlers.ts'
import { findListing } from '../queries.ts'
import { createRenewalTokens } from './ask-authors.ts'
import { renewService } from './renewal.ts'

type Options = { database: Database; secret: string; clock: Clock }

export type Renewals = ReturnType<typeof createRenewals>

export function createRenewals({ database, secret, clock }: Options) {
  const tokens = createRenewalTokens(secret)
  const renew = (id: string) => database.kysely.transaction().execute((tx) => renewService(tx, id, clock()))

  /** Returns the service that a token names. Throws unless its author may renew it. */
  async function findByToken(token: string) {
    const id = tokens.read(token)
    if (id === null) throw new AppError('invalid', brokenRenewalLink)
    const service = await findService(database, id)
    if (!service || service.isDeleted) throw gone('service')
    if (service.isSuspended) throw new AppError('forbidden', suspendedRenewal)
    return service
  }

  return {
    async renew({ viewer }: AuthedContext, id: string): Promise<void> {
      const listing = await findListing(database, 'service', id)
      if (!listing) throw notFound('service')
      if (listing.status === 'deleted') throw gone('service')
      if (listing.status === 'hidden' && !canEditListing(viewer, listing)) throw notFound('service')
      // An admin cannot know whether it is still offered.
      if (!isAuthor(viewer, listing)) throw new AppError('forbidden', noAccess)
      await renew(listing._id)
    },

    async find(token: string): Promise<RenewalForm> {
      const { id, title, freshness, isDue } = await findByToken(token)
      return { id, title, freshness, isDue }
    },

    /** Repeating it changes nothing. */
    async renewByLink(token: string): Promise<void> {
      const { id, isDue } = await findByToken(token)
      if (isDue) await renew(id)
    },
  }
}

type ServiceOfLink = RenewalForm & { isDeleted: boolean; isSuspended: boolean }

async function findService({ kysely }: Database, id: string): Promise<ServiceOfLink | null> {
  const { rows } = await sql<RenewalForm & { freshness: Freshness } & ServiceOfLink>`
    select listing.id, listing.title, coalesce(renewal.state <> 'current', false) as "isDue",
      case when listing.archived then 'archived' when listing.stale then 'stale' else 'current' end as freshness,
      listing.status = 'deleted' as "isDeleted", account.suspended_at is not null as "isSuspended"
    from listing
    join profile on profile.id = listing.author_id
    left join account on account.id = profile.account_id
    left join service_renewal renewal on renewal.listing_id = listing.id
    where listing.id = ${id} and listing.kind = 'service'`.execute(kysely)
  return rows[0] ?? null
}
