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
import { accountRoutes } from './routes.ts'
import { createAccountService } from './service.ts'
import { createSessions, expiredCookies } from './session.ts'
import { createSuspensionRegister } from './suspension.ts'

type AccountsOptions = {
  config: Pick<Config, 'product' | 'publicUrl' | 'google' | 'oidc' | 'production'>
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

export function accountsModule(options: AccountsOptions) {
  const { config, secret, database, reads } = options
  const { publicUrl, product } = config
  const suspensions = createSuspensionRegister(database, secret)
  const parts = { ...options, suspensions, emails: options.notifications.account }
  const identity = createIdentity(parts)
  const standby = reads && createIdentity({ ...parts, database: reads.replica })
  const sessions = createSessions(reads?.reader ?? database, { identity, standby }, secret)
  const viewerOf = options.viewerOf ?? sessions.viewerOf
  const service = createAccountService({ ...parts, sessions })
  const module = {
    handlers: accountRoutes(service, database),
    mount: (app) =>
      mountAuthRoutes(app, { ...parts, identity, viewerOf, publicUrl, productName: product.name }),
  } satisfies Module
  const httpSessions: Sessions = { viewerOf, expiredCookies: expiredCookies(publicUrl) }
  return { ...module, sessions: httpSessions, service }
}
