/** What the log contains while the database is away. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '../support/site/app.ts'
import { openBreakableProxy } from '../support/site/breakable-proxy.ts'
import { startProductionSite } from './site.ts'

const { address } = await createDatabase()
const { hostname, port } = new URL(address)
const proxy = await openBreakableProxy({ host: hostname, port: Number(port) })
afterAll(proxy.cut)
const proxied = new URL(address)
proxied.host = `127.0.0.1:${proxy.port}`
const site = await startProductionSite({ DATABASE_URL: proxied.href })

type Line = { reqId?: string; err?: unknown; level: number; msg: string }

const linesOf = (log: string): Line[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

test('X5 while the database is away, each kind of failure is one line a minute besides those of requests', async () => {
  const before = site.log().length
  await proxy.cut()
  const end = Date.now() + 12_000
  const browser = site.open()
  while (Date.now() < end) {
    const person = { name: 'Ana', email: 'ana@example.com', password: 'a wrong guess entirely' }
    await Promise.all([
      browser.get('/all-services'),
      browser.get('/api/services'),
      browser.post('/api/auth/sign-in/email', person),
      browser.post('/api/auth/sign-up/email', person),
    ])
    await wait(1_000)
  }
  const lines = linesOf(site.log().slice(before))
  const kinds = lines.filter(({ reqId }) => !reqId).map(({ msg }) => msg.replace(/[^A-Za-z ].*/, ''))
  expect(kinds).not.toEqual([])
  expect(kinds).toEqual([...new Set(kinds)])
  expect(lines.filter(({ reqId, err }) => reqId && err)).toEqual([])
})
