import { sql } from 'kysely'
import { test } from 'vitest'
import { createManyListings } from '/tmp/team/s1/test/support/data/factories.ts'
import { createTestApp } from '/tmp/team/s1/test/support/site/app.ts'
import { createListingMover, startMoves } from '/tmp/team/s1/src/server/modules/catalog/merge.ts'
test('x', { timeout: 560000 }, async () => {
  const site = await createTestApp(undefined, { followsSettings: true })
  const { kysely } = site.database
  let t = performance.now()
  for (let i = 0; i < 20; i++) await createManyListings(site.database, 10000)
  await sql`analyze`.execute(kysely)
  console.log('made', performance.now() - t, (await sql`select count(*), min(city_id) as id, count(distinct city_id) from listing`.execute(kysely)).rows)
  const src = (await sql<{ id: number }>`select city_id as id from listing limit 1`.execute(kysely)).rows[0]!.id
  const dst = (await sql<{ id: number }>`select id from city where state_id = (select state_id from city where id = ${src}) and id <> ${src} and name='Dallas'`.execute(kysely)).rows[0]!.id
  t = performance.now()
  await kysely.transaction().execute(async (tx) => {
    await sql`update city set merged_into = ${dst}, retired_at = now() where id = ${src}`.execute(tx)
    await startMoves(tx, [{ source: { level: 'city', id: src }, target: { level: 'city', id: dst } }])
  })
  while ((await site.get<any>('/servicesbyfilter?country=United+States&state=Texas&city=Dallas')).body.total === 0) await new Promise(r => setTimeout(r, 20))
  console.log('effective after', performance.now() - t)
  let done = false
  const times: number[] = []
  const load = (async () => {
    let n = 0
    while (!done) {
      const s = performance.now()
      const { body } = await site.get<any>(`/servicesbyfilter?country=United+States&state=Texas&city=Dallas&page=${1 + (n++ % 5)}`)
      times.push(performance.now() - s)
      if (body.total !== 200000 && n < 2000) console.log('total', body.total)
      await new Promise((r) => setTimeout(r, 20))
    }
  })()
  t = performance.now()
  await createListingMover(site.database, { settleMs: 0 })()
  console.log('moved after', performance.now() - t)
  done = true; await load
  times.sort((a, b) => a - b)
  console.log('requests', times.length, 'p50', times[Math.floor(times.length / 2)], 'p99', times[Math.floor(times.length * 0.99)], 'max', times.at(-1))
})
