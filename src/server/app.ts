/** The server's table of contents: the web edge, the modules, the pages. Opens no port. */
import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { AppError } from '../shared/errors.ts'
import type { Config } from './config/environment.ts'
import { type AccountSettings, createAccounts } from './modules/accounts/accounts.ts'
import { catalogRoutes } from './modules/catalog/routes.ts'
import { createCatalog } from './modules/catalog/service.ts'
import { contactRoutes } from './modules/contact/routes.ts'
import { createContact } from './modules/contact/service.ts'
import { mountFeeds } from './modules/feeds/mount-feeds.ts'
import { createDiskCache } from './modules/flyers/disk-cache.ts'
import { createDrawings } from './modules/flyers/drawings.ts'
import { createListingFlyers } from './modules/flyers/listing-flyer.ts'
import { mountListingFlyers } from './modules/flyers/mount-listing-flyers.ts'
import { mountSharePictures } from './modules/flyers/mount-share-pictures.ts'
import { mountSiteFlyers } from './modules/flyers/mount-site-flyers.ts'
import { createPhotoLoader } from './modules/flyers/photos.ts'
import { createSharePictures } from './modules/flyers/share-pictures.ts'
import { createListingMaintenance } from './modules/listings/maintenance.ts'
import { createPosting } from './modules/listings/posting.ts'
import { listingRoutes } from './modules/listings/routes.ts'
import { createListingService } from './modules/listings/service.ts'
import { createMedia, type MediaSettings, type PictureStorage } from './modules/media/media.ts'
import { moderationRoutes } from './modules/moderation/routes.ts'
import { createModeration } from './modules/moderation/service.ts'
import { mountPages } from './modules/pages/pages.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { isMigrated } from './platform/database/migrate.ts'
import { addBodyTimeout, defaultBodyTimeoutMs, maxRequestMs } from './platform/http/body-timeout.ts'
import { mountContractRoutes, type ViewerOf } from './platform/http/contract-routes.ts'
import { rejectCrossOrigin } from './platform/http/csrf.ts'
import { createDispatch } from './platform/http/dispatch.ts'
import { mountDocs } from './platform/http/docs.ts'
import { handleErrors } from './platform/http/errors.ts'
import { mountHealth } from './platform/http/health.ts'
import { limitRequestsByIp } from './platform/http/ip-rate-limit.ts'
import { createRateLimiter } from './platform/http/rate-limiter.ts'
import { addHeaders, securityHeaders } from './platform/http/security-headers.ts'
import { mountDevMailbox } from './platform/mail/dev-mailbox.ts'

export type AppParts = {
  config: AccountSettings &
    MediaSettings &
    Pick<Config, 'logLevel' | 'trustProxy'> &
    Partial<Pick<Config, 'devServer'>>
  /** Signs cookies and tokens. */
  secret: string
  database: Database
  pictures: PictureStorage
  clock: Clock
  /** Who is asking, for tests; otherwise the session says. */
  viewerOf?: ViewerOf
  /** Where mail is written to files, to be shown at `/dev/mailbox`; without it nothing is shown. */
  shownOutbox?: string | null
  /** How long a body may keep the server waiting; tests have less time. */
  bodyTimeoutMs?: number
}

export type App = {
  http: FastifyInstance
  /** From now on `/readyz` says that this process is stopping and every answer closes its connection. */
  drain: () => void
}

export async function createApp(parts: AppParts): Promise<App> {
  const { config, secret, database, pictures, clock, viewerOf, shownOutbox } = parts
  let draining = false
  const headers = securityHeaders(config.publicUrl, config.imageHost)
  const nextRequestId = requestIds()
  const app = Fastify({
    logger: { level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] },
    genReqId: nextRequestId,
    trustProxy: config.trustProxy,
    requestTimeout: maxRequestMs,
    http: { headersTimeout: defaultBodyTimeoutMs, connectionsCheckingInterval: 5_000 },
    connectionTimeout: 60_000,
    bodyLimit: 256 * 1024,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500, querystringParser: (text) => queryOf(text) },
    frameworkErrors(_error, request, reply) {
      // No hook runs for an address that cannot be decoded: what every answer carries is set here.
      const refused = reply as FastifyReply
      void refused
        .code(400)
        .headers({ ...headers, 'x-request-id': request.id })
        .send(badAddress.toReply())
    },
  })
  addHeaders(app, headers, () => draining)
  handleErrors(app)
  addBodyTimeout(app, parts.bodyTimeoutMs ?? defaultBodyTimeoutMs)
  rejectCrossOrigin(app, config)
  // Nobody writes plain text to a call: what is no JSON is refused as such.
  app.removeContentTypeParser('text/plain')
  await app.register(underPressure, { maxEventLoopDelay: 2000, pressureHandler: refuseUnderPressure })
  await limitRequestsByIp(app, config.rateLimit)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })

  const { product, publicUrl, imageHost } = config
  const { store } = pictures
  const upkeep = createListingMaintenance(database, clock, product.timeZone, app.log)
  app.addHook('onClose', async () => upkeep.stop())
  const catalog = await createCatalog(database)
  const attempts = createRateLimiter(database, config.rateLimit)
  const common = { database, attempts, secret, product, publicUrl }
  const accounts = createAccounts({ config, secret, database, attempts, viewerOf, log: app.log })
  const { sessions } = accounts
  const { viewerOf: viewerNow } = sessions
  const media = createMedia({ config, pictures, database, attempts, viewerOf: viewerNow, log: app.log })
  const listings = createListingService(database, catalog, upkeep)
  const moderation = createModeration({ ...common, catalog, listings })
  const posting = createPosting({
    ...{ database, catalog, attempts, clock },
    timeZone: product.timeZone,
    sites: { publicUrl, imageHost },
    removeAsAdmin: moderation.remove,
  })
  const dispatch = createDispatch({
    ...catalogRoutes(catalog),
    ...listingRoutes(listings, posting),
    ...media.routes,
    ...moderationRoutes(moderation),
    ...contactRoutes(createContact(common)),
    ...accounts.routes,
  })

  const readiness = { database: () => isMigrated(database), storage: () => store.isReachable() }
  mountHealth(app, readiness, () => draining)
  mountContractRoutes(app, dispatch, sessions)
  accounts.mount(app)
  await media.mount(app)
  const drawings = createDrawings(app.log)
  app.addHook('onClose', () => drawings.stop())
  const { draw } = drawings
  mountSiteFlyers(app, { draw, product, publicUrl })
  const loadPhoto = createPhotoLoader(store)
  const flyers = createListingFlyers({ draw, loadPhoto, listings, product, publicUrl })
  mountListingFlyers(app, { flyers, viewerOf: viewerNow, rateLimit: config.rateLimit })
  const kept = createDiskCache(pictures.shareFolder)
  const sharePictures = createSharePictures({ draw, loadPhoto, kept, product })
  mountSharePictures(app, { sharePictures, listings, rateLimit: config.rateLimit })
  if (shownOutbox) mountDevMailbox(app, shownOutbox)
  await mountDocs(app, product, publicUrl)
  for (const path of ['/api', '/api/*']) {
    app.all(path, () => {
      throw new AppError('not_found', 'There is no such call. The calls are listed at /api/docs.')
    })
  }
  mountFeeds(app, { database, catalog, listings, clock, product, publicUrl })
  await mountPages(app, {
    dispatch,
    viewerOf: viewerNow,
    clock,
    product,
    publicUrl,
    devServer: config.devServer ?? false,
  })
  app.setNotFoundHandler(() => {
    throw new AppError('not_found', 'There is nothing at this address that can be asked in this way.')
  })

  const drain = () => {
    draining = true
  }
  return { http: app, drain }
}

/** Unlike those of any other run: eight random bytes for this one, then a count. */
function requestIds() {
  const run = randomBytes(8).toString('base64url')
  let count = 0
  return () => {
    count += 1
    return `${run}-${count.toString(36)}`
  }
}

const badAddress = new AppError('invalid', 'The address cannot be read. Please check it.')

function refuseUnderPressure(): never {
  throw new AppError('unavailable', 'The site is very busy right now. Please try again in a few seconds.')
}

/** Repeated parameters become lists, which the schemas refuse by name; nothing is nested, nothing reaches a prototype. */
function queryOf(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) {
    const before = query[key]
    query[key] = before === undefined ? value : [before, value].flat()
  }
  return query
}
