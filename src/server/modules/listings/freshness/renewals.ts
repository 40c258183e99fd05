/** Who may renew a service: its author, and anyone with the link that was emailed to the author. */

import { sql } from 'kysely'
import type { RenewalForm } from '../../../../shared/contract/renewals.ts'
import { AppError, gone, notFound } from '../../../../shared/errors.ts'
import { noAccess } from '../../../../shared/messages/forms.ts'
import { brokenRenewalLink, renewed, suspendedRenewal } from '../../../../shared/messages/renewals.ts'
import { canEditListing, isAuthor } from '../../../../shared/policy.ts'
import { t } from '../../../../shared/translate.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/handlers.ts'
import { findListing } from '../queries.ts'
import { createRenewalTokens } from './ask-authors.ts'
import { renewService } from './renewal.ts'

type Options = { database: Database; secret: string; clock: Clock }

export function renewalRoutes({ database, secret, clock }: Options) {
  const tokens = createRenewalTokens(secret)
  const renew = (id: string) => database.kysely.transaction().execute((tx) => renewService(tx, id, clock()))

  /** Returns the service that a token names. Throws unless its author may renew it. */
  async function findByToken(token: string) {
    const id = tokens.read(token)
    if (id === null) throw new AppError('invalid', t(brokenRenewalLink))
    const service = await findService(database, id)
    if (!service || service.isDeleted) throw gone('service')
    if (service.isSuspended) throw new AppError('forbidden', t(suspendedRenewal))
    return service
  }

  return {
    async renewService({ viewer, params }) {
      const listing = await findListing(database, 'service', params.id)
      if (!listing) throw notFound('service')
      if (listing.status === 'deleted') throw gone('service')
      if (listing.status === 'hidden' && !canEditListing(viewer, listing)) throw notFound('service')
      // An admin cannot know whether it is still offered.
      if (!isAuthor(viewer, listing)) throw new AppError('forbidden', t(noAccess))
      await renew(listing._id)
      return { message: t(renewed) }
    },

    getRenewal: ({ body }) => findByToken(body.token),

    /** Repeating it changes nothing. */
    async renewByLink({ body }) {
      const { id, isDue } = await findByToken(body.token)
      if (isDue) await renew(id)
      return { message: t(renewed) }
    },
  } satisfies Partial<Handlers>
}

type ServiceOfLink = RenewalForm & { isDeleted: boolean; isSuspended: boolean }

async function findService({ kysely }: Database, id: string): Promise<ServiceOfLink | null> {
  const { rows } = await sql<ServiceOfLink>`
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
