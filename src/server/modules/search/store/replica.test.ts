import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectTo } from '../../../../../test/support/app.ts'
import { waitFor } from '../../../../../test/support/emails.ts'
import { createListing } from '../../../../../test/support/factories.ts'
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '../../../../../test/support/replicated-database.ts'
import { listingsWith } from '../../../../../test/support/search-index.ts'
import type { Database } from '../../../platform/database/database.ts'
import { rebuildIndex } from './build.ts'
import { mergeChanges } from './merge.ts'
import { type IndexReader, openIndexReader } from './read.ts'

let servers: ReplicatedDatabase
let primary: Database
let replica: Database
beforeAll(async () => {
  servers = await startReplicatedDatabase()
  primary = connectTo(servers.primary.address)
  replica = connectTo(servers.replica.address)
}, 120_000)
afterAll(async () => {
  await Promise.all([primary.close(), replica.close()])
  await servers.close()
})

async function replay() {
  const { rows } = await primary.pool.query<{ at: string }>('select pg_current_wal_lsn()::text as at')
  await waitFor('the replica', async () => {
    const { rows: found } = await replica.pool.query<{ reached: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached',
      [rows[0]?.at],
    )
    return found[0]?.reached || undefined
  })
}

test('on a replica, a search sees everything that was replayed, in any order of commits', async () => {
  const reader = openIndexReader(replica)
  const found = async (term: string) => {
    await replay()
    return listingsWith(reader, term)
  }
  const first = await createListing(primary, { title: 'First piano' })
  expect(await found('piano')).toEqual([first])

  // Begun before the snapshots of the replica, and committed after them.
  const writing = await primary.kysely.startTransaction().execute()
  const slow = await createListing({ ...primary, kysely: writing }, { title: 'Slow piano' })
  const second = await createListing(primary, { title: 'Second piano' })
  expect(await found('piano')).toEqual([first, second].sort())
  const third = await createListing(primary, { title: 'Third piano' })
  expect(await found('piano')).toEqual([first, second, third].sort())
  await writing.commit().execute()
  expect(await found('piano')).toEqual([first, second, third, slow].sort())

  await mergeChanges(primary)
  await primary.kysely.deleteFrom('listing').where('id', '=', first).execute()
  expect(await found('piano')).toEqual([second, third, slow].sort())
  await rebuildIndex(primary)
  await primary.kysely.updateTable('listing').set({ title: 'Violin' }).where('id', '=', second).execute()
  expect(await found('piano')).toEqual([third, slow].sort())
}, 60_000)

test('where reads can go to either server, each has its own view, and loads stay on it', async () => {
  const id = await createListing(primary, { title: 'Accordion' })
  await replay()
  let server: 'primary' | 'replica' = 'replica'
  const queries: string[] = []
  const routed: Database = {
    ...primary,
    onOneServer: (run) => run(server),
    preparedQuery(key, compose, values) {
      queries.push(server)
      return { primary, replica }[server].preparedQuery(key, compose, values)
    },
  }
  const reader: IndexReader = openIndexReader(routed)
  expect(await listingsWith(reader, 'accordion')).toEqual([id])
  expect(new Set(queries)).toEqual(new Set(['replica']))
  queries.length = 0
  server = 'primary'
  const added = await createListing(primary, { title: 'Another accordion' })
  expect(await listingsWith(reader, 'accordion')).toEqual([id, added].sort())
  expect(new Set(queries)).toEqual(new Set(['primary']))
})
