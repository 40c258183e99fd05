import type { Config } from '../../config/environment.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ReadDatabase } from '../../platform/database/replica.ts'
import type { Sessions, ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Module } from '../../platform/module.ts'
import type { Notifications } from '../notifications/service.ts'
import { mountAuthRoutes } from './auth/auth-routes.ts'
import { createIdentity, type IdentityOptions } from './auth/identity.ts'
import { createInvitations } from './invitations.ts'
import { accountRoutes } from './routes.ts'
import { createAccountService } from './service.ts'
import { createSessions, expiredCookies } from './session.ts'
import { createSuspensionRegister } from './suspension.ts'

type AccountsOptions = Omit<IdentityOptions, 'invitations' | 'suspensions' | 'emails'> & {
  clock: Clock
  config: Pick<Config, 'production'>
  reads?: ReadDatabase | undefined
  notifications: Notifications
  metrics: Metrics
  /** Replaces the session lookup, for tests of other modules. */
  viewerOf?: ViewerOf | undefined
}

export function accountsModule(options: AccountsOptions) {
  const { config, secret, database, reads } = options
  const { publicUrl } = config
  const invitations = createInvitations({ ...options, publicUrl })
  const suspensions = createSuspensionRegister(options)
  const parts = { ...options, invitations, suspensions, emails: options.notifications.account }
  const identity = createIdentity(parts)
  const standby = reads && createIdentity({ ...parts, database: reads.replica })
  const sessions = createSessions(reads?.reader ?? database, { identity, standby }, secret)
  const viewerOf = options.viewerOf ?? sessions.viewerOf
  const service = createAccountService({ ...parts, sessions })
  const module = {
    handlers: accountRoutes(service, database, invitations),
    mount: (app) => mountAuthRoutes(app, { ...parts, identity, viewerOf, publicUrl }),
  } satisfies Module
  const httpSessions: Sessions = { viewerOf, expiredCookies: () => expiredCookies(publicUrl) }
  return { ...module, sessions: httpSessions, service, invitations }
}
