import { describe, expect, test } from 'vitest'
import { slowUnless } from '../../../../test/support/checks/slow.ts'
import { emailsTo, startSession } from '../../../../test/support/data/accounts.ts'
import { setStatus } from '../../../../test/support/data/factories.ts'
import {
  auditLog,
  createWatchListing,
  listCases,
  moderated,
  profileIdOf,
  type Role,
  requestAs,
  setUpModeratedSite,
  statusOf,
} from '../../../../test/support/data/moderated-site.ts'

setUpModeratedSite()

for (const kind of ['service', 'event'] as const)
  describe(`reporting a ${kind}`, slowUnless(kind === 'service'), () => {
    const report = (who: Role, id: string, body: unknown = { status: 'reported' }, from?: string) =>
      requestAs(who, 'PUT', `/${kind}-report/${id}`, body, from)
    const close = (who: Role, id: string) =>
      requestAs(who, 'PUT', `/${kind}-report-close/${id}`, { status: 'active' })

    test('marks it as reported and keeps it public', async () => {
      const id = await createWatchListing(kind)
      expect(await report('visitor', id)).toMatchObject({
        status: 200,
        body: { message: kind === 'service' ? 'Service reported' : 'Event reported' },
      })
      expect(await statusOf(id)).toBe('reported')
      expect(await requestAs('visitor', 'GET', `/${kind}/${id}`)).toMatchObject({ status: 200 })
    })

    test('ten times as the same user counts once', async () => {
      const id = await createWatchListing(kind)
      for (let n = 0; n < 10; n += 1) expect(await report('other', id)).toMatchObject({ status: 200 })
      expect(await statusOf(id)).toBe('reported')
      expect((await listCases(kind)).cases).toMatchObject([{ reports: 1 }])
    })

    test('ten times concurrently from one address counts once', async () => {
      const id = await createWatchListing(kind)
      await Promise.all(Array.from({ length: 10 }, () => report('visitor', id)))
      expect((await listCases(kind)).cases).toMatchObject([{ reports: 1 }])
    })

    test('by three different accounts hides it everywhere except from its author and admins', async () => {
      const id = await createWatchListing(kind)
      await report('third', id)
      await report('fourth', id)
      expect(await statusOf(id)).toBe('reported')
      await report('other', id)
      expect(await statusOf(id)).toBe('hidden')
      const seen = { visitor: 404, other: 404, author: 200, admin: 200 }
      for (const [who, status] of Object.entries(seen))
        expect(await requestAs(who as Role, 'GET', `/${kind}/${id}`)).toMatchObject({ status })
      for (const path of [
        `/${kind}s`,
        `/${kind}sbycity?city=Austin`,
        `/${kind}sbyfilter?searchtext=watches`,
        `/${kind}sbycategory?category=Pet+Services`,
      ])
        expect(JSON.stringify((await requestAs('visitor', 'GET', path)).body)).not.toContain(id)
    })

    test('by visitors never hides it, even if users have reported it too', async () => {
      const id = await createWatchListing(kind)
      for (const who of ['other', 'third'] as const) await report(who, id)
      for (const n of [1, 2, 3, 4]) await report('visitor', id, {}, `192.0.2.${n}`)
      expect(await statusOf(id)).toBe('reported')
      expect((await listCases(kind)).cases).toMatchObject([{ reports: 6 }])
      await report('fourth', id)
      expect(await statusOf(id)).toBe('hidden')
    })

    test('as a suspended user is accepted but not counted', async () => {
      const id = await createWatchListing(kind)
      await requestAs('admin', 'PUT', `/moderation/suspend/${await profileIdOf('other')}`, { reason: 'Spam' })
      moderated.cookies.other = await startSession(moderated.site, 'other@example.com')
      for (const who of ['third', 'fourth'] as const) await report(who, id)
      expect(await report('other', id)).toMatchObject({ status: 200 })
      expect(await statusOf(id)).toBe('reported')
      await report('fifth', id)
      expect(await statusOf(id)).toBe('hidden')
    })

    test('as a visitor has no effect after an approval if an account on the network had reported it', async () => {
      const id = await createWatchListing(kind)
      await report('other', id, {}, '192.0.2.1')
      await close('admin', id)
      expect(await report('visitor', id, {}, '192.0.2.1')).toMatchObject({ status: 200 })
      expect(await statusOf(id)).toBe('active')
      await report('visitor', id, {}, '192.0.2.2')
      expect(await statusOf(id)).toBe('reported')
    })

    test('as an admin hides it at once', async () => {
      const id = await createWatchListing(kind)
      await report('admin', id)
      expect(await statusOf(id)).toBe('hidden')
    })

    test.each([{}, { status: 'active' }, { status: 'deleted' }, { status: ['hidden'] }])(
      'ignores the body %j',
      async (body) => {
        const id = await createWatchListing(kind)
        expect(await report('visitor', id, body)).toMatchObject({ status: 200 })
        expect(await statusOf(id)).toBe('reported')
      },
    )

    test('rejects one’s own listing, and one that does not exist or is not visible', async () => {
      const id = await createWatchListing(kind)
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
      expect(await report('visitor', await createWatchListing(kind), { reason: 'because' })).toMatchObject({
        status: 400,
      })
    })

    test('can be closed only by admins, with the specification’s messages', async () => {
      const id = await createWatchListing(kind)
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
      expect((await listCases(kind)).total).toBe(0)
    })

    test('returns 404 when closing a report about a listing that never existed, or of the other kind', async () => {
      const otherKind = kind === 'service' ? 'event' : 'service'
      for (const id of ['0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b', await createWatchListing(otherKind)])
        expect(await close('admin', id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(await auditLog()).toEqual([])
    })

    test('has no effect for the same reporters after an approval, but for others it does', async () => {
      const id = await createWatchListing(kind)
      await report('other', id)
      await close('admin', id)
      await report('other', id)
      expect(await statusOf(id)).toBe('active')
      await report('third', id)
      expect(await statusOf(id)).toBe('reported')
      expect((await listCases(kind)).cases).toMatchObject([{ reports: 1 }])
    })

    test('tells the second admin what the first one decided, and does nothing twice', async () => {
      const id = await createWatchListing(kind)
      await report('other', id)
      await close('admin', id)
      expect(await close('colleague', id)).toMatchObject({
        status: 409,
        body: { message: 'This ad was already approved by admin@example.com.' },
      })
      const second = await requestAs('colleague', 'POST', '/moderation/decide', {
        decision: 'remove',
        ids: [id],
        onlyOpenReports: true,
        reason: 'Spam',
      })
      expect(second.body).toMatchObject({
        decided: [],
        skipped: [{ id, message: expect.stringContaining('already approved') }],
      })
      expect(await statusOf(id)).toBe('active')
      expect(await emailsTo(moderated.site, 'author@example.com')).toEqual([])
    })

    test('lets only one of two concurrent admins decide', async () => {
      const id = await createWatchListing(kind)
      await report('other', id)
      const decide = (who: Role, decision: string) =>
        requestAs<{ decided: string[] }>(who, 'POST', '/moderation/decide', {
          decision,
          ids: [id],
          onlyOpenReports: true,
          reason: 'Spam',
        })
      const responses = await Promise.all([
        decide('admin', 'remove'),
        decide('colleague', 'approve'),
        decide('admin', 'hide'),
      ])
      expect(responses.flatMap(({ body }) => body.decided)).toEqual([id])
      expect((await auditLog()).filter(({ targetId }) => targetId === id)).toHaveLength(1)
    })

    test('shows only admins who reported, why, and when', async () => {
      const id = await createWatchListing(kind)
      await report('other', id, { status: 'reported', reason: 'scam', note: 'They asked for a gift card.' })
      await report('visitor', id, { reason: 'spam' })
      const [found] = (await listCases(kind)).cases
      expect(found).toMatchObject({
        listing: { _id: id, title: 'Cheap watches', authorEmail: 'author@example.com', status: 'reported' },
        reports: 2,
        newest: [
          { reason: 'spam', note: '', by: null },
          { reason: 'scam', note: 'They asked for a gift card.', by: 'other@example.com' },
        ],
        people: [{ otherReports: 0, accountSince: expect.any(String), isSuspended: false }],
      })
      for (const who of ['visitor', 'author', 'other'] as const) {
        for (const path of [
          `/${kind}/${id}`,
          `/${kind}s`,
          `/moderation/cases?source=${kind}`,
          `/${kind}sbyfilter?status=reported`,
        ])
          expect(JSON.stringify((await requestAs(who, 'GET', path)).body)).not.toMatch(
            /gift card|other@example/,
          )
      }
    })
  })
