/** Reports about sellers, which anyone can send, and about recommendations, which only the two people and admins can. */

import { v7 as uuid } from 'uuid'
import type { CallRequest } from '../../../shared/contract.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import { recommendations as sentences } from '../../../shared/messages/recommendations.ts'
import type { Viewer } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AuthedContext, RequestContext } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { createNetworkHash } from '../../platform/network-hash.ts'
import { ensureProfile } from '../accounts/service.ts'
import { findSellerToRecommend } from './queries.ts'
import type { createRecommendations } from './recommendations.ts'

type ReportInput = CallRequest<'reportSeller'>['body']
type Options = {
  database: Database
  rateLimiter: RateLimiter
  secret: string
  recommendations: Pick<ReturnType<typeof createRecommendations>, 'get'>
}

export function createSellerReports({ database, rateLimiter, secret, recommendations }: Options) {
  const { kysely } = database
  const hashOf = createNetworkHash(secret, 'visitors who report')

  async function reporterOf(viewer: Viewer | null, network: string) {
    if (viewer) return { reporter_id: (await ensureProfile(database, viewer)).profileId, visitor_hash: null }
    return { reporter_id: null, visitor_hash: hashOf(network) }
  }

  /** Comes first, so that someone over the limit causes no queries. */
  async function consumeRateLimits(viewer: Viewer | null, network: string) {
    await rateLimiter.consumeFrom('reportByAddress', network)
    if (viewer) await rateLimiter.consume('reportByAccount', viewer.accountId)
  }

  return {
    /** A second open report by the same person is accepted and counts once. */
    async reportSeller({ viewer, network = '' }: RequestContext, id: string, input: ReportInput) {
      await consumeRateLimits(viewer, network)
      const seller = await findSellerToRecommend(kysely, id)
      if (!seller || seller.suspended) throw notFound('seller')
      const reporter = await reporterOf(viewer, network)
      if (reporter.reporter_id === id) throw new AppError('invalid', t(sentences.ownPage))
      await insertReport(kysely, { seller_id: id, recommendation_id: null, ...reporter, ...input })
    },

    async reportRecommendation({ viewer, network = '' }: AuthedContext, id: string, input: ReportInput) {
      await consumeRateLimits(viewer, network)
      const { seller } = await recommendations.get(viewer, id)
      const reporter = await reporterOf(viewer, network)
      await insertReport(kysely, { seller_id: seller.id, recommendation_id: id, ...reporter, ...input })
    },
  }
}

type NewReport = {
  seller_id: string
  recommendation_id: string | null
  reporter_id: string | null
  visitor_hash: string | null
} & ReportInput

async function insertReport(connection: Connection, report: NewReport): Promise<void> {
  await connection
    .insertInto('seller_report')
    .values({ id: uuid(), ...report })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
