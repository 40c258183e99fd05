/** A site whose jobs tests run: what a saved search finds, and the emails and notifications about it. */

import { sql } from 'kysely'
import { createListingMatcher } from '../../../src/server/modules/alerts/match-listing.ts'
import { createPushSender } from '../../../src/server/modules/alerts/push/send-push.ts'
import { createAlertSender } from '../../../src/server/modules/alerts/send-alerts.ts'
import { savedSearchSubscription } from '../../../src/server/modules/alerts/subscription.ts'
import { createCatalog } from '../../../src/server/modules/catalog/service.ts'
import { createNotifications } from '../../../src/server/modules/notifications/service.ts'
import { createSubscriptions } from '../../../src/server/modules/notifications/subscriptions.ts'
import type { Database } from '../../../src/server/platform/database/database.ts'
import type { Tasks } from '../../../src/server/platform/jobs/runner.ts'
import { createDelivery } from '../../../src/server/platform/mail/delivery.ts'
import { createSmtpTransport } from '../../../src/server/platform/mail/transport.ts'
import { defaultSettings } from '../../../src/shared/settings/table.ts'
import type { TestApp } from '../site/app.ts'
import type { MailServer } from '../site/mail-server.ts'
import type { PushService } from '../site/push-service.ts'
import { silentLog } from '../site/silent-log.ts'
import { siteSecret } from '../site/site-secret.ts'
import { send } from './accounts.ts'
import type { Person } from './conversations.ts'

const publicUrl = 'http://localhost:3000'

/** The jobs between a new ad and the inbox, as `start-jobs.ts` has them. */
export function alertTasks(
  database: Database,
  mail: MailServer,
  push: PushService,
): { tasks: Tasks; close: () => void } {
  const settings = () => defaultSettings
  const notifications = createNotifications({ secret: siteSecret, settings, publicUrl })
  const kinds = { 'saved-search': savedSearchSubscription }
  const { isWanted } = createSubscriptions(database, siteSecret, kinds)
  const mailer = createSmtpTransport(mail.url, { from: { name: '', address: 'a@example.org' }, publicUrl })
  const reading = createCatalog(database)
  const catalog = () => reading
  const matcher = createListingMatcher({ database, catalog, clock: () => new Date() })
  const tasks = {
    match_listing: matcher.matchListing,
    match_remaining_listings: matcher.matchRemaining,
    send_search_alerts: createAlertSender({ database, catalog, notifications, settings }),
    send_push: createPushSender({ database, secret: siteSecret, settings, ...push }),
    send_email: createDelivery({ database, mailer, secret: siteSecret, log: silentLog, isWanted }),
    // Jobs of other actions, which are not tested here.
    delete_unused_pictures: async () => {},
  }
  return { tasks, close: () => mailer.close() }
}

type NewSearch = { kind?: 'service' | 'event'; name?: string; frequency?: string; filter: object }

/** Saves a search through the API and returns its id. */
export async function saveSearch(site: TestApp, { cookie }: Person, search: NewSearch): Promise<string> {
  const body = { kind: 'service', name: 'Saved', frequency: 'immediately', ...search }
  const reply = await send<{ id: string }>(site, 'POST', '/saved-searches', { cookie, body })
  if (reply.status !== 200) throw new Error(`Saving a search failed: ${JSON.stringify(reply.body)}`)
  return reply.body.id
}

/** Returns the titles of the ads that were found for a search, the first first. */
export async function foundFor({ database }: TestApp, searchId: string): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from search_alert join listing on listing.id = listing_id
    where saved_search_id = ${searchId} order by found`.execute(database.kysely)
  return rows.map(({ title }) => title)
}
