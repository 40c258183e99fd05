/** The server's table of contents: HTTP plugins, modules, routes, and pages. Opens no port. */
import type { Config } from './config/environment.ts'
import { defaultFreshnessSettings } from './config/freshness-settings.ts'
import { createAccountNetworks } from './modules/accounts/account-networks.ts'
import { type AccountSettings, createAccounts } from './modules/accounts/accounts.ts'
import { countSignIns } from './modules/accounts/auth/sign-in-metrics.ts'
import { mountAlertForms } from './modules/alerts/forms.ts'
import { alertRoutes } from './modules/alerts/routes.ts'
import { createAlertService } from './modules/alerts/service.ts'
import { savedSearchSubscription } from './modules/alerts/subscription.ts'
import { mountAttendance } from './modules/attendance/forms.ts'
import { attendanceRoutes } from './modules/attendance/routes.ts'
import { createAttendanceService } from './modules/attendance/service.ts'
import { createBackupStatus, timeOfLastBackup } from './modules/backup/service.ts'
import { mountCalendarFiles } from './modules/calendar-import/file-routes.ts'
import { mountCalendarForms } from './modules/calendar-import/forms.ts'
import { createFileImport } from './modules/calendar-import/import-file.ts'
import { importedCalendarRoutes } from './modules/calendar-import/routes.ts'
import { createCalendarImport } from './modules/calendar-import/service.ts'
import { catalogRoutes } from './modules/catalog/routes.ts'
import { createCatalog } from './modules/catalog/service.ts'
import { contactRoutes } from './modules/contact/routes.ts'
import { createContactService } from './modules/contact/service.ts'
import { mountContactForms } from './modules/contact-details/forms.ts'
import { contactDetailsRoutes } from './modules/contact-details/routes.ts'
import { createContactDetails } from './modules/contact-details/service.ts'
import { mountFeeds } from './modules/feeds/feeds.ts'
import { mountFlyers } from './modules/flyers/flyers.ts'
import { createEventDates } from './modules/listings/dates/service.ts'
import { mountEventForms } from './modules/listings/forms.ts'
import { mountRenewalForms } from './modules/listings/freshness/forms.ts'
import { createRenewals } from './modules/listings/freshness/renewals.ts'
import { renewalRoutes } from './modules/listings/freshness/routes.ts'
import { createListingMaintenance } from './modules/listings/maintenance.ts'
import { createPosting } from './modules/listings/posting.ts'
import { listingRoutes } from './modules/listings/routes.ts'
import { createListingService } from './modules/listings/service.ts'
import { createVenueSuggestions } from './modules/listings/venues.ts'
import { mountTownMaps } from './modules/maps/town-maps.ts'
import { createMedia, type MediaSettings } from './modules/media/media.ts'
import type { PictureStorage } from './modules/media/storage.ts'
import { mountMessageForms } from './modules/messages/forms.ts'
import { messageRoutes } from './modules/messages/routes.ts'
import { createMessageService } from './modules/messages/service.ts'
import { conversationSubscription } from './modules/messages/subscription.ts'
import { mountReviewForms } from './modules/moderation/forms.ts'
import { requestReview } from './modules/moderation/review-requests.ts'
import { moderationRoutes } from './modules/moderation/routes.ts'
import { createModeration } from './modules/moderation/service.ts'
import { mountEmailForms } from './modules/notifications/forms.ts'
import { emailSubscriptionRoutes } from './modules/notifications/routes.ts'
import { createNotifications } from './modules/notifications/service.ts'
import { createSubscriptions } from './modules/notifications/subscriptions.ts'
import { mountEmbed } from './modules/pages/embed/embed.ts'
import { createPageCache } from './modules/pages/page-cache.ts'
import { mountPages } from './modules/pages/pages.ts'
import { mountSavedForms } from './modules/saved/forms.ts'
import { savedRoutes } from './modules/saved/routes.ts'
import { createSavedService } from './modules/saved/service.ts'
import type { SearchEngine } from './modules/search/engine.ts'
import { createSearch } from './modules/search/service.ts'
import { searchSuggestionRoutes } from './modules/search-suggestions/routes.ts'
import { createSuggestions } from './modules/search-suggestions/service.ts'
import { mountSellerForms } from './modules/sellers/forms.ts'
import { sellerRoutes } from './modules/sellers/routes.ts'
import { createSellerService } from './modules/sellers/service.ts'
import type { Clock } from './platform/clock.ts'
import { pruneContentChanges } from './platform/database/content-changes.ts'
import type { Database } from './platform/database/database.ts'
import { isMigrated } from './platform/database/migrate.ts'
import type { ReadDatabase } from './platform/database/replica.ts'
import { createWriteGuard } from './platform/database/write-guard.ts'
import { addBodyTimeout, defaultBodyTimeoutMs } from './platform/http/body-timeout.ts'
import { compressReplies } from './platform/http/compression.ts'
import { mountContractRoutes, type ViewerOf } from './platform/http/contract-routes.ts'
import { rejectCrossOrigin } from './platform/http/csrf.ts'
import { createDispatch } from './platform/http/dispatch.ts'
import { mountDocs } from './platform/http/docs.ts'
import { handleErrors, handleNotFound } from './platform/http/errors.ts'
import { mountHealth, rejectWritesWithoutSpace } from './platform/http/health.ts'
import { type LoadLimits, loadLimitsOf, shedLoad } from './platform/http/load-shedding.ts'
import { mountProxyProbe } from './platform/http/proxy-probe.ts'
import { createRateLimiter } from './platform/http/rate-limiter.ts'
import { routeReadsByRequest } from './platform/http/read-routing.ts'
import { limitAccounts, limitRequests } from './platform/http/request-limits.ts'
import { createServer, type ServerSettings } from './platform/http/server.ts'
import { jobQueue } from './platform/jobs/queue-state.ts'
import { mountDevMailbox } from './platform/mail/dev-mailbox.ts'
import { emailQueue } from './platform/mail/outbox.ts'
import { countRejections } from './platform/metrics/count-rejections.ts'
import { countQueries, observeQueries } from './platform/metrics/database-metrics.ts'
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts'
import { mountMetrics } from './platform/metrics/mount-metrics.ts'
import type { OtherProcesses } from './platform/metrics/process-exchange.ts'
import { ownTurns, type Turns } from './platform/processes/turns.ts'
import { openBudgets } from './platform/rate-limit/open-budgets.ts'
import { type Tracing, traceCalls } from './platform/tracing/tracing.ts'
import { warmUp } from './warm-up.ts'

export type AppOptions = {
  config: AccountSettings &
    MediaSettings &
    ServerSettings &
    Partial<
      Pick<
        Config,
        | 'devServer'
        | 'backup'
        | 'inboundMail'
        | 'dataDir'
        | 'metricsToken'
        | 'redisUrl'
        | 'workerNumber'
        | 'freshness'
      >
    >
  /** Signs cookies and tokens. */
  secret: string
  database: Database
  /** Where pages and lists are read; the database itself if there is no replica. */
  reads?: ReadDatabase | undefined
  /** What finds listings. Whoever opened it closes it. */
  engine: SearchEngine
  /** The folder of the embedded PostgreSQL; null or missing for another server. */
  databaseFolder?: string | null
  pictures: PictureStorage
  clock: Clock
  /** Those of this process; new ones if missing. */
  metrics?: Metrics
  /** Missing: nothing is traced. */
  tracing?: Tracing | null
  /** Replaces sessions in tests. */
  viewerOf?: ViewerOf
  /** The folder of emails that `/dev/mailbox` shows; null or missing in production. */
  shownOutbox?: string | null
  /** Shorter in tests. */
  bodyTimeoutMs?: number
  /** Lower in tests. */
  loadLimits?: LoadLimits
  /** Missing: this process alone serves the site. */
  otherProcesses?: OtherProcesses | undefined
  turns?: Turns
  /** For tests: whether notifications may be sent to an address. */
  isAllowedEndpoint?: (endpoint: string) => boolean
  /** For tests: whether a calendar may be imported. */
  isAllowedCalendar?: (url: URL) => boolean
  /** For tests: false renders every page for its request. */
  cachePages?: boolean
}

export type App = Awaited<ReturnType<typeof createApp>>

export async function createApp(options: AppOptions) {
  const { config, secret, database, pictures, clock, metrics = createMetrics(), tracing = null } = options
  const { turns = ownTurns } = options
  const { product, publicUrl, imageHost, rateLimit } = config
  const reader = options.reads?.reader ?? database
  let draining = false

  const { app, connections } = createServer(config, metrics)
  tracing?.traceRequests(app)
  handleErrors(app)
  addBodyTimeout(app, options.bodyTimeoutMs ?? defaultBodyTimeoutMs)
  const budgets = await openBudgets(config, database, app.log)
  limitRequests(app, budgets, metrics)
  rejectCrossOrigin(app, config)
  if (options.reads) routeReadsByRequest(app, options.reads.routing, publicUrl)
  shedLoad(app, database.pool, metrics, options.loadLimits ?? loadLimitsOf(turns.processes))
  await compressReplies(app)

  const writeGuard = createWriteGuard(database, options.databaseFolder ?? null)
  rejectWritesWithoutSpace(app, writeGuard)
  const observers = [countQueries(metrics), ...(tracing ? [tracing.observeQuery] : [])]
  for (const { pool } of [database, ...(options.reads ? [options.reads.replica] : [])]) {
    tracing?.keepContext(pool)
    observeQueries(app, pool, observers)
  }
  const rateLimiter = countRejections(createRateLimiter(database, rateLimit), metrics)
  const catalog = await createCatalog(database)
  const notifications = createNotifications({ secret, product, publicUrl })
  const emails = notifications.account
  const networks = createAccountNetworks(secret)
  const accounts = createAccounts({ ...options, rateLimiter, networks, emails, log: app.log })
  const sessions = limitAccounts(accounts.sessions, budgets, metrics)
  const { viewerOf } = sessions
  const media = createMedia({
    ...{ config, pictures, database, reader, rateLimiter, viewerOf, metrics, turns },
    log: app.log,
  })
  const maintenance = createListingMaintenance(database, clock, app.log)
  app.addHook('onClose', async () => maintenance.stop())
  const cachesPages = !config.devServer && options.cachePages !== false
  const pageCache = cachesPages ? createPageCache(reader) : null
  const stopPruning = pruneContentChanges(database, (error) =>
    app.log.warn({ err: error }, 'Could not delete old content changes.'),
  )
  app.addHook('onClose', async () => stopPruning())
  const search = createSearch({ database: reader, catalog, engine: options.engine })
  // Without a warm-up, the first search would wait for it. A failure is that of the next search.
  app.addHook('onListen', () => void search.warmUp().catch(() => {}))
  const { timeZone } = product
  const freshness = config.freshness ?? defaultFreshnessSettings
  const listings = createListingService({
    ...{ database: reader, catalog, search, maintenance, clock, timeZone, freshness },
  })
  const suggest = createSuggestions({
    ...{ categories: catalog.categories(), locations: catalog.locations(), cities: catalog.places().cities },
    countTopics: () => listings.countByTopic({}),
    vocabulary: search.vocabulary,
    clock,
  })
  const common = { database, rateLimiter, notifications, secret }
  const siteName = product.name
  const backupStatus = createBackupStatus(database, config.backup, clock)
  const sellers = createSellerService({ ...common, reader, siteName, networks })
  const moderation = createModeration({
    ...{ ...common, accounts: accounts.service, listings, backupStatus },
    sellers: sellers.moderation,
  })
  const contact = createContactService({ ...common, siteName })
  const contactDetails = createContactDetails({
    ...{ database, reader, rateLimiter, secret },
    visibility: product.contactVisibility,
  })
  const replyDomain = config.inboundMail?.domain ?? null
  const messages = createMessageService({ ...common, contact, replyDomain, siteName, networks })
  const posting = createPosting({
    ...{ database, catalog, rateLimiter, networks, clock, timeZone, freshness },
    sites: { publicUrl, imageHost },
    removeAsAdmin: moderation.remove,
    requestReview,
  })
  const attendance = createAttendanceService({ database, listings, catalog, rateLimiter, clock })
  const eventDates = createEventDates({ database, catalog, rateLimiter, clock, posting })
  const { isAllowedEndpoint } = options
  const alerts = createAlertService({ ...common, listings, timeZone, isAllowedEndpoint })
  const { isAllowedCalendar } = options
  const calendarImport = createCalendarImport({ ...common, catalog, timeZone, isAllowedCalendar })
  const calendarFiles = createFileImport({ ...common, catalog, timeZone, clock })
  const subscriptions = createSubscriptions(database, secret, {
    'saved-search': savedSearchSubscription(notifications.wantsEmail),
    conversation: conversationSubscription,
  })
  const calls = createDispatch({
    ...catalogRoutes(catalog),
    ...listingRoutes({
      ...{ listings, posting, eventDates, contactDetails },
      explainHiding: moderation.explainHiding,
      suggestVenues: createVenueSuggestions(reader, catalog),
    }),
    ...contactDetailsRoutes(contactDetails, listings),
    ...renewalRoutes(createRenewals({ database, secret, clock })),
    ...searchSuggestionRoutes(suggest),
    ...savedRoutes(createSavedService(database)),
    ...attendanceRoutes(attendance),
    ...media.routes,
    ...moderationRoutes(moderation),
    ...contactRoutes(contact),
    ...messageRoutes(messages),
    ...emailSubscriptionRoutes(database, subscriptions),
    ...alertRoutes(alerts),
    ...importedCalendarRoutes(calendarImport),
    ...sellerRoutes(sellers),
    ...accounts.routes(messages.countUnread),
  })

  const dispatch = traceCalls(calls, tracing)

  // Without the primary, pages can still be read from the replica.
  const canWork = options.reads ? async () => true : writeGuard.canWrite
  const readiness = {
    database: async () => (await isMigrated(reader)) && (await canWork()),
    storage: () => pictures.store.isReachable(),
  }
  mountHealth(app, readiness, () => draining)
  const metricsListener = mountMetrics(app, {
    metrics,
    access: { token: config.metricsToken ?? null, openToThisMachine: !config.production },
    ...{ worker: config.workerNumber ?? null, otherProcesses: options.otherProcesses },
    sources: {
      ...{ database, queues: [jobQueue, emailQueue, moderation.queue] },
      caches: { ...listings.caches, ...(pageCache && { pages: pageCache.stats }) },
      ...{ folder: config.dataDir ?? null, lastBackup: () => timeOfLastBackup(database) },
    },
  })
  mountProxyProbe(app, secret)
  mountContractRoutes(app, dispatch, sessions)
  countSignIns(app, metrics)
  accounts.mount(app)
  await media.mount(app)
  mountMessageForms(app, { dispatch, viewerOf, publicUrl })
  mountEmailForms(app, { dispatch, viewerOf, publicUrl })
  mountAlertForms(app, { dispatch, viewerOf, publicUrl })
  mountCalendarForms(app, { dispatch, viewerOf, publicUrl })
  await mountCalendarFiles(app, { files: calendarFiles, viewerOf, publicUrl })
  mountRenewalForms(app, { dispatch, viewerOf, publicUrl })
  mountReviewForms(app, { dispatch, viewerOf, publicUrl })
  mountSellerForms(app, { dispatch, viewerOf, publicUrl })
  mountEventForms(app, { dispatch, viewerOf, publicUrl })
  mountSavedForms(app, { dispatch, viewerOf, publicUrl })
  mountAttendance(app, attendance, { dispatch, viewerOf, publicUrl })
  mountTownMaps(app, catalog)
  mountFlyers(app, {
    ...{ listings, listUpcoming: eventDates.listUpcoming, pictures },
    ...{ viewerOf, product, publicUrl, turns },
  })
  if (options.shownOutbox) mountDevMailbox(app, options.shownOutbox, product.timeZone)
  await mountDocs(app, product, publicUrl)
  mountFeeds(app, { database: reader, catalog, listings, clock, product, publicUrl })
  mountEmbed(app, { dispatch, product, publicUrl, imageHost, clock, catalog, cache: pageCache })
  const { sendAd } = await mountPages(app, {
    ...{ dispatch, viewerOf, clock, product, publicUrl, catalog },
    cache: pageCache,
    devServer: config.devServer ?? false,
  })
  mountContactForms(app, { dispatch, viewerOf, sendAd })
  handleNotFound(app)

  return {
    http: app,
    /** Serves the metrics alone, for METRICS_LISTEN. */
    metricsListener,
    /** Serves typical requests before visitors send theirs, for at most this many milliseconds. Never throws. */
    warmUp: (maxMs: number, stopRequested: Promise<unknown>) =>
      warmUp({
        ...{ http: app, warmUpSearch: search.warmUp, maxMs, stopRequested },
        words: catalog.categories().map(({ name }) => name),
      }),
    /** Makes every response close its connection, so that clients open their next one to another process. */
    closeConnections: connections.closeWithResponses,
    /** Closes those without a request. A request that is on its way gets a refusal. */
    refuseIdleConnections: connections.refuseIdle,
    /** Closes all. A request that is not finished gets an error. */
    abandonConnections: connections.abandonAll,
    /** Also makes `/readyz` report that the site is stopping. */
    drain() {
      connections.closeWithResponses()
      draining = true
    },
  }
}
