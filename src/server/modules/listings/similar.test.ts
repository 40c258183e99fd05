import { beforeEach, describe, expect, test } from 'vitest'
import { itemsOf, titlesOf } from '../../../../test/support/checks/list-calls.ts'
import { createListing, type ListingOverrides, setStatus } from '../../../../test/support/data/factories.ts'
import { admin, createTestApp, type TestApp, viewerWith } from '../../../../test/support/site/app.ts'

let site: TestApp
beforeEach(async () => {
  site = await createTestApp()
})

const create = (overrides: ListingOverrides) =>
  createListing(site.database, { startDate: '2096-12-01', endDate: '2096-12-01', ...overrides })
const similarTo = async (id: string, kind = 'service') =>
  titlesOf((await site.get(`/${kind}/${id}/similar`)).body)

const elsewhere = { state: 'Vermont', city: 'Burlington' }

describe.each(['service', 'event'] as const)('similar %ss', (kind) => {
  test('are first those of the same subcategory and state, then less alike, and never itself', async () => {
    const id = await create({ kind, title: 'Itself' })
    await create({ kind, title: 'Other subcategory', subcategory: 'Pet Sitting' })
    await create({ kind, title: 'Same subcategory', city: 'Dallas' })
    await create({ kind, title: 'Same subcategory, other state', ...elsewhere })
    await create({ kind, title: 'Other subcategory, other state', subcategory: 'Pet Sitting', ...elsewhere })
    await create({ kind, title: 'Hidden', status: 'hidden' })
    await create({ kind: kind === 'event' ? 'service' : 'event', title: 'Other kind' })
    const tutoring = { category: 'Educational & Tutoring Services', subcategory: null }
    await create({ kind, title: 'Other category', ...tutoring })
    expect(await similarTo(id, kind)).toEqual([
      'Same subcategory',
      'Other subcategory',
      'Same subcategory, other state',
      'Other subcategory, other state',
    ])
  })

  test('have the fields of lists, without contact details', async () => {
    const id = await create({ kind })
    await create({ kind, authorEmail: 'planted-author@example.com', phone: '+1 512 555 0199' })
    const [similar, list] = await Promise.all([site.get(`/${kind}/${id}/similar`), site.get(`/${kind}s`)])
    const [keys, listedKeys] = [similar, list].map(({ body }) => Object.keys(itemsOf(body)[0] ?? {}))
    expect(keys).toEqual(listedKeys)
    expect(similar.text).not.toMatch(/author|email|phone|0199/i)
  })

  test('are at most six', async () => {
    const id = await create({ kind, title: 'Itself' })
    for (let n = 1; n <= 8; n += 1) await create({ kind, title: `Number ${n}`, startDate: `2096-11-0${n}` })
    const titles = await similarTo(id, kind)
    expect(titles).toHaveLength(6)
    expect(titles).not.toContain('Itself')
  })

  test('change with every write', async () => {
    const id = await create({ kind })
    expect(await similarTo(id, kind)).toEqual([])
    const other = await create({ kind, title: 'New' })
    expect(await similarTo(id, kind)).toEqual(['New'])
    await setStatus(site.database, other, 'hidden')
    expect(await similarTo(id, kind)).toEqual([])
  })

  test('are only for those who may see the listing', async () => {
    const author = viewerWith({ email: 'author@example.com' })
    const id = await create({ kind, status: 'hidden', authorEmail: author.email })
    const path = `/${kind}/${id}/similar`
    for (const viewer of [null, viewerWith({ email: 'other@example.com' })]) {
      expect((await site.get(path, viewer)).status).toBe(404)
    }
    for (const viewer of [author, admin]) expect((await site.get(path, viewer)).status).toBe(200)
    await setStatus(site.database, id, 'deleted')
    expect((await site.get(path)).status).toBe(410)
  })
})

test('a less similar service is shown only if there are too few others, however new it is', async () => {
  const id = await create({ title: 'Itself' })
  for (let n = 1; n <= 5; n += 1) await create({ title: 'Same subcategory', city: 'Dallas' })
  await create({ title: 'Other subcategory', subcategory: 'Pet Sitting' })
  await create({ title: 'Other state', ...elsewhere })
  expect(await similarTo(id)).toEqual([...Array(5).fill('Same subcategory'), 'Other subcategory'])
  await create({ title: 'Same subcategory' })
  expect(await similarTo(id)).toEqual(Array(6).fill('Same subcategory'))
})

test('a service without a subcategory or a state has similar ones, too', async () => {
  const place = { state: null, city: null }
  const id = await create({ subcategory: null, ...place })
  await create({ title: 'Same category' })
  expect(await similarTo(id)).toEqual(['Same category'])
  const sitting = await create({ subcategory: 'Pet Sitting', ...place })
  await create({ title: 'Same subcategory', subcategory: 'Pet Sitting', ...elsewhere })
  expect((await similarTo(sitting)).slice(0, 2)).toEqual(['Same subcategory', 'Same category'])
})

test('similar events are those that one can still go to, soonest first', async () => {
  const event = (title: string, startDate: string, more: ListingOverrides = {}) =>
    create({ kind: 'event', title, startDate, endDate: startDate, ...more })
  const id = await event('Ended itself', '2026-11-01')
  await event('Ended', '2026-11-02')
  await event('In January', '2027-01-10')
  await event('Today', '2026-11-20')
  await event('Sold out', '2026-11-25', { availability: 'soldout' })
  expect(await similarTo(id, 'event')).toEqual(['Today', 'In January'])
  site.setNow(new Date('2026-12-01T17:00:00Z'))
  expect(await similarTo(id, 'event')).toEqual(['In January'])
})
