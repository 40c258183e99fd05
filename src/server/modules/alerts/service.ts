/** Saved searches: people hear about new ads that match. They see and change only their own. */
import type {
  AlertFrequency,
  NewPushSubscription,
  SavedSearchChange,
  SavedSearches,
} from '../../../shared/contract/saved-searches.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import { maxSavedSearches } from '../../../shared/limits.ts'
import type { Kind, ListSearch } from '../../../shared/listing.ts'
import { offeredKinds } from '../../../shared/offered-kinds.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import { ensureProfile } from '../accounts/service.ts'
import type { ListingService } from '../listings/service.ts'
import { limitTo } from './followed.ts'
import { isPublicEndpoint } from './push/endpoint.ts'
import * as subscriptions from './push/queries.ts'
import { vapidKeys } from './push/vapid-keys.ts'
import * as queries from './queries.ts'
import { listPath, queryOf } from './search-query.ts'

type Options = {
  database: Database
  listings: Pick<ListingService, 'compile'>
  rateLimiter: RateLimiter
  secret: string
  settings: CurrentSettings
  /** Whether notifications may be sent to an address; only tests replace it. */
  isAllowedEndpoint?: ((endpoint: string) => boolean) | undefined
}

type NewSearch = { kind: Kind; name: string; frequency: AlertFrequency; filter: ListSearch }

export type AlertService = ReturnType<typeof createAlertService>

export function createAlertService({
  database,
  listings,
  rateLimiter,
  secret,
  settings,
  isAllowedEndpoint = isPublicEndpoint,
}: Options) {
  const { kysely } = database
  const { publicKey } = vapidKeys(secret)

  return {
    async list({ accountId }: Viewer): Promise<SavedSearches> {
      const [rows, browsers] = await Promise.all([
        queries.listSearches(kysely, accountId),
        subscriptions.countSubscriptions(kysely, accountId),
      ])
      const searches = rows.map(({ query, ...search }) => ({
        ...search,
        path: listPath({ kind: search.kind, query }),
      }))
      return { searches, pushKey: publicKey, browsers }
    },

    /**
     * Returns the id of the search. The same search has one row, whose name and frequency change. A seller is one search for each kind of
     * ads; the id is that of the last one.
     */
    async save(viewer: Viewer, { kind, name, frequency, filter: typed }: NewSearch): Promise<string> {
      await rateLimiter.consume('savedSearchByAccount', viewer.accountId)
      const { seller, venue, ...list } = typed
      // People who follow a seller want to hear of everything that the seller posts.
      const kinds = seller === undefined ? [kind] : offeredKinds(settings())
      const patterns = await Promise.all(
        kinds.map(async (kind) => {
          const { stored, filter } = await listings.compile(kind, list)
          const query = queryOf(kind, { ...filter, seller, venue })
          return { kind, query, compiled: limitTo({ seller, venue }, stored) }
        }),
      )
      const { profileId } = await ensureProfile(database, viewer)
      return kysely.transaction().execute(async (tx) => {
        const { timeZone } = settings()
        let id = ''
        for (const pattern of patterns)
          id = await queries.insertSearch(tx, pattern, { profileId, name, frequency, timeZone })
        if ((await queries.countSearchesLocked(tx, profileId)) > maxSavedSearches)
          throw new AppError(
            'conflict',
            t('You have {max} saved searches, which is the most. Please delete one first.', {
              max: maxSavedSearches,
            }),
          )
        return id
      })
    },

    async change({ accountId }: Viewer, id: string, change: SavedSearchChange): Promise<void> {
      const { timeZone } = settings()
      const changed = await kysely
        .transaction()
        .execute((tx) => queries.changeSearch(tx, { accountId, id, timeZone }, change))
      if (!changed) throw notFound('saved search')
    },

    async delete({ accountId }: Viewer, id: string): Promise<void> {
      if (!(await queries.deleteSearch(kysely, accountId, id))) throw notFound('saved search')
    },

    async addBrowser(viewer: Viewer, subscription: NewPushSubscription): Promise<void> {
      await rateLimiter.consume('savedSearchByAccount', viewer.accountId)
      if (!isAllowedEndpoint(subscription.endpoint))
        throw new AppError('invalid', t('endpoint must be the https address of a push service.'))
      const { profileId } = await ensureProfile(database, viewer)
      await kysely
        .transaction()
        .execute((tx) => subscriptions.insertSubscription(tx, profileId, subscription))
    },

    /** Succeeds for an unknown endpoint, too: there is nothing to remove. */
    removeBrowser: ({ accountId }: Viewer, endpoint: string): Promise<void> =>
      subscriptions.deleteSubscription(kysely, accountId, endpoint),
  }
}
