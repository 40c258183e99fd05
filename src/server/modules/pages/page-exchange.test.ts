import { expect, test, vi } from 'vitest'
import { type ConnectedWorker, connectWorkers } from '../../../../test/support/connected-workers.ts'
import type { SharedPage } from '../../platform/processes/messages.ts'
import { createPageExchange, ownerOf } from './page-exchange.ts'

const page: SharedPage = {
  ...{ pattern: '/', hash: 'hash', brotli: 'AAAA', rendered: false },
  lifetime: { scopes: ['service 0 0'], from: 0, until: null, day: '2026-11-20' },
}

/** Returns a path whose page this one of two workers renders. */
const pathOf = (worker: number) => {
  for (let n = 0; ; n++) if (ownerOf(`/${n}`, 2) === worker) return `/${n}`
}

function createExchanges(generations?: number[]) {
  const workers = connectWorkers(generations)
  const [one, two] = workers.map(({ channel }, index) =>
    createPageExchange(channel, { worker: index + 1, workers: 2 }),
  )
  if (!one || !two) throw new Error('unreachable: there are two workers')
  return { one, two, second: workers[1] as ConnectedWorker }
}

test('a page comes from the worker that renders it', async () => {
  const { one, two } = createExchanges()
  const requested: string[] = []
  two.onRequest(async (url) => {
    requested.push(url)
    return page
  })
  expect(await one.request(pathOf(2))).toEqual(page)
  expect(await one.request(pathOf(1))).toBeNull()
  expect(requested).toEqual([pathOf(2)])
})

test('there is none if it may not be cached, or if reading it fails', async () => {
  const { one, two } = createExchanges()
  two.onRequest(async () => null)
  expect(await one.request(pathOf(2))).toBeNull()
  const failing = createExchanges()
  failing.two.onRequest(() => Promise.reject(new Error('away')))
  expect(await failing.one.request(pathOf(2))).toBeNull()
})

test('there is none if the worker has died, at once', async () => {
  const { one, two, second } = createExchanges()
  two.onRequest(() => new Promise(() => {}))
  const started = performance.now()
  const requested = one.request(pathOf(2))
  await vi.waitFor(() => expect(second.received).toEqual(['read-page']))
  second.end()
  expect(await requested).toBeNull()
  expect(await one.request(pathOf(2))).toBeNull()
  expect(performance.now() - started).toBeLessThan(240)
})

test('there is none during an update, from a worker of another version', async () => {
  const { one, two, second } = createExchanges([2, 1])
  two.onRequest(async () => page)
  expect(await one.request(pathOf(2))).toBeNull()
  expect(second.received).toEqual([])
})

test('after a timeout, no page is requested from the same worker for a while', async () => {
  const { one, two, second } = createExchanges()
  two.onRequest(() => new Promise(() => {}))
  expect(await one.request(pathOf(2))).toBeNull()
  const again = performance.now()
  expect(await one.request(pathOf(2))).toBeNull()
  expect(performance.now() - again).toBeLessThan(100)
  expect(second.received).toEqual(['read-page'])
})

test('each worker renders about as many pages as the others', () => {
  const owners = Array.from({ length: 3_000 }, (_, n) => ownerOf(`/ad-details/${n}`, 3))
  for (const worker of [1, 2, 3])
    expect(owners.filter((owner) => owner === worker).length).toBeGreaterThan(900)
})
