import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/support/app.ts'
import { createListing } from '../../../test/support/factories.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})

test('first', async () => {
  const id = await createListing(site.database, { title: 'Happy dogs of Austin', phone: '1' })
  expect((await site.get('/services')).body).toMatchObject({ total: 1 })
  expect((await site.get(`/service/${id}`)).body).toMatchObject({ title: 'Happy dogs of Austin' })
  expect((await site.get(`/servicesbyfilter?searchtext=hapy%20dosg`)).body).toMatchObject({ total: 1 })
})
