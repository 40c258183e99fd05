import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { titlesOf } from '../../../../test/support/checks/list-calls.ts'
import { slowUnless } from '../../../../test/support/checks/slow.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import type { Town } from '../../../shared/contract/browse.ts'
import { cronItemsOf } from '../../platform/jobs/jobs.ts'
import { catalogJobs } from './jobs.ts'
import { type CatalogRef, createListingMover, startMoves, undoMoves } from './merge.ts'

const towns = ['Austin', 'Dallas', 'Houston', 'El Paso', 'Tulsa']
const stateOf = (town: string) => (town === 'Tulsa' ? 'Oklahoma' : 'Texas')

let site: TestApp
let ids: Map<string, number>
beforeAll(async () => {
  site = await createTestApp(undefined, { followsSettings: true })
  const { rows } = await sql<{ name: string; id: number }>`
    select city.name, city.id from city join state on state.id = state_id
    where city.name = any(${towns}) and state.name in ('Texas', 'Oklahoma')`.execute(site.database.kysely)
  ids = new Map(rows.map(({ name, id }) => [name, id]))
  for (const town of towns)
    for (const at of [1, 2])
      await createListing(site.database, { title: `${town} ${at}`, city: town, state: stateOf(town) })
})

const at = (town: string): CatalogRef => ({ level: 'city', id: ids.get(town) ?? 0 })
const merge = (source: string, target: string) =>
  site.database.kysely.transaction().execute(async (tx) => {
    await sql`update city set merged_into = ${at(target).id}, retired_at = now() where id = ${at(source).id}`.execute(
      tx,
    )
    return startMoves(tx, [{ source: at(source), target: at(target) }])
  })
const undo = (source: string, moves: number[]) =>
  site.database.kysely.transaction().execute(async (tx) => {
    await sql`update city set merged_into = null, retired_at = null where id = ${at(source).id}`.execute(tx)
    await undoMoves(tx, moves)
  })
const move = () => createListingMover(site.database, { settleMs: 0 })()

/** Waits until the app sees the catalog as it is stored. */
async function settled() {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ revision: number }>`select revision from site_revision`.execute(
        site.database.kysely,
      )
      return rows[0]?.revision === site.revision()
    })
    .toBe(true)
}

/** Returns the titles of the ads of a town, by its name: in the list, in a search, and counted. */
async function adsOf(town: string): Promise<string[]> {
  const place = new URLSearchParams({ country: 'United States', city: town })
  const listed = await site.get(`/servicesbyfilter?${place}`)
  for (const search of ['price_min=1', 'searchtext=offered']) {
    const searched = await site.get(`/servicesbyfilter?${place}&${search}`)
    expect(titlesOf(searched.body).sort()).toEqual(titlesOf(listed.body).sort())
  }
  return titlesOf(listed.body).sort()
}

for (const [numRuns, isInSample] of [
  [2, true],
  [5, false],
] as const)
  test(
    `after ${numRuns} series of random merges, each ad is found exactly once, under the name of every town that was merged into its own`,
    slowUnless(isInSample),
    async () => {
      const step = fc.record({
        source: fc.constantFrom(...towns),
        target: fc.constantFrom(...towns),
        isMoved: fc.boolean(),
        isUndone: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
          const into = new Map(towns.map((town) => [town, town]))
          const done: { source: string; moves: number[] }[] = []
          const standsFor = (town: string): string => {
            const target = into.get(town) ?? town
            return target === town ? town : standsFor(target)
          }
          for (const { source, target, isMoved, isUndone } of steps) {
            // Only an entry that stands for itself can be merged, into another one.
            if (into.get(source) !== source || into.get(target) !== target || source === target) continue
            const moves = await merge(source, target)
            into.set(source, target)
            done.push({ source, moves })
            if (isMoved) await move()
            if (isUndone) {
              const last = done.pop()
              if (last) await undo(last.source, last.moves)
              into.set(source, source)
              await move()
            }
            await settled()
            for (const town of towns) {
              const merged = towns.filter((other) => standsFor(other) === standsFor(town))
              expect([town, await adsOf(town)]).toEqual([
                town,
                merged.flatMap((each) => [`${each} 1`, `${each} 2`]).sort(),
              ])
            }
            const { body: mapped } = await site.get<Town[]>('/map?kind=service&country=United+States')
            expect(Object.fromEntries(mapped.map(({ name, count }) => [name, count]))).toEqual(
              Object.fromEntries(
                [...Map.groupBy(towns, standsFor)].map(([town, merged]) => [town, 2 * merged.length]),
              ),
            )
            const all = titlesOf((await site.get('/servicesbyfilter?country=United+States&limit=50')).body)
            expect(all.sort()).toEqual(towns.flatMap((town) => [`${town} 1`, `${town} 2`]).sort())
          }
          for (const { source, moves } of done.reverse()) {
            await undo(source, moves)
            await move()
          }
          await settled()
          for (const town of towns) expect(await adsOf(town)).toEqual([`${town} 1`, `${town} 2`])
        }),
        { numRuns },
      )
    },
  )

test('a merge moves hidden ads, too, and tells nobody who attends an event', async () => {
  const { kysely } = site.database
  const hidden = await createListing(site.database, { title: 'Hidden', city: 'Austin', status: 'hidden' })
  const event = await createListing(site.database, {
    kind: 'event',
    title: 'Fair',
    city: 'Austin',
    startDate: '2030-06-01',
    endDate: '2030-06-01',
  })
  await sql`delete from event_change`.execute(kysely)
  const moves = await merge('Austin', 'El Paso')
  await move()
  const { rows } = await sql`
    select city.name, city.time_zone, (select city_id from listing_index where listing_id = listing.id) = city_id as listed
    from listing join city on city.id = city_id where listing.id in (${hidden}, ${event}) order by title`.execute(
    kysely,
  )
  const elPaso = { name: 'El Paso', time_zone: 'America/Denver' }
  expect(rows).toEqual([
    { ...elPaso, listed: true },
    { ...elPaso, listed: null },
  ])
  expect((await sql`select from event_change`.execute(kysely)).rows).toEqual([])
  await undo('Austin', moves)
  await move()
  await sql`delete from listing where id in (${hidden}, ${event})`.execute(kysely)
})

test('an edit shortly before a merge says that the place changed only if the edit changed it', async () => {
  const { kysely } = site.database
  const date = { kind: 'event', startDate: '2030-06-01', endDate: '2030-06-01' } as const
  const edited = await createListing(site.database, { ...date, city: 'Austin' })
  const movedThere = await createListing(site.database, { ...date, city: 'Houston' })
  await sql`delete from event_change`.execute(kysely)
  await sql`update listing set version = version + 1 where id = ${edited}`.execute(kysely)
  await sql`
    update listing set version = version + 1, city_id = ${at('Austin').id} where id = ${movedThere}`.execute(
    kysely,
  )
  const moves = await merge('Austin', 'El Paso')
  await move()
  const { rows } = await sql`
    select listing_id as id, before ->> 'city' as city, before = event_facts(listing) as same
    from event_change join listing on listing.id = listing_id order by same`.execute(kysely)
  expect(rows).toEqual([
    { id: movedThere, city: 'Houston', same: false },
    { id: edited, city: 'El Paso', same: true },
  ])
  await undo('Austin', moves)
  await move()
  await sql`delete from listing where id in (${edited}, ${movedThere})`.execute(kysely)
})

test('undoing a merge at once stops it, and its ads stay as they are', async () => {
  const { kysely } = site.database
  const stored = async () =>
    (await sql`select id, xmin::text as version from listing order by id`.execute(kysely)).rows
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely)
    return rows[0]?.count ?? 0
  }
  const before = await stored()
  const moves = await merge('Austin', 'Dallas')
  const [moving, undone] = await kysely.transaction().execute(async (tx) => {
    await sql`select from listing_index where city_id = ${at('Austin').id} for update`.execute(tx)
    const moving = move()
    await expect.poll(waiting).toBe(1)
    const undone = undo('Austin', moves)
    await expect.poll(waiting, { message: 'the merge stops first' }).toBe(2)
    return [moving, undone]
  })
  await Promise.all([moving, undone])
  await move()
  expect(await stored()).toEqual(before)
  await settled()
  expect(await adsOf('Austin')).toEqual(['Austin 1', 'Austin 2'])
})

test('one run moves ads at a time, whatever queues it', async () => {
  const moves = await merge('Austin', 'Dallas')
  const { rows } = await sql<{ queue: string | null }>`
    select queue_name as queue from graphile_worker.jobs where key = 'move_merged_listings'`.execute(
    site.database.kysely,
  )
  const { jobs } = catalogJobs({
    database: site.database,
    log: silentLog,
    config: { searchCluster: null },
  })
  expect(rows).toEqual([{ queue: 'move_merged_listings' }])
  expect(cronItemsOf(jobs).map(({ options }) => options.queueName)).toEqual(['move_merged_listings'])
  await undo('Austin', moves)
  await move()
})

test('an ad that a slow request posts to a merged town is moved, too', async () => {
  const moves = await merge('Austin', 'Dallas')
  await move()
  await createListing(site.database, { title: 'Late in Austin', city: 'Austin' })
  await move()
  await settled()
  expect(await adsOf('Dallas')).toContain('Late in Austin')
  await undo('Austin', moves)
  await move()
})

test('pages with the name of a merged town, or another name of a place, lead to the current one', async () => {
  const moves = await merge('Austin', 'Dallas')
  await settled()
  const locationOf = async (url: string) => {
    const { statusCode, headers } = await site.app.http.inject({ url, headers: { accept: 'text/html' } })
    return [statusCode, headers.location]
  }
  expect(await locationOf('/all-services?country=United+States&state=Texas&city=Austin')).toEqual([
    301,
    '/all-services?country=United+States&state=Texas&city=Dallas',
  ])
  expect(await locationOf('/location/a%0D%0Ab?state=Texas&city=Austin&searchtext=who?')).toEqual([
    301,
    '/location/a%0D%0Ab?state=Texas&city=Dallas&searchtext=who%3F',
  ])
  expect((await locationOf('/all-services?country=United+States&state=Texas&city=Dallas'))[0]).toBe(200)
  expect((await locationOf('/state/texas'))[0]).toBe(200)
  expect((await locationOf('/location/united-states?city=Nowhere'))[0]).toBe(200)
  await undo('Austin', moves)
  await move()
  await settled()
  expect((await locationOf('/all-services?country=United+States&state=Texas&city=Austin'))[0]).toBe(200)
})
