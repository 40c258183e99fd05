import { describe, expect, test } from 'vitest'
import { emailsTo } from '../../../../test/support/accounts.ts'
import { setStatus } from '../../../../test/support/factories.ts'
import {
  ask,
  createWatches,
  log,
  moderated,
  openCases,
  prepareModeratedSite,
  statusOf,
  type Who,
} from '../../../../test/support/moderated-site.ts'

prepareModeratedSite()

describe.each(['service', 'event'] as const)('reporting a %s', (kind) => {
  const report = (who: Who, id: string, body: unknown = { status: 'reported' }, from?: string) =>
    ask(who, 'PUT', `/${kind}-report/${id}`, body, from)
  const close = (who: Who, id: string) => ask(who, 'PUT', `/${kind}-report-close/${id}`, { status: 'active' })

  test('marks it, and it stays public', async () => {
    const id = await createWatches(kind)
    expect(await report('visitor', id)).toMatchObject({
      status: 200,
      body: { message: kind === 'service' ? 'Service reported' : 'Event reported' },
    })
    expect(await statusOf(id)).toBe('reported')
    expect(await ask('visitor', 'GET', `/${kind}/${id}`)).toMatchObject({ status: 200 })
  })

  test('ten times by one person counts once', async () => {
    const id = await createWatches(kind)
    for (let n = 0; n < 10; n += 1) expect(await report('other', id)).toMatchObject({ status: 200 })
    expect(await statusOf(id)).toBe('reported')
    expect((await openCases(kind)).cases).toMatchObject([{ reports: 1 }])
  })

  test('by ten at once from one address counts once', async () => {
    const id = await createWatches(kind)
    await Promise.all(Array.from({ length: 10 }, () => report('visitor', id)))
    expect((await openCases(kind)).cases).toMatchObject([{ reports: 1 }])
  })

  test('by three different people hides it from everybody but its author and admins, on every surface', async () => {
    const id = await createWatches(kind)
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
    const id = await createWatches(kind)
    await report('admin', id)
    expect(await statusOf(id)).toBe('hidden')
  })

  test.each([{}, { status: 'active' }, { status: 'deleted' }, { status: ['hidden'] }])(
    'the body %j sets nothing',
    async (body) => {
      const id = await createWatches(kind)
      expect(await report('visitor', id, body)).toMatchObject({ status: 200 })
      expect(await statusOf(id)).toBe('reported')
    },
  )

  test('one’s own is refused, and what is not there', async () => {
    const id = await createWatches(kind)
    expect(await report('author', id)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('your own') },
    })
    expect(await statusOf(id)).toBe('active')
    expect(await report('visitor', '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b')).toMatchObject({ status: 404 })
    await setStatus(moderated.site.database, id, 'hidden')
    expect(await report('visitor', id)).toMatchObject({ status: 404 })
    await setStatus(moderated.site.database, id, 'deleted')
    expect(await report('visitor', id)).toMatchObject({ status: 410 })
    expect(await report('visitor', await createWatches(kind), { reason: 'because' })).toMatchObject({
      status: 400,
    })
  })

  test('is approved by admins alone, in the words of the specification', async () => {
    const id = await createWatches(kind)
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
    expect((await openCases(kind)).total).toBe(0)
  })

  test('approving one that never existed returns 404, also under the id of the other kind', async () => {
    const otherKind = kind === 'service' ? 'event' : 'service'
    for (const id of ['0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b', await createWatches(otherKind)])
      expect(await close('admin', id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await log()).toEqual([])
  })

  test('an approval shields it from those who reported it, not from others', async () => {
    const id = await createWatches(kind)
    await report('other', id)
    await close('admin', id)
    await report('other', id)
    expect(await statusOf(id)).toBe('active')
    await report('third', id)
    expect(await statusOf(id)).toBe('reported')
    expect((await openCases(kind)).cases).toMatchObject([{ reports: 1 }])
  })

  test('a second admin who decides is told what the first did, and nothing is done twice', async () => {
    const id = await createWatches(kind)
    await report('other', id)
    await close('admin', id)
    expect(await close('colleague', id)).toMatchObject({
      status: 409,
      body: { message: 'This ad was already approved by admin@example.com.' },
    })
    const late = await ask('colleague', 'POST', '/moderation/decide', {
      decision: 'remove',
      ids: [id],
      onlyOpenReports: true,
      reason: 'It is spam.',
    })
    expect(late.body).toMatchObject({
      decided: [],
      skipped: [{ id, message: expect.stringContaining('already approved') }],
    })
    expect(await statusOf(id)).toBe('active')
    expect(await emailsTo(moderated.site, 'author@example.com')).toEqual([])
  })

  test('two admins at once: one decides', async () => {
    const id = await createWatches(kind)
    await report('other', id)
    const decide = (who: Who, decision: string) =>
      ask<{ decided: string[] }>(who, 'POST', '/moderation/decide', {
        decision,
        ids: [id],
        onlyOpenReports: true,
      })
    const answers = await Promise.all([
      decide('admin', 'remove'),
      decide('colleague', 'approve'),
      decide('admin', 'hide'),
    ])
    expect(answers.flatMap(({ body }) => body.decided)).toEqual([id])
    expect((await log()).filter(({ targetId }) => targetId === id)).toHaveLength(1)
  })

  test('an admin sees who reported, why and when; nobody else ever does', async () => {
    const id = await createWatches(kind)
    await report('other', id, { status: 'reported', reason: 'scam', note: 'They asked for a gift card.' })
    await report('visitor', id, { reason: 'spam' })
    const [found] = (await openCases(kind)).cases
    expect(found).toMatchObject({
      listing: { _id: id, title: 'Cheap watches', authorEmail: 'author@example.com', status: 'reported' },
      reports: 2,
      newest: [
        { reason: 'spam', note: '', by: null },
        { reason: 'scam', note: 'They asked for a gift card.', by: 'other@example.com' },
      ],
      author: { otherReports: 0, accountSince: expect.any(String), isSuspended: false },
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
