import type { Config } from '../../config/environment.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ReadDatabase } from '../../platform/database/replica.ts'
import type { Sessions, ViewerOf } from '../../platform/http/contract-routes.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { Logger } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Module } from '../../platform/module.ts'
import type { Notifications } from '../notifications/service.ts'
import type { AccountNetworks } from './account-networks.ts'
import { mountAuthRoutes } from './auth/auth-routes.ts'
import { createIdentity } from './auth/identity.ts'
import { countSignIns } from './auth/sign-in-metrics.ts'
import { accountRoutes } from './routes.ts'
import { createAccountService } from './service.ts'
import { createSessions, expiredCookies } from './session.ts'
import { createSuspensionRegister } from './suspension.ts'

type AccountSettings = Pick<Config, 'product' | 'publicUrl' | 'google' | 'oidc' | 'production' | 'rateLimit'>

type AccountsOptions = {
  config: AccountSettings
  secret: string
  database: Database
  reads?: ReadDatabase | undefined
  rateLimiter: RateLimiter
  networks: AccountNetworks
  notifications: Notifications
  metrics: Metrics
  log: Logger
  /** Replaces the session lookup, for tests of other modules. */
  viewerOf?: ViewerOf | undefined
}

/** Sessions, the calls about one's own account, and the identity provider's own routes. */
export function accountsModule({
  config,
  secret,
  database,
  reads,
  rateLimiter,
  networks,
  notifications,
  metrics,
  log,
  viewerOf: viewerOfOverride,
}: AccountsOptions) {
  const { publicUrl, product } = config
  const emails = notifications.account
  const suspensions = createSuspensionRegister(database, secret)
  const common = { config, secret, suspensions, emails, rateLimiter, networks, log }
  const identity = createIdentity({ ...common, database })
  const standby = reads && createIdentity({ ...common, database: reads.replica })
  const sessions = createSessions(reads?.reader ?? database, { identity, standby }, secret)
  const viewerOf = viewerOfOverride ?? sessions.viewerOf
  const httpSessions: Sessions = { viewerOf, expiredCookies: expiredCookies(publicUrl) }
  const service = createAccountService({ database, sessions, suspensions, emails, config })
  const parts = {
    handlers: accountRoutes(service, database),
    async mount(app) {
      countSignIns(app, metrics)
      await mountAuthRoutes(app, { identity, rateLimiter, viewerOf, publicUrl, productName: product.name })
    },
  } satisfies Module
  return { ...parts, sessions: httpSessions, service }
}
