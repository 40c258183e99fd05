/** The module as the app sees it: who is asking, the calls, and the identity provider's own paths. */
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/environment.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Sessions, ViewerOf } from '../../platform/http/contract-routes.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { Logger } from '../../platform/log.ts'
import { mountAuthRoutes } from './auth/auth-routes.ts'
import { createIdentity } from './auth/identity.ts'
import { accountRoutes } from './routes.ts'
import { createAccountService } from './service.ts'
import { createSessions, expiredCookies } from './session.ts'

export type AccountSettings = Pick<
  Config,
  'product' | 'publicUrl' | 'google' | 'oidc' | 'production' | 'rateLimit'
>

type Parts = {
  config: AccountSettings
  secret: string
  database: Database
  attempts: RateLimiter
  log: Logger
  /** Who is asking, for tests of other modules; otherwise the session says. */
  viewerOf?: ViewerOf | undefined
}

export function createAccounts({ config, secret, database, attempts, log, viewerOf }: Parts) {
  const { publicUrl, product } = config
  const identity = createIdentity({ config, secret, database, log })
  const viewers = createSessions(database, identity, secret)
  const sessions: Sessions = {
    viewerOf: viewerOf ?? viewers.viewerOf,
    expiredCookies: expiredCookies(publicUrl),
  }
  return {
    sessions,
    routes: accountRoutes(createAccountService({ database, viewers, config })),
    mount: (app: FastifyInstance) =>
      mountAuthRoutes(app, {
        identity,
        attempts,
        viewerOf: sessions.viewerOf,
        publicUrl,
        productName: product.name,
      }),
  }
}
