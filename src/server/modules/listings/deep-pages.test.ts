import { beforeAll, expect, test } from 'vitest'
import { titlesOf } from '../../../../test/support/checks/list-calls.ts'
import { createManyListings } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'

/** More than lists show. */
const made = 10_030

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  await createManyListings(site.database, made, { title: 'Plentiful {n}' })
}, 120_000)

const lists = ['/services?', '/servicesbyfilter?sort=price-asc&', '/servicesbyfilter?searchtext=plentiful&']

test.each(lists)('%s ends after 10,000 ads, and says so', async (path) => {
  const ask = (page: number, limit = 12) =>
    site.get<{ fields?: Record<string, string> }>(`${path}page=${page}&limit=${limit}`)
  const last = await ask(834)
  expect(last.body).toMatchObject({ total: made, totalPages: 834 })
  expect(titlesOf(last.body)).toHaveLength(12)
  expect((await ask(200, 50)).body).toMatchObject({ total: made, totalPages: 200 })
  for (const page of [835, 836]) {
    const { status, body } = await ask(page)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'invalid',
      fields: { page: expect.stringContaining('the first 10,000 ads') },
    })
  }
  const pastTheEnd = await ask(837)
  expect(pastTheEnd.status).toBe(200)
  expect(pastTheEnd.body).toMatchObject({ services: [], total: made, totalPages: 834 })
})
