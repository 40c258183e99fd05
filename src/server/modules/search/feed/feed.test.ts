import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createListing, createManyListings, setStatus } from '../../../../../test/support/data/factories.ts'
import { contentOf } from '../../../../../test/support/search/index-content.ts'
import { createDatabase, registerCleanup } from '../../../../../test/support/site/app.ts'
import { silentLog } from '../../../../../test/support/site/silent-log.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type SearchDocument, SearchUnavailable } from '../engine.ts'
import { countTerms } from '../engines/embedded/engine.ts'
import { type OpenIndex, openIndex } from '../engines/embedded/open-index.ts'
import { createEmbeddedIndex } from '../engines/embedded/segment.ts'
import { pruneChanges, requestRebuild } from './change-list.ts'
import { pageDocuments } from './documents.ts'
import { type Feed, startFeed } from './feed.ts'

let database: Database
let address = ''
let index: OpenIndex
let feed: Feed

beforeAll(async () => {
  const created = await createDatabase()
  database = created.database
  address = created.address
  index = await openIndex({ folder: null, log: silentLog })
  feed = startFeed({ database, writer: index.writer, log: silentLog, pollMs: 600_000 })
})
afterAll(async () => {
  await feed.stop()
  await index.close()
})

/** Returns how many ads have a word, once everything that is committed was read. */
async function countOf(word: string): Promise<number> {
  await feed.refresh()
  const current = index.current()
  return current ? (countTerms(current, [word])[0] ?? 0) : -1
}

const terms = ['piano', 'violin', 'lesson', 'garden', 'fenc', 'paint']

/** Returns what searches can find. */
const content = (index: OpenIndex) => contentOf(index.current() ?? createEmbeddedIndex([]), terms)

const idsOf = (index: OpenIndex) => [...content(index).keys()].sort()

async function listedIds(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from listing where status in ('active', 'reported') and not archived order by id`.execute(
    database.kysely,
  )
  return rows.map(({ id }) => id)
}

async function anyDocument(): Promise<SearchDocument> {
  const { documents } = await pageDocuments(database, null, 1)
  const [document] = documents
  if (!document) throw new Error('There is no document.')
  return document
}

async function connect() {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  registerCleanup(() => client.end())
  return client
}

const words = ['piano', 'violin', 'lesson', 'garden', 'fence', 'paint']
const texts = fc
  .array(fc.constantFrom(...words), { minLength: 2, maxLength: 4 })
  .map((list) => list.join(' '))
const description = texts.map((text) => `What is offered: ${text}`)
const at = fc.nat(30)
const operations = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ step: fc.constant('post' as const), title: texts, description }) },
    { weight: 2, arbitrary: fc.record({ step: fc.constant('edit' as const), at, title: texts }) },
    { weight: 1, arbitrary: fc.record({ step: fc.constant('hide' as const), at }) },
    { weight: 1, arbitrary: fc.record({ step: fc.constant('show' as const), at }) },
    { weight: 1, arbitrary: fc.record({ step: fc.constant('delete' as const), at }) },
    { weight: 2, arbitrary: fc.record({ step: fc.constant('search' as const) }) },
  ),
  { minLength: 5, maxLength: 40 },
)
type Operation = (typeof operations extends fc.Arbitrary<infer List> ? List : never) extends (infer One)[]
  ? One
  : never

async function apply(operation: Operation, ids: string[]) {
  const { kysely } = database
  if (operation.step === 'post') ids.push(await createListing(database, operation))
  else if (operation.step === 'search') await feed.refresh()
  else {
    const id = ids[operation.at % Math.max(1, ids.length)]
    if (id === undefined) return
    if (operation.step === 'delete') await kysely.deleteFrom('listing').where('id', '=', id).execute()
    else if (operation.step === 'edit')
      await kysely.updateTable('listing').set({ title: operation.title }).where('id', '=', id).execute()
    else await setStatus(database, id, operation.step === 'hide' ? 'hidden' : 'active')
  }
}

/** Applies random operations so many times. */
const expectEqualIndexes = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(operations, async (list) => {
      await sql`delete from listing`.execute(database.kysely)
      const ids: string[] = []
      for (const operation of list) await apply(operation, ids)
      await feed.refresh()
      const fresh = await openIndex({ folder: null, log: silentLog })
      const first = startFeed({
        database,
        writer: fresh.writer,
        log: silentLog,
        pollMs: 600_000,
        pageSize: 7,
      })
      await first.refresh()
      await first.stop()
      expect(content(index)).toEqual(content(fresh))
      expect(idsOf(index)).toEqual(await listedIds())
    }),
    { numRuns },
  )

test('after any operations, the index is equal to a new one', () => expectEqualIndexes(6))
test('after very many operations, the index is equal to a new one', { tags: ['slow'] }, () =>
  expectEqualIndexes(50),
)

describe('the feed', () => {
  test('follows what is posted, edited, hidden, and deleted', async () => {
    const id = await createListing(database, { title: 'Ocarina lessons' })
    expect(await countOf('ocarina')).toBe(1)
    await sql`update listing set title = 'Bagpipe lessons' where id = ${id}`.execute(database.kysely)
    expect([await countOf('ocarina'), await countOf('bagpip')]).toEqual([0, 1])
    await sql`update listing set status = 'hidden' where id = ${id}`.execute(database.kysely)
    expect(await countOf('bagpip')).toBe(0)
    await sql`update listing set status = 'active' where id = ${id}`.execute(database.kysely)
    expect(await countOf('bagpip')).toBe(1)
    await sql`update listing set archived = true where id = ${id}`.execute(database.kysely)
    expect(await countOf('bagpip')).toBe(0)
    await sql`update listing set archived = false where id = ${id}`.execute(database.kysely)
    await sql`delete from listing where id = ${id}`.execute(database.kysely)
    expect(await countOf('bagpip')).toBe(0)
  })

  test('misses nothing of transactions that are committed in another order than they began', async () => {
    const [first, second] = [await connect(), await connect()]
    const id = await createListing(database, { title: 'Zither lessons' })
    const other = await createListing(database, { title: 'Zither strings' })
    expect(await countOf('zither')).toBe(2)
    await first.query('begin')
    await first.query(`update listing set title = 'Lute lessons' where id = $1`, [id])
    await second.query('begin')
    await second.query(`update listing set title = 'Lute strings' where id = $1`, [other])
    await second.query('commit')
    expect([await countOf('zither'), await countOf('lute')]).toEqual([1, 1])
    await createManyListings(database, 30, { title: 'Lyre {n}' })
    expect(await countOf('lyre')).toBeGreaterThan(20)
    await first.query('commit')
    expect([await countOf('zither'), await countOf('lute')]).toEqual([0, 2])
    await first.query('begin')
    await first.query(`update listing set title = 'Kazoo lessons' where id = $1`, [id])
    await first.query('rollback')
    expect([await countOf('kazoo'), await countOf('lute')]).toEqual([0, 2])
  })

  test('reads many changes in pages', async () => {
    const own = await openIndex({ folder: null, log: silentLog })
    const small = startFeed({ database, writer: own.writer, log: silentLog, pollMs: 600_000, pageSize: 7 })
    await small.refresh()
    expect(idsOf(own)).toEqual(await listedIds())
    await createManyListings(database, 40, { title: 'Dulcimer {n}' })
    await sql`update listing set title = 'Mandolin ' || title where title like 'Lyre%'`.execute(
      database.kysely,
    )
    await small.refresh()
    expect(idsOf(own)).toEqual(await listedIds())
    await small.stop()
  })

  test('builds the index again when asked, and while it does so, follows the changes', async () => {
    await createManyListings(database, 30, { title: 'Harp {n}' })
    await feed.refresh()
    await requestRebuild(database)
    await feed.refresh()
    await createListing(database, { title: 'Theremin lessons' })
    expect(await countOf('theremin')).toBe(1)
    await expect
      .poll(async () => {
        await feed.refresh()
        return (await index.writer.position())?.split(' ').length
      })
      .toBe(2)
    expect(idsOf(index)).toEqual(await listedIds())
  })

  test('knows an index of another database, and one that is too old', async () => {
    await feed.refresh()
    const position = (await index.writer.position()) ?? ''
    const [source = '', snapshot = ''] = position.split(' ')
    expect(source).toMatch(/^\d+\/[0-9A-F]{8}\/\d+\/[0-9a-f-]{36}$/)
    for (const [name, old] of [
      ['another database', `other ${snapshot}`],
      [
        'a database that was rewound',
        `${source} ${BigInt(snapshot.split(':')[1] ?? 0) + 100n}:${BigInt(snapshot.split(':')[1] ?? 0) + 200n}:`,
      ],
      ['an index that was being replaced', 'outdated'],
    ] as const) {
      const own = await openIndex({ folder: null, log: silentLog })
      await (await own.writer.rebuild()).finish(old)
      const other = startFeed({ database, writer: own.writer, log: silentLog, pollMs: 10 })
      await expect.poll(() => idsOf(own), { message: name }).toEqual(await listedIds())
      await other.stop()
    }
    /** Returns how many changes are left after the job has run, seven hours later. */
    const prune = async () => {
      await sql`update listing_change_state set taken = taken - interval '7 hours'`.execute(database.kysely)
      await pruneChanges(database)
      const { rows } = await sql<{ count: number }>`select count(*) from listing_change`.execute(
        database.kysely,
      )
      return rows[0]?.count
    }
    // Transactions of the cluster's other databases delay it too, and other tests run some.
    await expect.poll(prune, { timeout: 60_000 }).toBe(0)
    await createListing(database, { title: 'Spinet' })
    expect(await prune(), 'only the newest').toBe(1)
    const own = await openIndex({ folder: null, log: silentLog })
    await (await own.writer.rebuild()).finish(`${source} 10:10:`)
    const other = startFeed({ database, writer: own.writer, log: silentLog, pollMs: 10 })
    await expect.poll(() => idsOf(own)).toEqual(await listedIds())
    await other.stop()
    expect(await countOf('spinet'), 'one that has read in time continues').toBe(1)
  })

  test('continues an interrupted rebuild, but not one of another database', async () => {
    const own = await openIndex({ folder: null, log: silentLog })
    const { writer } = own
    let failAfter = 3
    /** What happens while the index is built: a listing is moved before, and one behind, what was read, and so on. */
    const changeMeanwhile = async () => {
      const { rows } = await sql<{
        id: string
      }>`select id from listing order by posted desc, id desc`.execute(database.kysely)
      const [newest, second, ...others] = rows.map(({ id }) => id)
      const oldest = others.at(-1)
      await sql`update listing set posted = '2020-01-01' where id = ${newest}`.execute(database.kysely)
      await sql`update listing set posted = now() where id = ${oldest}`.execute(database.kysely)
      await sql`update listing set title = 'Sackbut' where id = ${second}`.execute(database.kysely)
      await sql`delete from listing where id in (${others[5]}, ${others.at(-5)})`.execute(database.kysely)
      await createListing(database, { title: 'Sackbut' })
    }
    const failing = {
      ...writer,
      async rebuild(restart?: boolean) {
        const rebuild = await writer.rebuild(restart)
        return {
          ...rebuild,
          async add(documents: Parameters<typeof rebuild.add>[0], position: string) {
            if (failAfter-- === 0) throw new Error('The engine went away.')
            if (failAfter === 1) await changeMeanwhile()
            added += documents.length
            await rebuild.add(documents, position)
          },
        }
      },
    }
    let added = 0
    const first = startFeed({ database, writer: failing, log: silentLog, pollMs: 10, pageSize: 10 })
    await expect.poll(() => own.current()).not.toBeNull()
    await first.refresh()
    expect(idsOf(own)).toEqual(await listedIds())
    const current = own.current()
    expect(current && countTerms(current, ['sackbut'])).toEqual([2])
    expect(added, 'not from the beginning').toBeLessThan((await listedIds()).length + 5)
    await first.stop()

    const foreign = await openIndex({ folder: null, log: silentLog })
    const half = await foreign.writer.rebuild()
    await half.add(
      [{ ...(await anyDocument()), id: '00000000-0000-7000-8000-000000000000' }],
      'other 5:5: 2026-01-01T00:00:00Z x',
    )
    const second = startFeed({ database, writer: foreign.writer, log: silentLog, pollMs: 10 })
    await expect.poll(() => idsOf(foreign)).toEqual(await listedIds())
    await second.stop()
  })

  test('notices that a server came back with an older index, or without one', async () => {
    const own = await openIndex({ folder: null, log: silentLog })
    let isLost = false
    const writer = { ...own.writer, position: async () => (isLost ? null : own.writer.position()) }
    const other = startFeed({ database, writer, log: silentLog, pollMs: 10, isRemote: true })
    await expect.poll(() => idsOf(own)).toEqual(await listedIds())
    const older = (await own.writer.position()) ?? ''
    const id = await createListing(database, { title: 'Crwth' })
    await expect.poll(() => idsOf(own)).toEqual(await listedIds())
    await own.writer.apply([{ id, document: null }], older)
    await expect.poll(() => idsOf(own)).toEqual(await listedIds())
    isLost = true
    await (await own.writer.rebuild()).finish('')
    await expect.poll(() => idsOf(own)).toEqual(await listedIds())
    await other.stop()
  })

  test('says that the index does not have all changes after two seconds', async () => {
    const own = await openIndex({ folder: null, log: silentLog })
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
    const slow: typeof own.writer = {
      ...own.writer,
      apply: (...input) => allowed.then(() => own.writer.apply(...input)),
    }
    const other = startFeed({ database, writer: slow, log: silentLog, pollMs: 600_000 })
    await other.refresh()
    expect(idsOf(own)).toEqual(await listedIds())
    await createListing(database, { title: 'Hurdy-gurdy' })
    await expect(other.refresh()).rejects.toThrow(SearchUnavailable)
    allow()
    await other.refresh()
    expect(idsOf(own)).toEqual(await listedIds())
    await other.stop()
  })

  test('goes on after the database was away', async () => {
    const warnings: string[] = []
    const log = { ...silentLog, warn: (_: object, message: string) => void warnings.push(message) }
    const own = await openIndex({ folder: null, log: silentLog })
    let isAway = false
    const flaky: Database = {
      ...database,
      preparedQuery: (key, compose, values) =>
        isAway
          ? Promise.reject(new Error('The connection is lost.'))
          : database.preparedQuery(key, compose, values),
    }
    const other = startFeed({ database: flaky, writer: own.writer, log, pollMs: 10 })
    await expect.poll(() => idsOf(own)).toEqual(await listedIds())
    isAway = true
    await expect(other.refresh()).rejects.toThrow('lost')
    await createListing(database, { title: 'Celesta' })
    await expect.poll(() => warnings.length).toBe(1)
    isAway = false
    await expect.poll(() => idsOf(own)).toEqual(await listedIds())
    await other.stop()
    expect(warnings).toHaveLength(1)
  })
})
