import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/support/data/backups.ts'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import type { Database } from '../../platform/database/database.ts'
import { openEmbedded } from './open-engine.ts'

test('asks a database that refuses connections again after a pause', async () => {
  const { database } = await createDatabase()
  let attempts = 0
  let isAway = true
  const flaky: Database = {
    ...database,
    preparedQuery(key, compose, values) {
      if (!isAway) return database.preparedQuery(key, compose, values)
      attempts += 1
      return Promise.reject(new Error('The connection is refused.'))
    },
  }
  const opening = openEmbedded({
    config: { dataDir: await temporaryFolder(), searchSocket: null, searchCluster: null, replica: null },
    database: flaky,
    registry: new Registry(),
    log: silentLog,
  })
  await delay(1_200)
  isAway = false
  const { engine, status } = await opening
  expect(status().isComplete).toBe(true)
  expect(attempts).toBeLessThan(8)
  await engine.close()
})
