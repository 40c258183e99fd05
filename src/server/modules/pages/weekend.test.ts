/** The events of this weekend on the home page, which is cached. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createListing, setStatus } from '../../../../test/support/data/factories.ts'
import { createTestApp } from '../../../../test/support/site/app.ts'

test('the home page shows the events of this weekend while there are any, also from the cache', async () => {
  const site = await createTestApp()
  await sql`delete from listing`.execute(site.database.kysely)
  const read = async (instant: string) => {
    site.setNow(new Date(instant))
    const first = await site.app.http.inject('/')
    const second = await site.app.http.inject('/')
    expect(second.body).toBe(first.body)
    return first.body
  }
  const create = (title: string, startDate: string, endDate = startDate) =>
    createListing(site.database, { kind: 'event', title, startDate, endDate })
  // Noon on a Friday in Austin; Monday begins there at 6:00 UTC.
  const friday = '2026-12-04T18:00:00Z'
  await create('Next week', '2026-12-12')
  expect(await read(friday)).not.toContain('This weekend')
  const id = await create('Sunday', '2026-12-06')
  const shown = await read(friday)
  expect(shown).toContain('This weekend')
  expect(shown).toContain(`/event-details/${id}`)
  expect(shown).toContain('/all-events?when=weekend')
  expect(await read('2026-12-07T05:59:59Z')).toContain('This weekend')
  // On Monday, that is the next one.
  expect(await read('2026-12-07T06:00:00Z')).toContain('This weekend')
  expect(await read('2026-12-07T06:00:00Z')).not.toContain(`/event-details/${id}`)
  await setStatus(site.database, id, 'hidden')
  expect(await read(friday)).not.toContain('This weekend')
})

test('a home page without this block does not read them', async () => {
  const { database } = await createTestApp()
  await sql`insert into setting (key, value) values ('homeSections', '["ads"]')`.execute(database.kysely)
  const site = await createTestApp(database)
  site.setNow(new Date('2026-12-04T18:00:00Z'))
  const id = await createListing(site.database, {
    kind: 'event',
    startDate: '2026-12-06',
    endDate: '2026-12-06',
  })
  // Nor is it in the state of the page, which browsers get for what they do not show.
  expect((await site.app.http.inject('/')).body).not.toContain(id)
})
