/** The module as the app sees it: who is asking, the calls, and the identity provider's own paths. */
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Attempts } from '../http/attempts.ts'
import type { Sessions, ViewerOf } from '../http/mount.ts'
import type { Logger } from '../log.ts'
import { createIdentity } from './identity.ts'
import { mountIdentity } from './mount-identity.ts'
import { accountRoutes } from './routes.ts'
import { createAccountService } from './service.ts'
import { createViewers, expiredCookies } from './viewers.ts'

export type AccountSettings = Pick<
  Config,
  'product' | 'publicUrl' | 'google' | 'oidc' | 'production' | 'rateLimit'
>

type Parts = {
  config: AccountSettings
  secret: string
  database: Database
  attempts: Attempts
  log: Logger
  /** Who is asking, for tests of other modules; otherwise the session says. */
  viewerOf?: ViewerOf | undefined
}

export function createAccounts({ config, secret, database, attempts, log, viewerOf }: Parts) {
  const { publicUrl, product } = config
  const identity = createIdentity({ config, secret, database, log })
  const viewers = createViewers(database, identity, secret)
  const sessions: Sessions = {
    viewerOf: viewerOf ?? viewers.viewerOf,
    expiredCookies: expiredCookies(publicUrl),
  }
  return {
    sessions,
    routes: accountRoutes(createAccountService({ database, viewers, config })),
    mount: (app: FastifyInstance) =>
      mountIdentity(app, {
        identity,
        attempts,
        viewerOf: sessions.viewerOf,
        publicUrl,
        productName: product.name,
      }),
  }
}
