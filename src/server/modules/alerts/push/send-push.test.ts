/** Where notifications are sent: clients choose the addresses, so none may lead into the operator's network. */
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createUser } from '../../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../../test/support/data/factories.ts'
import { createDatabase } from '../../../../../test/support/site/app.ts'
import { type PushService, startPushService } from '../../../../../test/support/site/push-service.ts'
import { siteSecret } from '../../../../../test/support/site/site-secret.ts'
import { defaultSettings } from '../../../../shared/settings/table.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createPublicAgent } from './endpoint.ts'
import { createPushSender } from './send-push.ts'

const subscription = '0193e0a4-0000-7000-8000-000000000001'
const search = '0193e0a4-0000-7000-8000-000000000002'
let database: Database
let push: PushService
let listing: string

beforeAll(async () => {
  ;[{ database }, push] = await Promise.all([createDatabase(), startPushService()])
  const { email } = await createUser(database)
  listing = await createListing(database)
  const { endpoint, keys } = push.subscription
  await sql`
    with pattern as (
      insert into search_pattern (kind, query, compiled) values ('service', '', '{}') returning id
    ), searched as (
      insert into saved_search (id, profile_id, pattern_id, name, frequency)
      select ${search}::uuid, profile.id, pattern.id, 'All', 'immediately' from profile, pattern where profile.email = ${email}
    )
    insert into push_subscription (id, profile_id, endpoint, p256dh, auth)
    select ${subscription}::uuid, id, ${endpoint}, ${keys.p256dh}, ${keys.auth} from profile where email = ${email}`.execute(
    database.kysely,
  )
  return () => push.close()
})

/** Runs the job. `agent` is how the site connects, and by default trusts the certificate of the push service. */
async function send(agent = push.agent) {
  const { isAllowedEndpoint } = push
  const sender = createPushSender({
    database,
    secret: siteSecret,
    settings: () => defaultSettings,
    isAllowedEndpoint,
    agent,
  })
  const job = { attempts: 1, max_attempts: 8 }
  await sender({ subscription, search, listing, total: 1 }, { job } as never)
}

test('connects to no name that leads to a private address, whatever else it leads to', async () => {
  // A real name of a private address.
  const site = createPublicAgent()
  onTestFinished(() => site.destroy())
  await expect(send(site)).rejects.toThrow('an address that is not public')
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1']]) {
    const agent = createPublicAgent((_name, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    )
    await expect(send(agent)).rejects.toThrow('an address that is not public')
    agent.destroy()
  }
  expect(push.requests()).toBe(0)
  await send()
  expect([push.requests(), push.received.length]).toEqual([1, 1])
})

test('follows no redirect', async () => {
  const inside = await startPushService()
  onTestFinished(() => inside.close())
  for (const status of [301, 302, 303, 307, 308]) {
    push.redirect(status, inside.subscription.endpoint)
    await expect(send()).rejects.toThrow(`A push service failed (${status}).`)
  }
  expect(inside.requests()).toBe(0)
})

test('tells nobody about an ad that has left the lists', async () => {
  const before = push.requests()
  const { kysely } = database
  for (const change of [sql`stale = true, archived = true`, sql`archived = false, status = 'hidden'`]) {
    await sql`update listing set ${change} where id = ${listing}`.execute(kysely)
    await send()
  }
  expect(push.requests()).toBe(before)
  await sql`update listing set stale = false, status = 'active' where id = ${listing}`.execute(kysely)
  await send()
  expect(push.requests()).toBe(before + 1)
})
