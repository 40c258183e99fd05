/** The server's table of contents: HTTP plugins, modules, routes, and pages. Opens no port. */
import compress from '@fastify/compress'
import type { Config } from './config/environment.ts'
import { type AccountSettings, createAccounts } from './modules/accounts/accounts.ts'
import { catalogRoutes } from './modules/catalog/routes.ts'
import { createCatalog } from './modules/catalog/service.ts'
import { contactRoutes } from './modules/contact/routes.ts'
import { createContactService } from './modules/contact/service.ts'
import { mountFeeds } from './modules/feeds/feeds.ts'
import { mountFlyers } from './modules/flyers/flyers.ts'
import { createListingMaintenance } from './modules/listings/maintenance.ts'
import { createPosting } from './modules/listings/posting.ts'
import { listingRoutes } from './modules/listings/routes.ts'
import { createListingService } from './modules/listings/service.ts'
import { createMedia, type MediaSettings } from './modules/media/media.ts'
import type { PictureStorage } from './modules/media/storage.ts'
import { moderationRoutes } from './modules/moderation/routes.ts'
import { createModeration } from './modules/moderation/service.ts'
import { createNotifications } from './modules/notifications/service.ts'
import { mountPages } from './modules/pages/pages.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { isMigrated } from './platform/database/migrate.ts'
import { addBodyTimeout, defaultBodyTimeoutMs } from './platform/http/body-timeout.ts'
import { mountContractRoutes, type ViewerOf } from './platform/http/contract-routes.ts'
import { rejectCrossOrigin } from './platform/http/csrf.ts'
import { createDispatch } from './platform/http/dispatch.ts'
import { mountDocs } from './platform/http/docs.ts'
import { handleErrors, handleNotFound } from './platform/http/errors.ts'
import { mountHealth } from './platform/http/health.ts'
import { limitRequestsByIp } from './platform/http/ip-rate-limit.ts'
import { createRateLimiter } from './platform/http/rate-limiter.ts'
import { createServer, type ServerSettings, shedLoad } from './platform/http/server.ts'
import { mountDevMailbox } from './platform/mail/dev-mailbox.ts'

export type AppOptions = {
  config: AccountSettings & MediaSettings & ServerSettings & Partial<Pick<Config, 'devServer'>>
  /** Signs cookies and tokens. */
  secret: string
  database: Database
  pictures: PictureStorage
  clock: Clock
  /** Replaces sessions in tests. */
  viewerOf?: ViewerOf
  /** The folder of emails that `/dev/mailbox` shows; null or missing in production. */
  shownOutbox?: string | null
  /** Shorter in tests. */
  bodyTimeoutMs?: number
}

export type App = Awaited<ReturnType<typeof createApp>>

export async function createApp(options: AppOptions) {
  const { config, secret, database, pictures, clock } = options
  const { product, publicUrl, imageHost, rateLimit } = config
  let draining = false

  const app = createServer(config, () => draining)
  handleErrors(app)
  addBodyTimeout(app, options.bodyTimeoutMs ?? defaultBodyTimeoutMs)
  rejectCrossOrigin(app, config)
  await shedLoad(app)
  await limitRequestsByIp(app, rateLimit)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })

  const rateLimiter = createRateLimiter(database, rateLimit)
  const catalog = await createCatalog(database)
  const notifications = createNotifications({ secret, product, publicUrl })
  const emails = notifications.account
  const accounts = createAccounts({ ...options, rateLimiter, emails, log: app.log })
  const { viewerOf } = accounts.sessions
  const media = createMedia({ config, pictures, database, rateLimiter, viewerOf, log: app.log })
  const maintenance = createListingMaintenance(database, clock, product.timeZone, app.log)
  app.addHook('onClose', async () => maintenance.stop())
  const listings = createListingService(database, catalog, maintenance)
  const common = { database, rateLimiter, notifications, secret }
  const moderation = createModeration({ ...common, accounts: accounts.service, listings })
  const contact = createContactService(common)
  const posting = createPosting({
    ...{ database, catalog, rateLimiter, clock, timeZone: product.timeZone },
    sites: { publicUrl, imageHost },
    removeAsAdmin: moderation.remove,
  })
  const dispatch = createDispatch({
    ...catalogRoutes(catalog),
    ...listingRoutes({ listings, posting, explainHiding: moderation.explainHiding }),
    ...media.routes,
    ...moderationRoutes(moderation),
    ...contactRoutes(contact),
    ...accounts.routes,
  })

  const readiness = { database: () => isMigrated(database), storage: () => pictures.store.isReachable() }
  mountHealth(app, readiness, () => draining)
  mountContractRoutes(app, dispatch, accounts.sessions)
  accounts.mount(app)
  await media.mount(app)
  mountFlyers(app, { listings, pictures, viewerOf, rateLimit, product, publicUrl })
  if (options.shownOutbox) mountDevMailbox(app, options.shownOutbox, product.timeZone)
  await mountDocs(app, product, publicUrl)
  mountFeeds(app, { database, catalog, listings, clock, product, publicUrl })
  await mountPages(app, {
    dispatch,
    viewerOf,
    clock,
    product,
    publicUrl,
    devServer: config.devServer ?? false,
  })
  handleNotFound(app)

  /** Makes `/readyz` report that the process is stopping, and every response close its connection. */
  const drain = () => {
    draining = true
  }
  return { http: app, drain }
}
