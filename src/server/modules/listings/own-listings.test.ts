import { beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '../../../../test/support/data/accounts.ts'
import { createListing, createManyListings } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp, viewerWith } from '../../../../test/support/site/app.ts'
import type { Service } from '../../../shared/listing.ts'
import type { Viewer } from '../../../shared/policy.ts'

/** More than one call returns. */
const made = 503

let site: TestApp
let author: Viewer
beforeAll(async () => {
  site = await createTestApp()
  author = viewerWith(await createUser(site.database, { email: 'author@example.com' }))
  await createManyListings(site.database, made, { title: 'Own {n}' })
  await createListing(site.database, { title: 'Newest, hidden', status: 'hidden' })
  await createListing(site.database, { title: 'Deleted', status: 'deleted' })
  await createListing(site.database, { title: 'An event', kind: 'event' })
  await createListing(site.database, { title: 'Not mine', authorEmail: 'stranger@example.com' })
})

const pageOf = async (query: string) => {
  const { status, body, headers } = await site.get<Service[]>(`/servicesbyauser${query}`, author)
  const titles = Array.isArray(body) ? body.map(({ title }) => title) : []
  return { status, body, titles, total: headers['x-total-count'], link: String(headers.link) }
}

describe('the calls of one’s own listings', () => {
  test('return at most the newest 500 as a plain array, and link to the rest', async () => {
    const { titles, total, link } = await pageOf('')
    expect(titles).toHaveLength(500)
    expect(titles.slice(0, 2)).toEqual(['Newest, hidden', 'Own 1'])
    expect(total).toBe(String(made + 1))
    expect(link).toContain('</api/servicesbyauser?page=2>; rel="next"')
    const rest = await pageOf('?page=2')
    expect(rest.titles).toEqual(['Own 500', 'Own 501', 'Own 502', 'Own 503'])
    expect(rest.link).not.toContain('rel="next"')
  })

  test('keep no unknown parameter in their links', async () => {
    const { link } = await pageOf(`?limit=200&utm_source=${'x'.repeat(5_000)}`)
    expect(link).toContain('</api/servicesbyauser?limit=200&page=2>; rel="next"')
    expect(link).not.toContain('utm_source')
  })

  test('list each once, page by page, with everything that an author may see', async () => {
    const seen: string[] = []
    for (let page = 1; page <= 11; page += 1) seen.push(...(await pageOf(`?page=${page}&limit=50`)).titles)
    expect(seen).toHaveLength(made + 1)
    expect(new Set(seen).size).toBe(made + 1)
    expect(seen).not.toContain('Deleted')
    expect(seen).not.toContain('An event')
    expect(seen).not.toContain('Not mine')
    expect((await pageOf('?limit=1')).body[0]).toMatchObject({
      status: 'hidden',
      author: { email: 'author@example.com' },
    })
  })

  test('have the right total past the last page', async () => {
    expect(await pageOf('?page=9')).toMatchObject({ status: 200, titles: [], total: String(made + 1) })
  })

  test.each(['limit=501', 'limit=0', 'page=0', 'page=1e9', 'page=x'])('reject %s', async (query) => {
    const { status, body } = await pageOf(`?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ fields: { [query.split('=')[0] ?? '']: expect.any(String) } })
  })

  test('return an empty array to an author without listings', async () => {
    const newcomer = viewerWith(await createUser(site.database))
    const { body, headers } = await site.get('/eventsbyauser', newcomer)
    expect(body).toEqual([])
    expect(headers['x-total-count']).toBe('0')
  })
})
