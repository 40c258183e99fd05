/** Whatever fields a site has, their values stay the same on every way, and nothing that they refuse is stored on any. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createUser, send, startSession } from '../../../../test/support/data/accounts.ts'
import { callsOf, createPicture, type Post, postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { anyField, valuesOf } from '../../../../test/support/data/random-fields.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { Kind } from '../../../shared/listing.ts'
import {
  choicesOf,
  type FieldType,
  type FieldValues,
  type ListingField,
  visibleValues,
  visitor,
} from '../../../shared/listing-fields/field.ts'
import { fromForm, toForm } from '../../../shared/listing-fields/form.ts'
import { checkValues } from '../../../shared/listing-fields/values.ts'
import { createCatalog } from '../catalog/service.ts'
import { importListings } from '../listings/import/import-listings.ts'

let site: TestApp
const cookies = { author: '', admin: '' }
let author = ''
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  author = (await createUser(site.database, { email: 'author@example.com' })).accountId
  await createUser(site.database, { email: 'admin@example.com', isAdmin: true })
  for (const name of ['author', 'admin'] as const)
    cookies[name] = await startSession(site, `${name}@example.com`)
})

const query = async <Row>(text: ReturnType<typeof sql<Row>>) =>
  (await text.execute(site.database.kysely)).rows

/** Gives the site these fields, and no others, by the calls of the dashboard. */
async function useFields(fields: ListingField[]) {
  await query(sql`delete from listing_field`)
  await query(sql`update listing_field_order set keys = '{}'`)
  for (const { role: _role, ...field } of fields) {
    const { status, body } = await send(site, 'POST', '/moderation/listing-fields', {
      cookie: cookies.admin,
      body: field,
    })
    expect(status, JSON.stringify(body)).toBe(200)
  }
}

const storedIn = async (id: string) =>
  (await query(sql<{ fields: FieldValues }>`select fields from listing where id = ${id}`))[0]?.fields

const write = async (method: 'POST' | 'PUT', path: string, body: object) =>
  send<{ _id: string; fields: FieldValues }>(site, method, path, { cookie: cookies.author, body })

async function post(kind: Kind, fields: object) {
  const images = kind === 'event' ? [await createPicture(site.database, author)] : []
  return write('POST', callsOf(kind).post, postOf(kind, { fields, images }))
}

/** Imports one line like the post. Returns the values that were stored; null if the line was refused. */
async function importWith(kind: Kind, id: string, fields: unknown): Promise<FieldValues | null | undefined> {
  const { images: _images, author: _author, ...content } = postOf(kind)
  const line = JSON.stringify({ ...content, kind, id, author: { email: 'import@example.com' }, fields })
  const { badLines } = await importListings(site.database, await createCatalog(site.database), [line], {
    languages: ['en'],
    dryRun: false,
    onBadLine: () => true,
    onProgress: () => {},
  })
  if (badLines > 0) return null
  const [row] = await query(
    sql<{ fields: FieldValues }>`select fields from listing order by posted desc, id limit 1`,
  )
  return row?.fields
}

async function exported(id: string): Promise<FieldValues | undefined> {
  const { body } = await send<{ listings: { _id: string; fields: FieldValues }[] }>(
    site,
    'GET',
    '/account-data',
    {
      cookie: cookies.author,
    },
  )
  return body.listings.find(({ _id }) => _id === id)?.fields
}

const kinds = fc.constantFrom<Kind>('service', 'event')
const anyFields = fc
  .integer({ min: 1, max: 5 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => anyField(`p${at}`))))
const ofKind = (fields: ListingField[], kind: Kind) => fields.filter(({ kinds }) => kinds.includes(kind))

const roundTrips = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(
      fc.tuple(kinds, anyFields).chain(([kind, fields]) =>
        fc.record({
          kind: fc.constant(kind),
          fields: fc.constant(fields),
          values: valuesOf(ofKind(fields, kind)),
          changed: valuesOf(ofKind(fields, kind)),
        }),
      ),
      async ({ kind, fields, values, changed }) => {
        await query(sql`delete from listing`)
        await useFields(fields)
        const own = ofKind(fields, kind)
        expect(fromForm(own, toForm(values))).toEqual(values)
        const { status, body } = await post(kind, values)
        expect(status, JSON.stringify(body)).toBe(201)
        const id = body._id
        expect(body.fields).toEqual(values)
        expect(await storedIn(id)).toEqual(values)
        const read = async (cookie?: string) =>
          (
            await send<{ fields: FieldValues }>(site, 'GET', callsOf(kind).one(id), {
              ...(cookie && { cookie }),
            })
          ).body.fields
        expect(await read(cookies.author)).toEqual(values)
        expect(await read()).toEqual(visibleValues(own, values, visitor))
        expect(await exported(id)).toEqual(values)
        expect(await importWith(kind, id, await exported(id))).toEqual(values)
        const update = (more: Post) => write('PUT', callsOf(kind).update(id), updateOf(kind, more))
        const updated = await update({ fields: changed })
        expect(updated.status, JSON.stringify(updated.body)).toBe(200)
        expect(await storedIn(id)).toEqual(changed)
        const kept = await update({})
        expect(kept.status, JSON.stringify(kept.body)).toBe(200)
        expect(await storedIn(id)).toEqual(changed)
      },
    ),
    { numRuns },
  )

test('values are the same in replies, the database, the export, an import, and the form', () => roundTrips(6))
test('many more values are, too', { tags: ['slow'], timeout: 600_000 }, () => roundTrips(100))

/** States the rules again, independently of the check. */
function isValid(field: ListingField, value: unknown): boolean {
  const { type, min, max } = field
  const isBetween = (number: number, least: number, most: number) =>
    number >= (min ?? least) && number <= Math.min(max ?? most, most)
  const choices = choicesOf(field).flatMap(({ key, retired }) => (retired ? [] : key))
  if (type === 'yes-no') return typeof value === 'boolean'
  if (type === 'number' || type === 'money')
    return (
      typeof value === 'number' &&
      isBetween(
        value,
        type === 'money' ? 0 : -1_000_000_000,
        type === 'money' ? 9_999_999.99 : 1_000_000_000,
      ) &&
      Number(value.toFixed(2)) === value
    )
  if (type === 'choice') return choices.some((choice) => choice === value)
  if (type === 'choices')
    return (
      Array.isArray(value) &&
      value.length > 0 &&
      new Set(value).size === value.length &&
      value.every((choice) => choices.includes(choice))
    )
  if (typeof value !== 'string' || value.trim() !== value || value === '') return false
  if (type === 'date') return new Date(value).toISOString().slice(0, 10) === value
  if (type === 'url' && !/^https?:\/\//.test(value)) return false
  const longest = { text: 200, 'long-text': 5_000, url: 500, phone: 60 }[type]
  return isBetween([...value].length, 1, longest) && (type === 'long-text' || !/\s\s|[\n\t]/.test(value))
}

const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.array(fc.constantFrom('c0', 'none', '__proto__'), { maxLength: 4 }),
  fc.constantFrom('', ' ', true, null, 'NaN', '\u0000', '\ud800', 'x'.repeat(6_000), [[]], {}, { length: 1 }),
)
const almostNumbers = [-1, 0, 0.001, 1.005, 59.999, 90.01, 1e9, 1e9 + 1, 9_999_999.991, 1e20, '5']
/** Values that are almost those of a type. The fifth choice of a field is retired. */
const almost: Record<FieldType, unknown[]> = {
  text: ['a  b', 'a\nb', 'x', 'x'.repeat(201)],
  'long-text': ['a\r\nb', 'x'.repeat(5_001)],
  number: almostNumbers,
  money: almostNumbers,
  choice: ['c4', 'c5', ['c0'], 'C0'],
  choices: [['c0', 'c0'], ['c0', 'c4'], ['c5', 'c1'], 'c0', ['c0', null]],
  'yes-no': ['yes', 'true', 1, ['yes']],
  date: ['2026-02-30', '2026-2-3', '20261120', '2026-11-20T00:00:00Z', '0000-00-00'],
  url: [
    'javascript:alert(1)',
    'http://',
    'ftp://example.com',
    'https://a b',
    'example.com',
    `https://a.com/${'x'.repeat(500)}`,
  ],
  phone: ['1', 'x'.repeat(61)],
}
const hostileFor = ({ type }: ListingField) => fc.oneof(strange, fc.constantFrom(...almost[type]))
const fieldsWithHostile = anyFields.chain((fields) =>
  fc.tuple(fc.constant(fields), fc.tuple(...fields.map(hostileFor))),
)

test('no value passes the check of a field against its rules', () =>
  fc.assert(
    fc.property(fieldsWithHostile, ([fields, hostile]) => {
      const input = Object.fromEntries(fields.map(({ key }, at) => [key, hostile[at]]))
      const { values } = checkValues(fields, input)
      for (const field of fields)
        if (field.key in values)
          expect(isValid(field, values[field.key]), `${field.type} ${JSON.stringify(input[field.key])}`).toBe(
            true,
          )
    }),
    { numRuns: 3_000 },
  ))

const refusals = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(kinds, fieldsWithHostile, async (kind, [fields, hostile]) => {
      await query(sql`delete from listing`)
      await useFields(fields)
      const input = {
        ...Object.fromEntries(fields.map(({ key }, at) => [key, hostile[at]])),
        unknown: 1,
        years: -1,
      }
      const expectValid = (stored: FieldValues = {}) => {
        for (const [key, value] of Object.entries(stored)) {
          const field = ofKind(fields, kind).find((one) => one.key === key)
          expect(field && isValid(field, value), `${field?.type} ${JSON.stringify(value)}`).toBe(true)
        }
      }
      const { years: _years, unknown: _unknown, ...withoutYears } = input
      for (const given of [
        input,
        withoutYears,
        ...Object.entries(withoutYears).map((entry) => Object.fromEntries([entry])),
      ]) {
        const { status, body } = await post(kind, given)
        expect([201, 400]).toContain(status)
        if (status === 201) expectValid(await storedIn(body._id))
        expectValid((await importWith(kind, 'line', given)) ?? {})
        await query(sql`delete from listing`)
      }
      const { body } = await post(kind, {})
      const { status } = await write(
        'PUT',
        callsOf(kind).update(body._id),
        updateOf(kind, { fields: withoutYears }),
      )
      expect([200, 400]).toContain(status)
      expectValid(await storedIn(body._id))
    }),
    { numRuns },
  )

test('nothing that a field refuses is stored by any call or import', () => refusals(5))
test('nothing at all is', { tags: ['slow'], timeout: 600_000 }, () => refusals(80))

test.each([
  'null',
  '[]',
  '"text"',
  '{"a": null}',
  '{"a": {}}',
  '{"a": [1]}',
  '{"a": [[]]}',
  '{"a": ["b", null]}',
])('the database refuses %s', async (values) => {
  await query(sql`delete from listing`)
  const { body } = await post('service', {})
  await query(sql`update listing set fields = '{"a": "", "b": -1.5, "c": false, "d": ["e"], "f": []}'`)
  const stored = await storedIn(body._id)
  await expect(query(sql`update listing set fields = ${values}::jsonb`)).rejects.toThrow('listing_fields')
  expect(await storedIn(body._id)).toEqual(stored)
})
