import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { connectTo, createDatabase, createTestApp } from '../../test/support/app.ts'
import { runCommand } from '../../test/support/command.ts'
import { createListing, createManyListings } from '../../test/support/factories.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Rebuilds the index as `corkboard reindex` does, but in small segments, so that it can be killed between two. */
const rebuild = `
  import { rebuildIndex } from './src/server/modules/search/store/build.ts'
  import { openDatabase } from './src/server/platform/database/database.ts'
  const log = { info() {}, warn() {}, error() {} }
  const database = openDatabase({ connectionString: process.env.DATABASE_URL, timeZone: 'UTC', log, connections: 2 })
  await rebuildIndex(database, { segmentSize: 50, onProgress: (listings) => console.log(listings) })`

/** Starts a rebuild, and kills its process once it has indexed `listings`. Returns how many it had indexed. */
async function killRebuild(address: string, listings: number): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', rebuild], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: address },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let indexed = 0
  for await (const line of createInterface(child.stdout)) {
    indexed = Number(line)
    if (indexed < listings) continue
    child.kill('SIGKILL')
    break
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  return indexed
}

test('a killed rebuild disturbs no search, and the next one continues it', { timeout: 240_000 }, async () => {
  const { address } = await createDatabase()
  const database = connectTo(address)
  const site = await createTestApp(database)
  await createManyListings(database, 600, { title: 'Kite lessons {n}' })
  const totalOf = async (text: string) =>
    (await site.get<{ total: number }>(`/servicesbyfilter?searchtext=${text}`)).body.total
  expect(await totalOf('kite')).toBe(600)

  const indexed = await killRebuild(address, 200)
  expect(indexed).toBeLessThan(600)
  expect(await totalOf('kite'), 'from the segments before').toBe(600)
  await createListing(database, { title: 'A kite that was posted meanwhile' })
  expect(await totalOf('kite')).toBe(601)

  const { code, output, problem } = await runCommand(['reindex'], { DATABASE_URL: address })
  expect([code, output]).toEqual([0, expect.stringContaining('The search index contains 60')])
  const first = Number(/^([\d,]+) ads indexed/.exec(problem)?.[1]?.replace(',', ''))
  expect(first, 'continues after what was committed').toBeGreaterThan(indexed)
  expect(await totalOf('kite')).toBe(601)
  expect(await totalOf('meanwhile')).toBe(1)
  await database.close()
})
