import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createListing } from '../../../../../test/support/data/factories.ts'
import { createDatabase } from '../../../../../test/support/site/app.ts'
import { plainField } from '../../../../shared/listing-fields/field.ts'
import { shippedFields } from '../../../../shared/listing-fields/shipped.ts'
import type { Database } from '../../../platform/database/database.ts'
import {
  findDocument,
  findDocumentDates,
  pageDocuments,
  readEarlierDocument,
  toDocument,
} from './documents.ts'

let database: Database
beforeAll(async () => {
  database = (await createDatabase()).database
})

const shipped = (key: string) => shippedFields.find((field) => field.key === key)
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
    language: 'en',
    text: 'Patient lessons at your home.',
    topic: expect.any(Number),
    place: expect.any(Number),
    posted: '2026-10-01T07:30:00Z',
    price: 35.5,
    pictures: false,
    choices: ['_language:en'],
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

test('has the values of fields that everyone may see', async () => {
  const fields = {
    travel: ['home', 'online'],
    distance: 30,
    years: 5.5,
    licensed: false,
    wheelchair: true,
    none: 1,
  }
  const create = async (country: 'US' | 'CA') => {
    const place = country === 'CA' ? { country: 'Canada', state: 'Ontario', city: 'Toronto' } : {}
    const id = await createListing(database, { description: 'Patient lessons.', ...place })
    await sql`update listing set fields = ${JSON.stringify(fields)}::jsonb where id = ${id}`.execute(
      database.kysely,
    )
    return id
  }
  const id = await create('US')
  expect(await find(id)).toMatchObject({
    text: 'Patient lessons.',
    choices: ['_language:en', 'travel:home', 'travel:online', 'licensed:no'],
    numbers: { distance: 30, years: 5.5 },
    reachKm: 30 * 1.609344,
  })
  expect(await find(await create('CA'))).toMatchObject({ reachKm: 30 })
  await sql`update listing set city_id = null where id = ${id}`.execute(database.kysely)
  expect(await find(id)).toMatchObject({ numbers: { distance: 30 }, reachKm: null })
  const replace = (key: string, changes: object) =>
    sql`insert into listing_field values (${key}, ${JSON.stringify({ ...shipped(key), ...changes })}::jsonb)`.execute(
      database.kysely,
    )
  await replace('travel', { searchable: true })
  await replace('years', { audience: 'signed-in' })
  await replace('licensed', { retired: true })
  await replace('distance', { topics: ['1'] })
  expect(await find(id)).toMatchObject({
    text: 'Patient lessons. Comes to you Online',
    choices: ['_language:en', 'travel:home', 'travel:online'],
    numbers: {},
  })
  await sql`delete from listing_field`.execute(database.kysely)
})

test('has no value of another type than its field', async () => {
  const id = await createListing(database)
  const fields = { years: 'five', distance: '2026-12-01', travel: 'home', licensed: 'yes' }
  await sql`update listing set fields = ${JSON.stringify(fields)}::jsonb where id = ${id}`.execute(
    database.kysely,
  )
  expect(await find(id)).toMatchObject({ choices: ['_language:en'], numbers: {}, reachKm: null })
})

test('an earlier row of a version without fields gives a document', async () => {
  const id = await createListing(database)
  const { rows } = await sql<{ row: object }>`
    select to_jsonb(listing) - 'fields' as row from listing where id = ${id}`.execute(database.kysely)
  expect(await readEarlierDocument(database.kysely, rows[0]?.row ?? {})).toEqual(await find(id))
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

test('a distance that became another type is no reach', () => {
  const row = {
    id: 'a',
    kind: 'service' as const,
    title: 'Drums',
    text: 'At home.',
    language: 'en',
    townCountry: 'US',
  }
  const read = (type: 'number' | 'text' | 'date', distance: string | number) => {
    const kinds = ['service' as const]
    const field = {
      ...plainField,
      key: 'distance',
      label: 'Distance',
      type,
      kinds,
      role: 'travel-distance' as const,
    }
    return toDocument({ ...row, category: '1', subcategory: null, values: { distance } }, [field]).reachKm
  }
  expect(read('number', 10)).toBeCloseTo(16.09)
  expect(read('text', 'far')).toBeNull()
  expect(read('date', '2026-11-20')).toBeNull()
})
