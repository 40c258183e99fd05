/** Wires up the module: sessions, API calls, and the identity provider's own routes. */
import type { FastifyInstance } from 'fastify'
import type { Viewer } from '../../../shared/policy.ts'
import type { Config } from '../../config/environment.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ReadDatabase } from '../../platform/database/replica.ts'
import type { Sessions, ViewerOf } from '../../platform/http/contract-routes.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { Logger } from '../../platform/log.ts'
import type { AccountEmails } from '../notifications/service.ts'
import type { AccountNetworks } from './account-networks.ts'
import { mountAuthRoutes } from './auth/auth-routes.ts'
import { createIdentity } from './auth/identity.ts'
import { accountRoutes } from './routes.ts'
import { createAccountService } from './service.ts'
import { createSessions, expiredCookies } from './session.ts'
import { createSuspensionRegister } from './suspension.ts'

export type AccountSettings = Pick<
  Config,
  'product' | 'publicUrl' | 'google' | 'oidc' | 'production' | 'rateLimit'
>

type AccountsOptions = {
  config: AccountSettings
  secret: string
  database: Database
  reads?: ReadDatabase | undefined
  rateLimiter: RateLimiter
  networks: AccountNetworks
  emails: AccountEmails
  log: Logger
  /** Replaces the session lookup, for tests of other modules. */
  viewerOf?: ViewerOf | undefined
}

export function createAccounts({
  config,
  secret,
  database,
  reads,
  rateLimiter,
  networks,
  emails,
  log,
  viewerOf: viewerOfOverride,
}: AccountsOptions) {
  const { publicUrl, product } = config
  const suspensions = createSuspensionRegister(database, secret)
  const common = { config, secret, suspensions, emails, rateLimiter, networks, log }
  const identity = createIdentity({ ...common, database })
  const standby = reads && createIdentity({ ...common, database: reads.replica })
  const sessions = createSessions(reads?.reader ?? database, { identity, standby }, secret)
  const viewerOf = viewerOfOverride ?? sessions.viewerOf
  const httpSessions: Sessions = { viewerOf, expiredCookies: expiredCookies(publicUrl) }
  const service = createAccountService({ database, sessions, suspensions, emails, config })
  return {
    sessions: httpSessions,
    service,
    routes: (countUnread: (viewer: Viewer) => Promise<number>) =>
      accountRoutes(service, database, countUnread),
    mount: (app: FastifyInstance) =>
      mountAuthRoutes(app, { identity, rateLimiter, viewerOf, publicUrl, productName: product.name }),
  }
}
