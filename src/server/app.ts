/** The server's table of contents: the web edge, the modules, the pages. Opens no port. */
import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { AppError } from '../shared/errors.ts'
import { type AccountSettings, createAccounts } from './accounts/accounts.ts'
import { openCatalogue } from './catalog/catalogue.ts'
import { catalogRoutes } from './catalog/routes.ts'
import type { Config } from './config.ts'
import { contactRoutes } from './contact/routes.ts'
import { createContact } from './contact/service.ts'
import type { Database } from './database/database.ts'
import { isMigrated } from './database/migrate.ts'
import { createDrawings } from './drawings/drawings.ts'
import { createKeptFiles } from './drawings/kept-files.ts'
import { createListingFlyers } from './drawings/listing-flyer.ts'
import { mountListingFlyers } from './drawings/mount-listing-flyers.ts'
import { mountSharePictures } from './drawings/mount-share-pictures.ts'
import { mountSiteFlyers } from './drawings/mount-site-flyers.ts'
import { createPhotoOf } from './drawings/photos.ts'
import { createSharePictures } from './drawings/share-pictures.ts'
import { mountFeeds } from './feeds/mount-feeds.ts'
import { createAttempts } from './http/attempts.ts'
import { mountDevMailbox } from './http/dev-mailbox.ts'
import { createDispatch } from './http/dispatch.ts'
import { mountDocs } from './http/docs.ts'
import { handleErrors } from './http/errors.ts'
import { mountHealth } from './http/health.ts'
import { mountContract, type ViewerOf } from './http/mount.ts'
import { limitReads } from './http/rate-limits.ts'
import { refuseOtherOrigins } from './http/same-origin.ts'
import { addHeaders, securityHeaders } from './http/security-headers.ts'
import { limitSlowBodies, longestRequestMs, usualPatienceMs } from './http/slow-bodies.ts'
import { createPosting } from './listings/posting.ts'
import { listingRoutes } from './listings/routes.ts'
import { createListingService } from './listings/service.ts'
import { type Clock, createUpkeep } from './listings/upkeep.ts'
import { createMedia, type MediaSettings, type PictureStorage } from './media/media.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { createModeration } from './moderation/service.ts'
import { mountPages } from './pages/pages.ts'

export type AppParts = {
  config: AccountSettings & MediaSettings & Pick<Config, 'logLevel' | 'trustProxy'>
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
  patienceMs?: number
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
    requestTimeout: longestRequestMs,
    http: { headersTimeout: usualPatienceMs, connectionsCheckingInterval: 5_000 },
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
  limitSlowBodies(app, parts.patienceMs ?? usualPatienceMs)
  refuseOtherOrigins(app, config)
  // Nobody writes plain text to a call: what is no JSON is refused as such.
  app.removeContentTypeParser('text/plain')
  await app.register(underPressure, { maxEventLoopDelay: 2000, pressureHandler: refuseUnderPressure })
  await limitReads(app, config.rateLimit)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })

  const { product, publicUrl, imageHost } = config
  const { store } = pictures
  const upkeep = createUpkeep(database, clock, product.timeZone, app.log)
  app.addHook('onClose', async () => upkeep.stop())
  const catalogue = await openCatalogue(database)
  const attempts = createAttempts(database, config.rateLimit)
  const common = { database, attempts, secret, product, publicUrl }
  const accounts = createAccounts({ config, secret, database, attempts, viewerOf, log: app.log })
  const { sessions } = accounts
  const { viewerOf: viewerNow } = sessions
  const media = createMedia({ config, pictures, database, attempts, viewerOf: viewerNow, log: app.log })
  const listings = createListingService(database, catalogue, upkeep)
  const moderation = createModeration({ ...common, catalogue, listings })
  const posting = createPosting({
    ...{ database, catalogue, attempts, clock },
    timeZone: product.timeZone,
    sites: { publicUrl, imageHost },
    removeAsAdmin: moderation.remove,
  })
  const dispatch = createDispatch({
    ...catalogRoutes(catalogue),
    ...listingRoutes(listings, posting),
    ...media.routes,
    ...moderationRoutes(moderation),
    ...contactRoutes(createContact(common)),
    ...accounts.routes,
  })

  const readiness = { database: () => isMigrated(database), storage: () => store.isReachable() }
  mountHealth(app, readiness, () => draining)
  mountContract(app, dispatch, sessions)
  accounts.mount(app)
  await media.mount(app)
  const drawings = createDrawings(app.log)
  app.addHook('onClose', () => drawings.stop())
  const { draw } = drawings
  mountSiteFlyers(app, { draw, product, publicUrl })
  const photoOf = createPhotoOf(store)
  const flyers = createListingFlyers({ draw, photoOf, listings, product, publicUrl })
  mountListingFlyers(app, { flyers, viewerOf: viewerNow, rateLimit: config.rateLimit })
  const kept = createKeptFiles(pictures.shareFolder)
  const sharePictures = createSharePictures({ draw, photoOf, kept, product })
  mountSharePictures(app, { sharePictures, listings, rateLimit: config.rateLimit })
  if (shownOutbox) mountDevMailbox(app, shownOutbox)
  await mountDocs(app, product, publicUrl)
  for (const path of ['/api', '/api/*']) {
    app.all(path, () => {
      throw new AppError('not_found', 'There is no such call. The calls are listed at /api/docs.')
    })
  }
  mountFeeds(app, { database, catalogue, listings, clock, product, publicUrl })
  await mountPages(app, { dispatch, viewerOf: viewerNow, clock, product, publicUrl })
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
