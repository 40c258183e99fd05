/** The registry of modules: services that several of them use, then each module with what it uses. */
import { fieldValuesSchema } from '../shared/listing-fields/schema.ts'
import type { Config } from './config/environment.ts'
import { emailSubscriptions } from './email-subscriptions.ts'
import { createAccountNetworks } from './modules/accounts/account-networks.ts'
import { accountsModule } from './modules/accounts/module.ts'
import { alertsModule } from './modules/alerts/module.ts'
import { attendanceModule } from './modules/attendance/module.ts'
import { createBackupStatus } from './modules/backup/service.ts'
import { calendarImportModule } from './modules/calendar-import/module.ts'
import { createTopicChanges } from './modules/catalog/categories/changes.ts'
import { categoriesModule } from './modules/catalog/categories/module.ts'
import { createTopicMoves } from './modules/catalog/categories/moves.ts'
import { readSet } from './modules/catalog/categories/sets.ts'
import { describeEntryChange } from './modules/catalog/describe-entry.ts'
import { catalogModule } from './modules/catalog/module.ts'
import { createPlaceChanges } from './modules/catalog/places/changes.ts'
import { placesModule } from './modules/catalog/places/module.ts'
import { homeTownNote } from './modules/catalog/regions.ts'
import { createCatalog } from './modules/catalog/service.ts'
import { contactModule } from './modules/contact/module.ts'
import { createContactService } from './modules/contact/service.ts'
import { contactDetailsModule } from './modules/contact-details/module.ts'
import { createContactDetails } from './modules/contact-details/service.ts'
import { clearDemo, countDemo, loadDemo } from './modules/demo/load-demo.ts'
import { feedsModule } from './modules/feeds/module.ts'
import { flyersModule } from './modules/flyers/module.ts'
import { createFieldChanges } from './modules/listing-fields/changes.ts'
import { narrowFields, widenFields } from './modules/listing-fields/field-topics.ts'
import { describeFields } from './modules/listing-fields/json-schema.ts'
import { listingFieldsModule } from './modules/listing-fields/module.ts'
import { createListingFields } from './modules/listing-fields/service.ts'
import { createEventOrder } from './modules/listings/maintenance.ts'
import { listingsModule } from './modules/listings/module.ts'
import { createListingService } from './modules/listings/service.ts'
import { checkLook, lookModule } from './modules/look/module.ts'
import { accentNote } from './modules/look/palette.ts'
import { createSiteFiles } from './modules/look/site-files.ts'
import { mapsModule } from './modules/maps/module.ts'
import { mediaModule } from './modules/media/module.ts'
import type { PictureStorage } from './modules/media/storage.ts'
import { messagesModule } from './modules/messages/module.ts'
import { createMessageCases } from './modules/messages/service.ts'
import { moderationModule } from './modules/moderation/module.ts'
import { createModeration } from './modules/moderation/service.ts'
import { notificationsModule } from './modules/notifications/module.ts'
import { createNotifications } from './modules/notifications/service.ts'
import { pagesModule } from './modules/pages/module.ts'
import { savedModule } from './modules/saved/module.ts'
import type { SearchEngine } from './modules/search/engine.ts'
import { searchModule } from './modules/search/module.ts'
import { createSearch } from './modules/search/service.ts'
import { searchSuggestionsModule } from './modules/search-suggestions/module.ts'
import { sellersModule } from './modules/sellers/module.ts'
import { createSellerService } from './modules/sellers/service.ts'
import { createSettingChanges } from './modules/settings/changes.ts'
import { createMaintenance } from './modules/settings/maintenance.ts'
import { settingsModule } from './modules/settings/module.ts'
import type { Settings } from './modules/settings/service.ts'
import { setupModule } from './modules/setup/module.ts'
import { statementsModule } from './modules/statements/module.ts'
import { statisticsModule } from './modules/statistics/module.ts'
import { createTextChanges } from './modules/texts/changes.ts'
import { textsModule } from './modules/texts/module.ts'
import { openTexts } from './modules/texts/service.ts'
import { transparencyModule } from './modules/transparency/module.ts'
import { type CacheSources, nowIn } from './platform/cache/tag-cache.ts'
import { followTagChanges } from './platform/cache/tag-changes.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import type { ReadDatabase } from './platform/database/replica.ts'
import type { Sessions, ViewerOf } from './platform/http/contract-routes.ts'
import { createRateLimiter } from './platform/http/rate-limiter.ts'
import { setOwnNames } from './platform/language/reader-language.ts'
import type { Logger } from './platform/log.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { handlersOf, type Module } from './platform/module.ts'
import type { MachineLocks } from './platform/processes/machine-locks.ts'
import { sanitizeSvg } from './platform/sanitize-svg.ts'
import { tagsOfChange } from './schema/content-changes.ts'

export type Site = {
  config: Config
  /** Signs cookies and tokens. */
  secret: string
  database: Database
  /** Where pages and lists are read; the database itself if there is no replica. */
  reads?: ReadDatabase | undefined
  /** The caller stops them. */
  settings: Settings
  /** Finds listings. The caller closes it. */
  engine: SearchEngine
  pictures: PictureStorage
  clock: Clock
  metrics: Metrics
  locks: MachineLocks
  log: Logger
  /** Also charges each request to the account of its viewer. */
  limitSessions: (sessions: Sessions) => Sessions
}

/** What tests replace in modules. */
export type ModuleOverrides = {
  viewerOf?: ViewerOf | undefined
  /** Whether notifications may be sent to an address. */
  isAllowedEndpoint?: ((endpoint: string) => boolean) | undefined
  isAllowedCalendar?: ((url: URL) => boolean) | undefined
  /** Whether lists and pages are cached. They are by default. */
  cachePages?: boolean | undefined
}

export async function createModules(site: Site, overrides: ModuleOverrides) {
  const { config, secret, database, clock } = site
  const { publicUrl, slug } = config
  const texts = await openTexts(site)
  const common = {
    ...site,
    ...overrides,
    reader: site.reads?.reader ?? database,
    settings: site.settings.current,
    slug,
    publicUrl,
    imageHost: config.imageHost,
    rateLimiter: createRateLimiter(database, config.rateLimit, (policy) =>
      site.metrics.rateLimited.inc({ policy }),
    ),
    notifications: createNotifications({ secret, settings: site.settings.current, publicUrl, texts }),
    texts,
    networks: createAccountNetworks(secret),
  }
  const catalog = await createCatalog(database, site.settings)
  setOwnNames(catalog.ownNames)
  const caches: CacheSources | null =
    overrides.cachePages === false || config.devServer
      ? null
      : {
          changes: followTagChanges(common.reader, tagsOfChange),
          now: nowIn(() => site.settings.current().timeZone, clock),
          revision: catalog.revision,
        }
  const reading = { ...common, database: common.reader, caches }
  const accounts = accountsModule(common)
  const sessions = site.limitSessions(accounts.sessions)
  const search = createSearch({ ...reading, catalog })
  const listingFields = createListingFields(reading)
  const updateEventOrder = createEventOrder(database, clock)
  const listings = createListingService({ ...reading, catalog, listingFields, search, updateEventOrder })
  const sellers = createSellerService(common)
  const fieldChanges = createFieldChanges({ database, catalog, settings: site.settings })
  const siteFiles = createSiteFiles(common)
  const settingChanges = createSettingChanges({
    database,
    settings: site.settings,
    check: (values) => checkLook(siteFiles, values),
    effects: { distanceUnit: fieldChanges.queueTravelDistances },
  })
  const topicChanges = createTopicChanges({ database, settings: site.settings, sanitizeSvg })
  const placeChanges = createPlaceChanges({ database, settings: site.settings, catalog })
  const textChanges = createTextChanges({ database, settings: site.settings })
  const backupStatus = createBackupStatus(database, config.backup, site.settings.current, clock)
  const topicMoves = createTopicMoves({
    database,
    settings: site.settings,
    fields: { widen: widenFields, narrow: narrowFields },
  })
  const replyDomain = config.inboundMail?.domain ?? null
  const moderation = createModeration({
    ...common,
    accounts: accounts.service,
    invitations: accounts.invitations,
    catalog,
    listings,
    backupStatus,
    sellers: sellers.moderation,
    messages: createMessageCases({ ...common, replyDomain }),
    fieldChanges,
    undoSetting: settingChanges.undo,
    settingProblems: () => site.settings.state().problems.map(({ sentence }) => sentence),
    undoTopics: topicChanges.undo,
    undoTopicMove: topicMoves.undo,
    undoPlaces: placeChanges.undo,
    undoPlaceMove: placeChanges.undoMove,
    describeEntry: (entry) => describeEntryChange(entry, catalog),
    undoText: textChanges.undo,
  })
  const isClosed = createMaintenance({ settings: common.settings, viewerOf: sessions.viewerOf })
  const contact = createContactService(common)
  const contactDetails = createContactDetails(common)
  const uses = {
    ...common,
    caches,
    viewerOf: sessions.viewerOf,
    isClosed,
    catalog,
    listingFields,
    fieldChanges,
    search,
    listings,
    sellers,
    moderation,
    contact,
    contactDetails,
    textChanges,
  }
  const listing = listingsModule(uses)
  const maps = mapsModule(uses)
  const pages = pagesModule({
    ...uses,
    mapStyleUrl: maps.styleUrl,
    setLanguage: accounts.service.setLanguage,
  })
  const places = placesModule({ database, placeChanges })
  const modules = [
    accounts,
    mediaModule(uses),
    listing,
    searchModule(uses),
    searchSuggestionsModule(uses),
    catalogModule(uses),
    categoriesModule({ database, catalog, topicChanges, topicMoves }),
    places,
    listingFieldsModule(uses),
    settingsModule({
      database,
      settings: site.settings,
      changes: settingChanges,
      invitations: accounts.invitations,
      testEmail: common,
      noteOn(key, settings) {
        if (key === 'accent') return accentNote(settings)
        return key === 'homeTown' ? homeTownNote(settings, catalog) : null
      },
    }),
    setupModule({
      ...uses,
      replaceTopics: (ctx, set) => topicChanges.addSet(ctx, { set, replace: true }),
      removeCountry: places.handlers.removePlaces,
      namesInSet: async (set) => (await readSet(set)).map(({ name }) => name),
      demo: { count: countDemo, add: loadDemo, remove: clearDemo },
    }),
    textsModule(uses),
    savedModule(uses),
    alertsModule(uses),
    attendanceModule(uses),
    calendarImportModule(uses),
    contactModule(uses),
    contactDetailsModule(uses),
    messagesModule({ ...uses, replyDomain }),
    moderationModule(uses),
    notificationsModule({ ...uses, subscriptions: emailSubscriptions(uses) }),
    sellersModule(uses),
    statementsModule(uses),
    statisticsModule(uses),
    transparencyModule(uses),
    lookModule({
      ...uses,
      files: siteFiles,
      refresh: site.settings.refresh,
      renderPreview: pages.renderPreview,
    }),
    maps,
    flyersModule({ ...uses, listUpcoming: listing.listUpcoming }),
    feedsModule({ ...uses, database: uses.reader }),
    pages,
  ] as const
  return {
    all: modules satisfies readonly Module[],
    handlers: handlersOf(modules),
    sessions,
    isClosed,
    siteSchemas: async () => ({ [fieldValuesSchema]: describeFields(await listingFields.all()) }),
    /** Names of categories, which find something on every site. */
    searchWords: () => catalog.categories().map(({ name }) => name),
  }
}
