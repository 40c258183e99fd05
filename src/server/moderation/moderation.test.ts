import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createPerson,
  goodPassword,
  lettersTo,
  type Person,
  send,
  signIn,
} from '../../../test/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../test/support/app.ts'
import { createListing, setStatus } from '../../../test/support/factories.ts'
import { postOf, updateOf } from '../../../test/support/posts.ts'
import type { Service } from '../../shared/listing.ts'
import type { Case, Entry, Overview } from '../../shared/moderation.ts'

const kinds = ['service', 'event'] as const
type Who = 'visitor' | 'author' | 'other' | 'third' | 'admin' | 'colleague'

let site: TestApp
let people: Record<Exclude<Who, 'visitor'>, Person>
let cookies: Record<Who, string>
beforeEach(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  const names = ['author', 'other', 'third', 'admin', 'colleague'] as const
  const made = await Promise.all(
    names.map((who) =>
      createPerson(site.database, {
        email: `${who}@example.com`,
        isAdmin: who === 'admin' || who === 'colleague',
      }),
    ),
  )
  people = Object.fromEntries(names.map((who, at) => [who, made[at]])) as typeof people
  const signed = await Promise.all(names.map((who) => signIn(site, `${who}@example.com`)))
  cookies = {
    visitor: '',
    ...Object.fromEntries(names.map((who, at) => [who, signed[at]])),
  } as typeof cookies
})

const ask = <Body = Record<string, unknown>>(
  who: Who,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  from?: string,
) => send<Body>(site, method, path, { cookie: cookies[who], body, ...(from && { from }) })

const create = (kind: 'service' | 'event') =>
  createListing(site.database, { kind, authorEmail: 'author@example.com', title: 'Cheap watches' })
const statusOf = async (id: string) => {
  const row = await site.database.kysely
    .selectFrom('listing')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.status
}
const cases = async (kind: 'service' | 'event') =>
  (await ask<{ cases: Case[]; total: number }>('admin', 'GET', `/moderation/cases?kind=${kind}`)).body
const log = async () => (await ask<{ entries: Entry[] }>('admin', 'GET', '/moderation/log')).body.entries
const profileIdOf = async (who: Exclude<Who, 'visitor'>) => {
  const { rows } = await sql<{
    id: string
  }>`select id from profile where email = ${people[who].email}`.execute(site.database.kysely)
  return rows[0]?.id ?? ''
}

describe.each(kinds)('reporting a %s', (kind) => {
  const report = (who: Who, id: string, body: unknown = { status: 'reported' }, from?: string) =>
    ask(who, 'PUT', `/${kind}-report/${id}`, body, from)
  const close = (who: Who, id: string) => ask(who, 'PUT', `/${kind}-report-close/${id}`, { status: 'active' })

  test('marks it, and it stays public', async () => {
    const id = await create(kind)
    expect(await report('visitor', id)).toMatchObject({
      status: 200,
      body: { message: kind === 'service' ? 'Service reported' : 'Event reported' },
    })
    expect(await statusOf(id)).toBe('reported')
    expect(await ask('visitor', 'GET', `/${kind}/${id}`)).toMatchObject({ status: 200 })
  })

  test('ten times by one person counts once', async () => {
    const id = await create(kind)
    for (let n = 0; n < 10; n += 1) expect(await report('other', id)).toMatchObject({ status: 200 })
    expect(await statusOf(id)).toBe('reported')
    expect((await cases(kind)).cases).toMatchObject([{ reports: 1 }])
  })

  test('by ten at once from one address counts once', async () => {
    const id = await create(kind)
    await Promise.all(Array.from({ length: 10 }, () => report('visitor', id)))
    expect((await cases(kind)).cases).toMatchObject([{ reports: 1 }])
  })

  test('by three different people hides it from everybody but its author and admins, on every surface', async () => {
    const id = await create(kind)
    await report('visitor', id, {}, '192.0.2.1')
    await report('visitor', id, {}, '192.0.2.2')
    expect(await statusOf(id)).toBe('reported')
    await report('other', id)
    expect(await statusOf(id)).toBe('hidden')
    const seen = { visitor: 404, other: 404, author: 200, admin: 200 }
    for (const [who, status] of Object.entries(seen))
      expect(await ask(who as Who, 'GET', `/${kind}/${id}`)).toMatchObject({ status })
    for (const path of [
      `/${kind}s`,
      `/${kind}sbycity?city=Austin`,
      `/${kind}sbyfilter?searchtext=watches`,
      `/${kind}sbycategory?category=Pet+Services`,
    ])
      expect(JSON.stringify((await ask('visitor', 'GET', path)).body)).not.toContain(id)
  })

  test('by an admin hides it at once', async () => {
    const id = await create(kind)
    await report('admin', id)
    expect(await statusOf(id)).toBe('hidden')
  })

  test.each([{}, { status: 'active' }, { status: 'deleted' }, { status: ['hidden'] }])(
    'the body %j sets nothing',
    async (body) => {
      const id = await create(kind)
      expect(await report('visitor', id, body)).toMatchObject({ status: 200 })
      expect(await statusOf(id)).toBe('reported')
    },
  )

  test('one’s own is refused, and what is not there', async () => {
    const id = await create(kind)
    expect(await report('author', id)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('your own') },
    })
    expect(await statusOf(id)).toBe('active')
    expect(await report('visitor', '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b')).toMatchObject({ status: 404 })
    await setStatus(site.database, id, 'hidden')
    expect(await report('visitor', id)).toMatchObject({ status: 404 })
    await setStatus(site.database, id, 'deleted')
    expect(await report('visitor', id)).toMatchObject({ status: 410 })
    expect(await report('visitor', await create(kind), { reason: 'because' })).toMatchObject({ status: 400 })
  })

  test('is approved by admins alone, in the words of the specification', async () => {
    const id = await create(kind)
    await report('other', id)
    expect(await close('visitor', id)).toMatchObject({ status: 401 })
    expect(await close('other', id)).toMatchObject({
      status: 403,
      body: { message: `Only Admin can approve ${kind}` },
    })
    expect(await close('author', id)).toMatchObject({ status: 403 })
    expect(await statusOf(id)).toBe('reported')
    expect(await close('admin', id)).toMatchObject({
      status: 200,
      body: { message: kind === 'service' ? 'Service Approved' : 'Event Approved' },
    })
    expect(await statusOf(id)).toBe('active')
    expect((await cases(kind)).total).toBe(0)
  })

  test('an approval shields it from those who reported it, not from others', async () => {
    const id = await create(kind)
    await report('other', id)
    await close('admin', id)
    await report('other', id)
    expect(await statusOf(id)).toBe('active')
    await report('third', id)
    expect(await statusOf(id)).toBe('reported')
    expect((await cases(kind)).cases).toMatchObject([{ reports: 1 }])
  })

  test('a second admin who decides is told what the first did, and nothing is done twice', async () => {
    const id = await create(kind)
    await report('other', id)
    await close('admin', id)
    expect(await close('colleague', id)).toMatchObject({
      status: 409,
      body: { message: 'This ad has been approved already, by admin@example.com.' },
    })
    const late = await ask('colleague', 'POST', '/moderation/decide', {
      decision: 'remove',
      ids: [id],
      ofCases: true,
      reason: 'It is spam.',
    })
    expect(late.body).toMatchObject({
      decided: [],
      refused: [{ id, message: expect.stringContaining('approved already') }],
    })
    expect(await statusOf(id)).toBe('active')
    expect(await lettersTo(site, 'author@example.com')).toEqual([])
  })

  test('two admins at once: one decides', async () => {
    const id = await create(kind)
    await report('other', id)
    const decide = (who: Who, decision: string) =>
      ask<{ decided: string[] }>(who, 'POST', '/moderation/decide', { decision, ids: [id], ofCases: true })
    const answers = await Promise.all([
      decide('admin', 'remove'),
      decide('colleague', 'approve'),
      decide('admin', 'hide'),
    ])
    expect(answers.flatMap(({ body }) => body.decided)).toEqual([id])
    expect((await log()).filter(({ targetId }) => targetId === id)).toHaveLength(1)
  })

  test('an admin sees who reported, why and when; nobody else ever does', async () => {
    const id = await create(kind)
    await report('other', id, { status: 'reported', reason: 'scam', note: 'They asked for a gift card.' })
    await report('visitor', id, { reason: 'spam' })
    const [found] = (await cases(kind)).cases
    expect(found).toMatchObject({
      listing: { _id: id, title: 'Cheap watches', authorEmail: 'author@example.com', status: 'reported' },
      reports: 2,
      newest: [
        { reason: 'spam', note: '', by: null },
        { reason: 'scam', note: 'They asked for a gift card.', by: 'other@example.com' },
      ],
      author: { otherReports: 0, accountSince: expect.any(String), suspended: false },
    })
    for (const who of ['visitor', 'author', 'other'] as const) {
      for (const path of [
        `/${kind}/${id}`,
        `/${kind}s`,
        `/moderation/cases?kind=${kind}`,
        `/${kind}sbyfilter?status=reported`,
      ])
        expect(JSON.stringify((await ask(who, 'GET', path)).body)).not.toMatch(/gift card|other@example/)
    }
  })
})

describe('deciding', () => {
  const decide = (decision: string, ids: string[], reason = '') =>
    ask<{ decided: string[]; entries: number[]; refused: { id: string; message: string }[] }>(
      'admin',
      'POST',
      '/moderation/decide',
      { decision, ids, reason },
    )

  test('the author gets a letter with the reason, which a person answers to', async () => {
    const id = await create('service')
    await ask('visitor', 'PUT', `/service-report/${id}`, {})
    expect((await decide('remove', [id], 'It looks like a scam or fraud.')).body.decided).toEqual([id])
    const [letter] = await lettersTo(site, 'author@example.com')
    expect(letter).toMatchObject({ kind: 'listing-remove', subject: expect.stringContaining('removed') })
    expect(letter?.text).toContain('“Cheap watches”')
    expect(letter?.text).toContain('The reason: It looks like a scam or fraud.')
    const { rows } = await sql<{ reply_to: string }>`select reply_to from mail`.execute(site.database.kysely)
    expect(rows).toEqual([{ reply_to: 'hello@localhost' }])
    expect(await ask('visitor', 'GET', `/service/${id}`)).toMatchObject({ status: 410 })
  })

  test('many at once, and each that could not be is told apart', async () => {
    const ids = [await create('service'), await create('event'), await create('service')]
    await ask('author', 'DELETE', `/service/${ids[2]}`)
    const { body } = await decide('hide', ids)
    expect(body.decided.toSorted()).toEqual(ids.slice(0, 2).toSorted())
    expect(body.refused).toEqual([{ id: ids[2], message: 'This ad was deleted by its author.' }])
    expect(await Promise.all(ids.map(statusOf))).toEqual(['hidden', 'hidden', 'deleted'])
  })

  test('what was decided is taken back by the entries that are answered, each by its own', async () => {
    const ids = [await create('service'), await create('event')]
    const { body } = await decide('hide', ids)
    expect(body.decided.toSorted()).toEqual(ids.toSorted())
    const [, second = 0] = body.entries
    expect(body.entries).toHaveLength(2)
    expect(await ask('admin', 'POST', `/moderation/undo/${second}`)).toMatchObject({ status: 200 })
    expect(await Promise.all(body.decided.map(statusOf))).toEqual(['hidden', 'active'])
  })

  test('a removal is taken back with everything, also its reports, and once only', async () => {
    const id = await create('service')
    for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      await ask('visitor', 'PUT', `/service-report/${id}`, {}, from)
    await decide('remove', [id], 'It is spam.')
    expect((await cases('service')).total).toBe(0)
    const [entry] = await log()
    expect(entry).toMatchObject({
      action: 'listing.remove',
      by: 'admin@example.com',
      target: 'Cheap watches',
      reason: 'It is spam.',
      undo: 'possible',
      before: { status: 'hidden' },
      after: { status: 'deleted' },
    })
    expect(await ask('colleague', 'POST', `/moderation/undo/${entry?.id}`)).toMatchObject({ status: 200 })
    expect(await statusOf(id)).toBe('hidden')
    expect((await cases('service')).cases).toMatchObject([{ reports: 3 }])
    expect(await ask('admin', 'POST', `/moderation/undo/${entry?.id}`)).toMatchObject({ status: 409 })
    expect(await log()).toMatchObject([
      { action: 'listing.restore', by: 'colleague@example.com' },
      { undo: 'done' },
    ])
  })

  test('a removal cannot be taken back after thirty days, nor once the ad has changed its state', async () => {
    const id = await create('service')
    await decide('hide', [id])
    await decide('approve', [id])
    const [approved, hidden] = await log()
    expect(await ask('admin', 'POST', `/moderation/undo/${hidden?.id}`)).toMatchObject({ status: 409 })
    expect(await ask('admin', 'POST', `/moderation/undo/${approved?.id}`)).toMatchObject({ status: 200 })
    expect(await statusOf(id)).toBe('hidden')
    await sql`alter table audit_entry disable trigger audit_entry_stays`.execute(site.database.kysely)
    await sql`update audit_entry set at = at - interval '31 days'`.execute(site.database.kysely)
    await decide('remove', [id])
    await sql`update audit_entry set at = at - interval '31 days'`.execute(site.database.kysely)
    const [removed] = await log()
    expect(await ask('admin', 'POST', `/moderation/undo/${removed?.id}`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('30 days') },
    })
  })

  test('what an admin deletes by the plain call can be had back, what an author deletes cannot', async () => {
    const [byAdmin, byAuthor] = [await create('service'), await create('service')]
    await ask('admin', 'DELETE', `/service/${byAdmin}`)
    await ask('author', 'DELETE', `/service/${byAuthor}`)
    const { body } = await ask<{
      listings: { _id: string; removal: { byAdmin: boolean; entry: number | null } }[]
    }>('admin', 'GET', '/moderation/listings?kind=service&status=deleted')
    const removalOf = (id: string) => body.listings.find(({ _id }) => _id === id)?.removal
    expect(removalOf(byAuthor)).toMatchObject({ byAdmin: false, entry: null })
    expect(removalOf(byAdmin)).toMatchObject({ byAdmin: true, entry: expect.any(Number) })
    await ask('admin', 'POST', `/moderation/undo/${removalOf(byAdmin)?.entry}`)
    expect(await ask('visitor', 'GET', `/service/${byAdmin}`)).toMatchObject({ status: 200 })
  })

  test('the log cannot be changed, by nobody', async () => {
    await decide('hide', [await create('service')])
    for (const statement of [
      sql`update audit_entry set reason = 'x'`,
      sql`delete from audit_entry`,
      sql`truncate audit_entry cascade`,
    ])
      await expect(statement.execute(site.database.kysely)).rejects.toThrow('neither changed nor removed')
  })

  test('the log tells what an admin changed in another’s ad, and who was refused', async () => {
    const id = await create('service')
    await ask('admin', 'PUT', `/service-update/${id}`, updateOf('service', { title: 'Watches' }))
    await ask('other', 'PUT', `/service-update/${id}`, updateOf('service'))
    await ask('author', 'PUT', `/service-update/${id}`, updateOf('service'))
    expect(await log()).toMatchObject([
      { action: 'authz.denied', by: 'other@example.com', targetId: id },
      {
        action: 'listing.edit',
        by: 'admin@example.com',
        before: { title: 'Cheap watches' },
        after: { title: 'Watches' },
      },
    ])
  })

  test('colleagues who look at the same case see each other', async () => {
    const id = await create('service')
    await ask('visitor', 'PUT', `/service-report/${id}`, {})
    expect((await ask('admin', 'PUT', `/moderation/look/${id}`)).body).toEqual({ lookedAtBy: [] })
    expect((await ask('colleague', 'PUT', `/moderation/look/${id}`)).body).toEqual({
      lookedAtBy: ['admin@example.com'],
    })
    expect((await cases('service')).cases).toMatchObject([{ lookedAtBy: ['colleague@example.com'] }])
  })

  test('the reasons are a list that admins keep', async () => {
    const { body } = await ask<{ reasons: string[] }>('admin', 'GET', '/moderation/reasons')
    expect(body.reasons).toContain('It is spam.')
    const reasons = ['It is about something else.', 'It is spam.']
    expect((await ask('admin', 'PUT', '/moderation/reasons', { reasons })).body).toEqual({ reasons })
    expect((await ask('colleague', 'GET', '/moderation/reasons')).body).toEqual({ reasons })
    expect(await ask('admin', 'PUT', '/moderation/reasons', { reasons: [] })).toMatchObject({ status: 400 })
    expect(await log()).toMatchObject([{ action: 'reasons.change', after: reasons }])
  })
})

describe('a suspended account', () => {
  const suspend = async (who: 'author' | 'colleague') =>
    ask('admin', 'PUT', `/moderation/suspend/${await profileIdOf(who)}`, { reason: 'Repeated scams.' })

  test('is signed out at once, and its ads are hidden; lifted, all is as it was', async () => {
    const [live, reported, hidden] = [await create('service'), await create('event'), await create('service')]
    await ask('visitor', 'PUT', `/event-report/${reported}`, {})
    await setStatus(site.database, hidden, 'hidden')
    expect(await suspend('author')).toMatchObject({ status: 200 })
    expect(await ask('author', 'GET', '/userprofile')).toMatchObject({ status: 401 })
    for (const id of [live, reported, hidden]) expect(await statusOf(id)).toBe('hidden')
    expect((await lettersTo(site, 'author@example.com'))[0]?.text).toContain('The reason: Repeated scams.')
    expect(
      await ask('admin', 'POST', '/moderation/decide', { decision: 'approve', ids: [live] }),
    ).toMatchObject({
      body: { refused: [{ message: expect.stringContaining('suspended') }] },
    })
    expect(await suspend('author')).toMatchObject({ status: 409 })
    await ask('admin', 'PUT', `/moderation/lift/${await profileIdOf('author')}`)
    expect(await Promise.all([live, reported, hidden].map(statusOf))).toEqual([
      'active',
      'reported',
      'hidden',
    ])
  })

  test('may sign in, read why and take its data, and do nothing else', async () => {
    const id = await create('service')
    await suspend('author')
    const cookie = await signIn(site, 'author@example.com', goodPassword)
    const as = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      send(site, method, path, { cookie, body })
    expect((await as('GET', '/signed-in')).body).toMatchObject({ suspended: 'Repeated scams.' })
    for (const path of ['/userprofile', '/account', '/account-data', '/servicesbyauser', `/service/${id}`])
      expect(await as('GET', path)).toMatchObject({ status: 200 })
    for (const [method, path, body] of [
      ['POST', '/services', postOf('service')],
      ['PUT', `/service-update/${id}`, updateOf('service')],
      ['DELETE', `/service/${id}`, undefined],
      ['PUT', '/profile-update', { name: 'New' }],
      ['POST', '/jwt', { email: 'author@example.com' }],
    ] as const)
      expect(await as(method, path, body)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('suspended') },
      })
    expect(await statusOf(id)).toBe('hidden')
  })

  test('an ad that was removed and is had back stays hidden while its author is suspended', async () => {
    const id = await create('service')
    await ask('admin', 'POST', '/moderation/decide', { decision: 'remove', ids: [id] })
    const [entry] = await log()
    await suspend('author')
    await ask('admin', 'POST', `/moderation/undo/${entry?.id}`)
    expect(await statusOf(id)).toBe('hidden')
    await ask('admin', 'PUT', `/moderation/lift/${await profileIdOf('author')}`)
    expect(await statusOf(id)).toBe('active')
  })

  test('cannot be an admin’s, and the deed is taken back from the log', async () => {
    expect(await suspend('colleague')).toMatchObject({ status: 409 })
    await suspend('author')
    const [entry] = await log()
    expect(await ask('admin', 'POST', `/moderation/undo/${entry?.id}`)).toMatchObject({ status: 200 })
    expect(await log()).toMatchObject([
      { action: 'account.lift' },
      { action: 'account.suspend', undo: 'done' },
    ])
  })
})

describe('admins', () => {
  const admins = async () =>
    (await ask<{ email: string; waiting: boolean }[]>('admin', 'GET', '/admins')).body

  test('are added by name and email, and told; a stranger’s rights wait for the address to be verified', async () => {
    const add = (email: string) => ask('admin', 'POST', '/add-admin', { name: 'Some One', email })
    expect(await add('other@example.com')).toMatchObject({
      status: 200,
      body: { message: 'other@example.com is an admin now.' },
    })
    expect(await ask('other', 'GET', '/admins')).toMatchObject({ status: 200 })
    expect(await add('new@example.org')).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('invited') },
    })
    expect(await admins()).toContainEqual(
      expect.objectContaining({ email: 'new@example.org', waiting: true }),
    )
    expect((await lettersTo(site, 'new@example.org'))[0]).toMatchObject({ kind: 'admin-invitation' })
    expect(await add('other@example.com')).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('already') },
    })
    expect(await lettersTo(site, 'other@example.com')).toHaveLength(1)

    const unverified = await createPerson(site.database, { email: 'new@example.org', verified: false })
    expect((await admins()).find(({ email }) => email === 'new@example.org')).toMatchObject({ waiting: true })
    await sql`update account set email_verified = true where id = ${unverified.accountId}`.execute(
      site.database.kysely,
    )
    const cookie = await signIn(site, 'new@example.org')
    await send(site, 'POST', '/profile', { cookie, body: { name: 'New', email: 'new@example.org' } })
    expect(await send(site, 'GET', '/admins', { cookie })).toMatchObject({ status: 200 })
  })

  test('are removed by admins, in the words of the specification, and never the last', async () => {
    const remove = (who: Who, email: string) => ask(who, 'PUT', `/remove-admin/${encodeURIComponent(email)}`)
    expect(await remove('visitor', 'admin@example.com')).toMatchObject({ status: 401 })
    expect(await remove('other', 'admin@example.com')).toMatchObject({
      status: 403,
      body: { message: 'Only Admin can remove admin' },
    })
    expect(await remove('admin', 'colleague@example.com')).toMatchObject({
      status: 200,
      body: { message: 'Admin rights removed' },
    })
    expect(await ask('colleague', 'GET', '/admins')).toMatchObject({ status: 403 })
    expect(await remove('admin', 'admin@example.com')).toMatchObject({ status: 409 })
    expect(await remove('admin', 'nobody@example.com')).toMatchObject({ status: 404 })
    expect((await admins()).map(({ email }) => email)).toEqual(['admin@example.com'])
  })

  test('who remove each other at once leave one', async () => {
    const answers = await Promise.all([
      ask('admin', 'PUT', '/remove-admin/colleague@example.com'),
      ask('colleague', 'PUT', '/remove-admin/admin@example.com'),
    ])
    // The second is refused as the last admin, or as none any more.
    const [done, refused] = answers.map(({ status }) => status).toSorted()
    expect(done).toBe(200)
    expect([403, 409]).toContain(refused)
    const { rows } = await sql`select 1 from profile where is_admin`.execute(site.database.kysely)
    expect(rows).toHaveLength(1)
  })
})

describe('what only admins may ask', () => {
  const id = '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b'
  const calls = [
    ['GET', '/admins'],
    ['GET', '/profiles'],
    ['POST', '/add-admin', { name: 'A', email: 'a@example.com' }],
    ['PUT', '/remove-admin/admin@example.com'],
    ['PUT', `/service-report-close/${id}`, { status: 'active' }],
    ['PUT', `/event-report-close/${id}`, { status: 'active' }],
    ['GET', '/moderation/overview'],
    ['GET', '/moderation/listings?kind=service'],
    ['GET', '/moderation/cases?kind=service'],
    ['PUT', `/moderation/look/${id}`],
    ['POST', '/moderation/decide', { decision: 'hide', ids: [id] }],
    ['PUT', `/moderation/suspend/${id}`, { reason: 'Why not' }],
    ['PUT', `/moderation/lift/${id}`],
    ['GET', '/moderation/log'],
    ['POST', '/moderation/undo/1'],
    ['GET', '/moderation/reasons'],
    ['PUT', '/moderation/reasons', { reasons: ['Because'] }],
    ['GET', '/moderation/messages'],
    ['PUT', `/moderation/message/${id}`, { state: 'done' }],
  ] as const

  test.each(calls)(
    '%s %s is refused to a visitor and to somebody who is none, whatever they send',
    async (...call) => {
      const [method, path, body] = call
      for (const sent of [body, {}]) {
        expect(await ask('visitor', method, path, sent)).toMatchObject({
          status: 401,
          body: { code: 'unauthenticated' },
        })
        const refused = await ask('other', method, path, sent)
        expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
        expect(JSON.stringify(refused.body)).not.toMatch(/@example/)
      }
    },
  )
})

describe('lists of people', () => {
  test('are pages with a total, in three orders, searched by any part of name or email', async () => {
    const { kysely } = site.database
    await sql`insert into profile (id, email, name, created)
      select gen_random_uuid(), 'person' || n || '@towns.example', 'Person ' || n, now() - n * interval '1 day'
      from generate_series(1, 120) n`.execute(kysely)
    const list = async (query: string) => {
      const { body, headers } = await ask<{ email: string }[]>('admin', 'GET', `/profiles?${query}`)
      return { emails: body.map(({ email }) => email), total: headers['x-total-count'] }
    }
    expect((await list('')).emails).toHaveLength(50)
    expect((await list('')).total).toBe('125')
    expect((await list('limit=200&page=1')).emails).toHaveLength(125)
    expect((await list('page=4&limit=50')).emails).toEqual([])
    expect((await list('sort=email&limit=1')).emails).toEqual(['admin@example.com'])
    expect(await list('search=PERSON+12')).toEqual({
      emails: ['person12@towns.example', 'person120@towns.example'],
      total: '2',
    })
    expect((await list('search=%25')).emails).toEqual([])
    expect((await list('search=_')).emails).toEqual([])
    for (const query of ['limit=201', 'page=0', 'sort=age'])
      expect(await ask('admin', 'GET', `/profiles?${query}`)).toMatchObject({ status: 400 })
  })

  test('the total is right after people have come and gone', async () => {
    const total = async () => (await ask('admin', 'GET', '/profiles')).headers['x-total-count']
    expect(await total()).toBe('5')
    await createPerson(site.database)
    await sql`delete from profile where email = 'third@example.com'`.execute(site.database.kysely)
    await sql`select compact_listing_counts()`.execute(site.database.kysely)
    expect(await total()).toBe('5')
  })
})

test('the overview counts what waits, and each of the last thirty days', async () => {
  const id = await create('service')
  await ask('visitor', 'PUT', `/service-report/${id}`, {})
  await ask('visitor', 'POST', '/send-email', {
    name: 'Ann',
    email: 'ann@example.org',
    message: 'Hello there',
  })
  const { body } = await ask<Overview>('admin', 'GET', '/moderation/overview')
  expect(body.reported).toEqual({
    service: { count: 1, oldest: expect.any(String) },
    event: { count: 0, oldest: null },
  })
  expect(body.messages).toEqual({ failed: 0, open: 1 })
  expect(body.days).toHaveLength(30)
  expect(body.days.at(-1)).toMatchObject({ users: 5, reports: 1, messages: 1 })
})

test('listings are found in any state, by words, by their author’s email and by their id', async () => {
  const [live, hidden] = [await create('service'), await create('service')]
  await createListing(site.database, { authorEmail: 'other@example.com', title: 'Lawn mowing' })
  await setStatus(site.database, hidden, 'hidden')
  const list = async (query: string) => {
    const { body } = await ask<{ listings: Service[]; total: number }>(
      'admin',
      'GET',
      `/moderation/listings?kind=service&${query}`,
    )
    return body.listings.map(({ _id }) => _id)
  }
  expect(await list('search=watch')).toEqual([live])
  expect(await list('status=hidden&search=WATCH')).toEqual([hidden])
  expect(await list('search=author%40example.com')).toEqual([live])
  expect(await list('status=hidden&search=author%40example.com')).toEqual([hidden])
  expect(await list(`search=${hidden}`)).toEqual([hidden])
  expect(await list('')).toHaveLength(2)
})
