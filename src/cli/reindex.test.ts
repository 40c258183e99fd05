import { expect, test } from 'vitest'
import { createListing, createManyListings } from '../../test/support/data/factories.ts'
import { createDatabase } from '../../test/support/site/app.ts'
import { runCommand } from '../../test/support/site/command.ts'
import { silentLog } from '../../test/support/site/silent-log.ts'
import { openIndex } from '../server/modules/search/engines/embedded/open-index.ts'
import { startFeed } from '../server/modules/search/feed/feed.ts'

test('“reindex” makes an engine build its index again, which serves and is fed meanwhile', async () => {
  const { database, address } = await createDatabase()
  await createManyListings(database, 30, { title: 'Kite lessons {n}' })
  const log: string[] = []
  const index = await openIndex({ folder: null, log: silentLog })
  const info = (_: object, message: string) => void log.push(message)
  const feed = startFeed({ database, writer: index.writer, log: { ...silentLog, info }, pollMs: 10 })
  await feed.refresh()
  expect(index.current()?.listings).toBe(30)

  const { code, output, problem } = await runCommand(['reindex'], { DATABASE_URL: address })
  expect([code, output, problem]).toEqual([0, expect.stringContaining('is built again'), ''])
  expect(index.current()?.listings).toBe(30)
  await createListing(database, { title: 'A kite that was posted meanwhile' })
  await expect.poll(() => log.filter((message) => message === 'Built the search index.')).toHaveLength(2)
  await feed.refresh()
  expect(index.current()?.listings).toBe(31)
  await feed.stop()
})
