/** Lists of one's own ads, which may be long: what they cost others. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createManyListings } from '../support/data/factories.ts'
import { createActor } from './actors.ts'
import { startProductionSite } from './site.ts'

const site = await startProductionSite({ WARM_UP: '3' })
const author = await createActor(site, { email: 'author@example.com' })

beforeAll(async () => {
  await createManyListings(site.database, 1_500)
  // Texts that neither PostgreSQL nor the server can compress much.
  for (let offset = 0; offset < 1_500; offset += 250)
    await sql`update listing set description =
      (select string_agg(md5(listing.id::text || n), ' ') from generate_series(1, 300) n)
      where id in (select id from listing order by id offset ${offset} limit 250)`.execute(
      site.database.kysely,
    )
})

test('E14 an author of 1,500 long ads who lists them 40 times at once delays nobody else', {
  tags: ['timed'],
}, async () => {
  let isDone = false
  const lists = Promise.all(
    Array.from({ length: 40 }, () => author.browser.get('/api/servicesbyauser')),
  ).finally(() => {
    isDone = true
  })
  const visitor = site.open()
  const waits: number[] = []
  while (!isDone) {
    const started = performance.now()
    expect((await visitor.get('/healthz')).status).toBe(200)
    waits.push(performance.now() - started)
    await delay(20)
  }
  const answers = await lists
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(answers[0]?.json<unknown[]>()).toHaveLength(500)
  expect(Math.max(...waits)).toBeLessThan(200)
})
