/** Sends what was found for saved searches, by email and to browsers. Each search is one transaction. */

import { sql } from 'kysely'
import { localName } from '../../../shared/local-names.ts'
import { isOffered } from '../../../shared/offered-kinds.ts'
import { publicPaths } from '../../../shared/paths.ts'
import { formatPrice } from '../../../shared/price.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { Catalog } from '../catalog/service.ts'
import type { Notifications } from '../notifications/service.ts'
import { type DueSearch, type FoundListing, listUnsent, lockDueSearch, markSent } from './queries.ts'
import { listPath } from './search-query.ts'

/** An email lists at most this many ads. */
const maxListed = 10

type Options = {
  database: Database
  catalog: () => Promise<Catalog>
  notifications: Notifications
  settings: CurrentSettings
}

/** Returns the job `send_search_alerts`. */
export function createAlertSender({ database, catalog, notifications, settings }: Options) {
  function toLink(names: Catalog, { kind }: DueSearch, { id, title, ...listing }: FoundListing) {
    const { city, state, country } = names.namesOf(listing)
    const place = [city, localName(state ?? country)].filter(Boolean).join(', ')
    const detail = `${place} · ${formatPrice(listing, settings().currency)}`
    return { label: title, detail, link: publicPaths.listing(kind, id) }
  }

  async function send(tx: Connection, names: Catalog, search: DueSearch): Promise<void> {
    const { id: searchId, profileId, name, kind } = search
    const found = await listUnsent(tx, searchId, maxListed)
    await markSent(tx, search, settings().timeZone)
    const [newest] = found
    // Hidden or deleted in the meantime.
    if (!newest || !isOffered(settings(), kind)) return
    const alert = () => ({
      name,
      total: newest.total,
      listings: found.map((listing) => toLink(names, search, listing)),
      link: listPath({ kind, query: search.query }, 'newest'),
    })
    // The link in the email stops the alerts of this search only.
    const subscription = { kind: 'saved-search', id: searchId }
    await notifications.topicEmail(tx, profileId, 'search-alert', alert, subscription)
    const payload = JSON.stringify({ search: searchId, listing: newest.id, total: newest.total })
    // One queue, so that push services that do not respond keep no emails waiting.
    await sql`
      select graphile_worker.add_job('send_push',
        (${payload}::jsonb || jsonb_build_object('subscription', id))::json, queue_name => 'send_push', max_attempts => 8)
      from push_subscription where profile_id = ${profileId}`.execute(tx)
  }

  return async function sendSearchAlerts(): Promise<void> {
    const names = await catalog()
    for (;;) {
      const sent = await database.kysely.transaction().execute(async (tx) => {
        const search = await lockDueSearch(tx)
        if (search) await send(tx, names, search)
        return search !== null
      })
      if (!sent) return
    }
  }
}
