import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createListing } from '../../../../../test/support/data/factories.ts'
import { createDatabase } from '../../../../../test/support/site/app.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findDocument, findDocumentDates, pageDocuments, readEarlierDocument } from './documents.ts'

let database: Database
beforeAll(async () => {
  database = (await createDatabase()).database
})

const find = (id: string) => findDocument(database.kysely, id)

test('a service has no dates, and a stale one is much older', async () => {
  const id = await createListing(database, {
    title: 'Piano lessons',
    description: 'Patient lessons at your home.',
    price: 35.5,
    posted: '2026-10-01T09:30:00.900+02:00',
  })
  const document = await find(id)
  expect(document).toEqual({
    id,
    kind: 'service',
    title: 'Piano lessons',
    text: 'Patient lessons at your home.',
    topic: expect.any(Number),
    place: expect.any(Number),
    posted: '2026-10-01T07:30:00Z',
    price: 35.5,
    pictures: false,
    choices: [],
    numbers: {},
    reachKm: null,
    stale: false,
    dates: null,
  })
  expect(await findDocumentDates(database.kysely, id)).toBeNull()
  await sql`update listing set stale = true, images = '["/a.jpg"]' where id = ${id}`.execute(database.kysely)
  expect(await find(id)).toMatchObject({ stale: true, pictures: true, posted: '2006-10-06T07:30:00Z' })
  await sql`update listing set archived = true where id = ${id}`.execute(database.kysely)
  expect(await find(id)).toBeNull()
})

test('the topic and the place are the narrowest ones', async () => {
  const of = async (overrides: Parameters<typeof createListing>[1]) =>
    find(await createListing(database, overrides))
  const [narrow, wide] = [await of({}), await of({ subcategory: null, state: null, city: null })]
  const { rows } = await sql<{ topic: number; place: number }>`
    select category.id as topic, country.id as place from category, country
    where category.name = 'Pet Services' and country.name = 'United States'`.execute(database.kysely)
  expect(wide).toMatchObject(rows[0] ?? {})
  expect(narrow?.topic).not.toBe(wide?.topic)
  expect(narrow?.place).not.toBe(wide?.place)
})

test('an event has its days, times, and venue; a series the days of each date', async () => {
  const allDay = await createListing(database, {
    kind: 'event',
    startDate: '2026-12-05',
    endDate: '2026-12-06',
    description: 'Music for everyone in town.',
    eventDetails: { venue_name: 'Library' },
  })
  const lasting = { startMinute: null, endMinute: null, series: null }
  expect(await find(allDay)).toMatchObject({
    text: 'Music for everyone in town. Library',
    dates: { firstDay: '2026-12-05', lastDay: '2026-12-06', ...lasting },
  })
  const series = await createListing(database, {
    kind: 'event',
    startDate: '2026-12-01',
    schedule: { startTime: '18:00', endTime: '20:15', rule: 'FREQ=WEEKLY;COUNT=3' },
  })
  const dates = {
    firstDay: '2026-12-01',
    lastDay: '2026-12-01',
    startMinute: 1080,
    endMinute: 1215,
    // At 20:15 in Austin.
    endsAt: '2026-12-16T02:15:00Z',
    series: expect.arrayContaining(['2026-12-01', '2026-12-08', '2026-12-15'].map((day) => [day, day])),
  }
  expect(await find(series)).toMatchObject({ dates })
  expect(await findDocumentDates(database.kysely, series)).toEqual(dates)
})

test('an earlier row gives the document of that time, with its earlier dates', async () => {
  const id = await createListing(database, { kind: 'event', title: 'Concert', startDate: '2026-12-01' })
  const { rows } = await sql<{ row: object }>`
    select to_jsonb(listing) as row from listing where id = ${id}`.execute(database.kysely)
  const before = await find(id)
  await sql`update listing set title = 'Lecture' where id = ${id}`.execute(database.kysely)
  expect(await readEarlierDocument(database.kysely, rows[0]?.row ?? {})).toEqual(before)
  const dates = before?.dates && { ...before.dates, firstDay: '2026-11-30' }
  expect(await readEarlierDocument(database.kysely, { ...rows[0]?.row, dates })).toEqual({ ...before, dates })
})

test('pages have each document once, from newest to oldest', async () => {
  for (let number = 0; number < 5; number++)
    await createListing(database, { posted: '2026-10-01T07:30:00.123456Z' })
  const paged: string[] = []
  for (
    let end: Awaited<ReturnType<typeof pageDocuments>>['end'] = null, isFirst = true;
    end || isFirst;
    isFirst = false
  ) {
    const page = await pageDocuments(database, end, 2)
    paged.push(...page.documents.map(({ id }) => id))
    end = page.end
  }
  const { rows } = await sql<{ id: string }>`
    select id from listing where not archived order by posted desc, id desc`.execute(database.kysely)
  expect(paged).toEqual(rows.map(({ id }) => id))
})
