import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { openBreakableProxy } from '../../../../test/support/site/breakable-proxy.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { GuardedPool } from './guarded-pool.ts'

test('connects again after the database was away and a call had timed out', async () => {
  const { address } = await createDatabase('empty')
  const { hostname, port } = new URL(address)
  const proxy = await openBreakableProxy({ host: hostname, port: Number(port) })
  const proxied = new URL(address)
  proxied.host = `127.0.0.1:${proxy.port}`
  const pool = new GuardedPool(
    { connectionString: proxied.href, max: 1, connectionTimeoutMillis: 1_000 },
    silentLog,
  )
  pool.on('error', () => {})
  onTestFinished(async () => {
    await pool.end()
    await proxy.cut()
  })

  // The only connection is lost while a call waits for it, and its replacement gets no answer, as in a crash recovery.
  const client = await pool.connect()
  const waiting = pool.connect()
  proxy.freeze()
  client.release(true)
  await expect(waiting).rejects.toThrow()
  proxy.thaw()
  await expect
    .poll(() =>
      pool.query('select 1').then(
        ({ rowCount }) => rowCount,
        () => 0,
      ),
    )
    .toBe(1)
})
