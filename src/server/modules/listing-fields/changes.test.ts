import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createListing } from '../../../../test/support/data/factories.ts'
import {
  auditLog,
  moderated,
  type Role,
  requestAs,
  setUpModeratedSite,
} from '../../../../test/support/data/moderated-site.ts'
import type { FieldForAdmin } from '../../../shared/contract/listing-fields.ts'
import { readDefinition } from '../../../shared/listing-fields/definition-form.ts'
import type { FieldValues, ListingField } from '../../../shared/listing-fields/field.ts'
import { shippedFields } from '../../../shared/listing-fields/shipped.ts'
import { createCatalog } from '../catalog/service.ts'

setUpModeratedSite()

type Body = Record<string, unknown>
type Reply = { message: string; field: ListingField; version: string; fields?: Record<string, string> }

const level = {
  label: 'Skill level',
  type: 'choice',
  kinds: ['service'],
  choices: [{ label: 'Beginner' }, { label: 'Advanced' }],
}
const add = (body: Body = level, role: Role = 'admin') =>
  requestAs<Reply>(role, 'POST', '/moderation/listing-fields', body)
const change = (key: string, body: Body, role: Role = 'admin') =>
  requestAs<Reply>(role, 'PUT', `/moderation/listing-field/${key}`, body)
const order = (body: Body) => requestAs<Reply>('admin', 'PUT', '/moderation/listing-fields', body)
const undo = (id: number | undefined) => requestAs<Reply>('admin', 'POST', `/moderation/undo/${id}`)

const listAll = async () =>
  (await requestAs<{ fields: FieldForAdmin[] }>('admin', 'GET', '/moderation/listing-fields')).body.fields
const find = async (key: string) => (await listAll()).find(({ field }) => field.key === key)
const versionOf = async (key: string) => (await find(key))?.version
const publicKeys = async () =>
  (await requestAs<{ fields: ListingField[] }>('visitor', 'GET', '/listing-fields')).body.fields.map(
    ({ key }) => key,
  )

async function createWith(fields: FieldValues) {
  const id = await createListing(moderated.site.database, {})
  await sql`update listing set fields = ${JSON.stringify(fields)}::jsonb where id = ${id}`.execute(
    moderated.site.database.kysely,
  )
  return id
}

/** Returns the ids that search engines have to read again since the last call. */
async function takeChanges(): Promise<string[]> {
  const { rows } = await sql<{ listing_id: string }>`delete from listing_change returning listing_id`.execute(
    moderated.site.database.kysely,
  )
  return rows.map(({ listing_id }) => listing_id)
}

test('a field has names in other languages, which only admins get with it', async () => {
  const names = { label: { fr: 'Niveau' }, help: { fr: 'De vos élèves.' } }
  const choices = [{ label: 'Beginner', names: { fr: 'Débutant' } }, { label: 'Advanced' }]
  await add({ ...level, help: 'Of your pupils.', names, choices })
  const stored = await find('skill_level')
  expect(stored?.field).toMatchObject({
    names,
    choices: [{ names: { fr: 'Débutant' } }, { key: 'advanced' }],
  })
  const { fields } = (await requestAs<{ fields: ListingField[] }>('visitor', 'GET', '/listing-fields')).body
  expect(JSON.stringify(fields)).not.toContain('Niveau')
  const own = async () => Object.fromEntries((await createCatalog(moderated.site.database)).ownNames('fr'))
  expect(await own()).toEqual({
    'Skill level': 'Niveau',
    'Of your pupils.': 'De vos élèves.',
    Beginner: 'Débutant',
  })
  const changed = await change('skill_level', { version: stored?.version, names: {} })
  expect(changed).toMatchObject({ status: 200 })
  expect(await own()).toEqual({ Beginner: 'Débutant' })
  await undo((await auditLog())[0]?.id)
  expect(await find('skill_level')).toEqual(stored)
})

test('a form says the names of a field and its choices', () => {
  const texts = {
    'names.label.fr': 'Niveau',
    'names.help.fr': '',
    'choices.0.label': 'Beginner',
    'choices.0.names.fr': 'Débutant',
    'choices.1.label': 'Advanced',
    'choices.1.names.fr': '',
  }
  expect(readDefinition(texts)).toMatchObject({
    names: { label: { fr: 'Niveau' } },
    choices: [{ label: 'Beginner', names: { fr: 'Débutant' } }, { label: 'Advanced' }],
  })
  expect(readDefinition({ label: 'Level' })).not.toHaveProperty('names')
})

test('every site has the fields that ship with the program, as they are', async () => {
  const keys = shippedFields.map(({ key }) => key)
  expect(await publicKeys()).toEqual(keys)
  expect((await listAll()).map(({ field }) => field)).toEqual(shippedFields)
  expect(await find('years')).toMatchObject({ listings: 0 })
})

describe('an added field', () => {
  test('has keys from its names, comes last, and is in the next reply of every call', async () => {
    const { status, body } = await add()
    expect(status).toBe(200)
    expect(body.field).toMatchObject({
      key: 'skill_level',
      choices: [
        { key: 'beginner', label: 'Beginner', retired: false },
        { key: 'advanced', label: 'Advanced', retired: false },
      ],
      audience: 'everyone',
      role: null,
    })
    expect((await publicKeys()).at(-1)).toBe('skill_level')
    await add({ ...level, label: 'Age' })
    expect((await publicKeys()).slice(-2)).toEqual(['skill_level', 'age'])
    expect((await auditLog())[0]).toMatchObject({
      action: 'field.add',
      target: 'Age',
      targetId: 'age',
      before: null,
      after: { key: 'age' },
      undo: 'possible',
    })
  })

  test('is refused if it is against the rules', async () => {
    const refused: [string, Body, Record<string, string>][] = [
      ['a key that is taken', { key: 'years' }, { key: expect.stringContaining('already') }],
      ['a name without letters', { label: '経験' }, { key: expect.stringContaining('enter a key') }],
      ['a key that objects have', { key: 'constructor' }, { key: expect.stringContaining('lowercase') }],
      [
        'a name that gives such a key',
        { label: 'Constructor' },
        { key: expect.stringContaining('enter a key') },
      ],
      ['no name', { label: ' ' }, { label: 'Please enter a name for the field.' }],
      ['no kind', { kinds: [] }, { kinds: expect.stringContaining('services') }],
      ['an unknown type', { type: 'color' }, { type: expect.stringContaining('one of') }],
      ['no choices', { choices: [] }, { choices: 'Please add at least one choice.' }],
      [
        'only retired choices',
        { choices: [{ label: 'A', retired: true }] },
        { choices: 'Please add at least one choice.' },
      ],
      [
        'two equal keys',
        {
          choices: [
            { key: 'a', label: 'A' },
            { key: 'a', label: 'B' },
          ],
        },
        { choices: 'Two choices have the same key.' },
      ],
      [
        'too many choices',
        { choices: Array.from({ length: 101 }, (_, at) => ({ label: `Choice ${at}` })) },
        { choices: expect.stringContaining('100') },
      ],
      [
        'limits in the wrong order',
        { type: 'number', min: 5, max: 1 },
        { max: 'No value is within these limits.' },
      ],
      ['more than a text can hold', { type: 'text', min: 300 }, { max: expect.stringContaining('within') }],
      [
        'more choices than there are',
        { type: 'choices', min: 3 },
        { max: expect.stringContaining('within') },
      ],
      ['at most no choice', { type: 'choices', max: 0 }, { max: expect.stringContaining('within') }],
      ['amounts below nothing', { type: 'money', max: -5 }, { max: expect.stringContaining('within') }],
      [
        'a limit that is no number',
        { type: 'number', max: 1e300 },
        { max: expect.stringContaining('limit') },
      ],
      [
        'an unknown topic',
        { topics: ['999999'] },
        { topics: 'One of the topics does not exist. Please choose topics from the list.' },
      ],
      [
        'an initial value that is no choice',
        { initial: 'expert' },
        { initial: 'Please choose Skill level from the list.' },
      ],
    ]
    for (const [name, overrides, fields] of refused) {
      const { status, body } = await add({ ...level, ...overrides })
      expect([status, body.fields], name).toEqual([400, expect.objectContaining(fields)])
    }
    expect(await listAll()).toHaveLength(shippedFields.length)
  })

  test('gives choices with equal names different keys', async () => {
    const choices = [
      { label: '初級' },
      { label: '上級' },
      { label: 'A' },
      { label: 'a' },
      { key: 'choice_2', label: 'B' },
      { label: 'Constructor' },
    ]
    const { body } = await add({ ...level, choices })
    const keys = body.field.choices.map(({ key }) => key)
    expect(keys).toEqual(['choice', 'choice_3', 'a', 'a_2', 'choice_2', 'choice_4'])
    const [last] = body.field.choices.slice(-1)
    expect((await change('skill_level', { version: body.version, choices: [last] })).status).toBe(200)
  })

  test('is refused after 50, until one is retired', async () => {
    for (let number = shippedFields.length; number < 50; number++)
      expect((await add({ label: `Field ${number}`, type: 'text', kinds: ['event'] })).status).toBe(200)
    expect(await add()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('50 fields') },
    })
    await change('years', { version: await versionOf('years'), retired: true })
    expect(await add()).toMatchObject({ status: 200 })
    const restored = await change('years', { version: await versionOf('years'), retired: false })
    expect(restored.status).toBe(409)
  })
})

describe('a change', () => {
  test('needs the version that it started from', async () => {
    const version = await versionOf('years')
    expect(await change('years', { version, label: 'Years' })).toMatchObject({ status: 200 })
    expect(await change('years', { version, label: 'Practice' }, 'colleague')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('in the meantime') },
    })
    expect(await find('years')).toMatchObject({ field: { label: 'Years', unit: 'years' } })
    expect((await change('nothing', { version: 'x' })).status).toBe(404)
  })

  test('is stored once if several admins make one at once', async () => {
    const version = await versionOf('years')
    const replies = await Promise.all(
      [1, 2, 3, 4].map((number) => change('years', { version, label: `Years ${number}` })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('retires a field and restores it with its values', async () => {
    const id = await createWith({ years: 5 })
    const shownValues = async () =>
      (await requestAs<{ fields: FieldValues }>('visitor', 'GET', `/service/${id}`)).body.fields
    expect(await shownValues()).toEqual({ years: 5 })
    await change('years', { version: await versionOf('years'), retired: true })
    expect(await publicKeys()).not.toContain('years')
    expect(await shownValues()).toEqual({})
    expect(await find('years')).toMatchObject({ listings: 1 })
    await change('years', { version: await versionOf('years'), retired: false })
    expect(await shownValues()).toEqual({ years: 5 })
  })

  test('cannot change the type of a field that ads have, or remove a choice that one has', async () => {
    await add()
    await createWith({ skill_level: 'advanced', languages: ['en', 'fr'] })
    const version = await versionOf('skill_level')
    expect(await change('skill_level', { version, type: 'text' })).toMatchObject({
      status: 400,
      body: { fields: { type: expect.stringContaining('cannot change') } },
    })
    const [beginner, advanced] = level.choices
    expect(await change('skill_level', { version, choices: [beginner] })).toMatchObject({
      status: 400,
      body: { fields: { choices: expect.stringContaining('“Advanced”') } },
    })
    expect((await change('skill_level', { version, choices: [advanced] })).status).toBe(200)
    const languages = (await find('languages'))?.field.choices ?? []
    const without = async (key: string) =>
      change('languages', {
        version: await versionOf('languages'),
        choices: languages.filter((choice) => choice.key !== key),
      })
    expect((await without('fr')).status).toBe(400)
    expect((await without('es')).status).toBe(200)
    expect((await change('years', { version: await versionOf('years'), type: 'text' })).status).toBe(200)
  })

  test('keeps a topic that the catalog no longer has', async () => {
    await sql`insert into listing_field values ('old', ${JSON.stringify({ key: 'old', label: 'Old', type: 'text', kinds: ['service'], topics: ['999999'] })})`.execute(
      moderated.site.database.kysely,
    )
    expect((await change('old', { version: await versionOf('old'), label: 'Older' })).status).toBe(200)
  })

  test('lets search engines read the ads again that have a value, if their documents differ', async () => {
    const id = await createWith({ years: 5, travel: ['home'] })
    await createWith({ travel: ['home'] })
    await takeChanges()
    const expectChanges = async (changed: Body, ids: string[], key = 'years') => {
      expect((await change(key, { version: await versionOf(key), ...changed })).status).toBe(200)
      expect(await takeChanges()).toEqual(ids)
    }
    await expectChanges({ label: 'Practice', filter: false, sortable: false, required: true, help: 'x' }, [])
    await expectChanges({ audience: 'signed-in' }, [id])
    await expectChanges({ topics: ['1'] }, [])
    await expectChanges({ audience: 'everyone' }, [id])
    await expectChanges({ retired: true }, [id])
    await expectChanges({ retired: false, topics: [] }, [id])
  })

  test('reaches searches', async () => {
    await add({ label: 'Instrument', type: 'text', kinds: ['service'] })
    await createWith({ instrument: 'Ocarina' })
    const found = async () =>
      (
        await requestAs<{ search: { full: number } }>(
          'visitor',
          'GET',
          '/servicesbyfilter?searchtext=ocarina',
        )
      ).body.search.full
    const set = async (changed: Body) =>
      change('instrument', { version: await versionOf('instrument'), ...changed })
    expect(await found()).toBe(0)
    await set({ searchable: true })
    expect(await found()).toBe(1)
    await set({ audience: 'author' })
    expect(await found()).toBe(0)
    await set({ audience: 'everyone' })
    expect(await found()).toBe(1)
    await set({ retired: true })
    expect(await found()).toBe(0)
  })

  test('back to what the program ships is no change of the site', async () => {
    const version = await versionOf('years')
    await change('years', { version, label: 'Practice' })
    await change('years', { version: await versionOf('years'), label: 'Experience' })
    expect(await versionOf('years')).toBe(version)
    const { rows } = await sql`select from listing_field`.execute(moderated.site.database.kysely)
    expect(rows).toEqual([])
  })
})

describe('the order', () => {
  test('is changed as a whole, and must start from the current one', async () => {
    const before = await publicKeys()
    const keys = before.toReversed()
    expect(await order({ keys, before })).toMatchObject({ status: 200 })
    expect(await publicKeys()).toEqual(keys)
    expect(await order({ keys: before, before })).toMatchObject({ status: 409 })
    expect(await order({ keys: keys.slice(1), before: keys })).toMatchObject({ status: 400 })
    expect(await order({ keys: [...keys.slice(1), 'years'], before: keys })).toMatchObject({ status: 400 })
    expect((await undo((await auditLog())[0]?.id)).status).toBe(200)
    expect(await publicKeys()).toEqual(before)
  })
})

describe('undoing', () => {
  const lastEntry = async () => (await auditLog())[0]?.id

  test('a change restores the definition, and is in the log itself', async () => {
    const version = await versionOf('years')
    await change('years', { version, label: 'Practice', retired: true })
    expect((await undo(await lastEntry())).status).toBe(200)
    expect(await versionOf('years')).toBe(version)
    const [undone, changed] = await auditLog()
    expect(undone).toMatchObject({ action: 'field.change', before: { retired: true }, undo: 'possible' })
    expect(changed).toMatchObject({ undo: 'done' })
    expect((await undo(undone?.id)).status).toBe(200)
    expect(await find('years')).toMatchObject({ field: { label: 'Practice', retired: true } })
  })

  test('is a conflict if the field has changed since then', async () => {
    await change('years', { version: await versionOf('years'), label: 'Practice' })
    const entry = await lastEntry()
    await change('years', { version: await versionOf('years'), help: 'How long?' })
    expect(await undo(entry)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('changed') },
    })
    expect(await find('years')).toMatchObject({ field: { label: 'Practice', help: 'How long?' } })
  })

  test('an addition removes the field, unless ads have it', async () => {
    await add()
    const entry = await lastEntry()
    const id = await createWith({ skill_level: 'advanced' })
    expect((await undo(entry)).status).toBe(409)
    await sql`update listing set fields = '{}' where id = ${id}`.execute(moderated.site.database.kysely)
    expect((await undo(entry)).status).toBe(200)
    expect(await find('skill_level')).toBeUndefined()
    expect((await auditLog())[0]).toMatchObject({ target: 'Skill level', after: null })
    expect((await undo(await lastEntry())).status).toBe(200)
    expect((await publicKeys()).at(-1)).toBe('skill_level')
  })

  test('cannot remove a choice that ads have', async () => {
    await add()
    const choices = [...((await find('skill_level'))?.field.choices ?? []), { label: 'Expert' }]
    await change('skill_level', { version: await versionOf('skill_level'), choices })
    await createWith({ skill_level: 'expert' })
    expect((await undo(await lastEntry())).status).toBe(400)
  })
})

test('forms without scripts add, change, retire, and order fields', async () => {
  const { site, cookies } = moderated
  const post = async (path: string, form: ConstructorParameters<typeof URLSearchParams>[0]) => {
    const response = await site.app.http.inject({
      method: 'POST',
      url: path,
      headers: {
        cookie: cookies.admin,
        origin: 'http://localhost:3000',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(form).toString(),
    })
    return [response.statusCode, response.headers.location]
  }
  const page = [303, 'http://localhost:3000/admin?tab=fields&status=saved']
  const form = {
    label: 'Skill level',
    type: 'choice',
    audience: 'everyone',
    shownOn: 'card',
    uses: 'filter',
    min: '',
    max: '',
    initial: '',
    'choices.0.label': 'Advanced',
    'choices.0.place': '2',
    'choices.1.label': 'Beginner',
    'choices.1.place': '1',
    'choices.2.label': '',
  }
  // As browsers send the boxes of one name.
  const kinds = ['service', 'event'].map((kind) => ['kinds', kind])
  expect(await post('/admin/fields', [...Object.entries(form), ...kinds])).toEqual(page)
  const field = (await find('skill_level'))?.field
  expect(field).toMatchObject({ shownOn: ['card'], filter: true, required: false })
  expect(field?.kinds).toEqual(['service', 'event'])
  expect(field?.choices.map(({ key }) => key)).toEqual(['beginner', 'advanced'])
  const changed = {
    ...form,
    kinds: 'service',
    uses: 'filter,required',
    version: (await versionOf('skill_level')) ?? '',
    'choices.0.key': 'advanced',
    'choices.0.retired': 'yes',
    'choices.1.key': 'beginner',
  }
  expect(await post('/admin/fields/skill_level', changed)).toEqual(page)
  expect(await find('skill_level')).toMatchObject({
    field: { required: true, choices: [{ retired: false }, { key: 'advanced', retired: true }] },
  })
  const version = (await versionOf('skill_level')) ?? ''
  expect(await post('/admin/fields/skill_level', { version, action: 'retire' })).toEqual(page)
  expect((await post('/admin/fields/skill_level', { version, action: 'restore' }))[0]).toBe(409)
  const before = (await listAll()).map((entry) => entry.field.key)
  const [first, second, ...others] = before
  const swapped = { before: before.join(), swap: `${first},${second}` }
  expect(await post('/admin/fields-order', swapped)).toEqual(page)
  expect((await listAll()).map((entry) => entry.field.key)).toEqual([second, first, ...others])
})
