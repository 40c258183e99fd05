import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emailsTo, goodPassword, send, signIn } from '../../../../test/support/data/accounts.ts'
import { setStatus } from '../../../../test/support/data/factories.ts'
import {
  auditLog,
  createWatchListing,
  moderated,
  profileIdOf,
  requestAs,
  setUpModeratedSite,
  statusOf,
} from '../../../../test/support/data/moderated-site.ts'
import { postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { siteSecret } from '../../../../test/support/site/site-secret.ts'
import { suspendedSession } from '../../../shared/messages/forms.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { liftSuspension } from '../accounts/suspension.ts'
import { listingStatus } from '../listings/status.ts'
import { createNotifications } from '../notifications/service.ts'
import { createStatements } from '../statements/service.ts'
import { liftEndedSuspensions } from './suspensions.ts'

setUpModeratedSite()

describe('a suspended account', () => {
  const suspend = async (who: 'author' | 'colleague') =>
    requestAs('admin', 'PUT', `/moderation/suspend/${await profileIdOf(who)}`, { reason: 'Repeated scams.' })

  test('is signed out and its ads are hidden, until lifting restores everything', async () => {
    const [live, reported, hidden] = [
      await createWatchListing('service'),
      await createWatchListing('event'),
      await createWatchListing('service'),
    ]
    await requestAs('visitor', 'PUT', `/event-report/${reported}`, {})
    await setStatus(moderated.site.database, hidden, 'hidden')
    expect(await suspend('author')).toMatchObject({ status: 200 })
    expect(await requestAs('author', 'GET', '/userprofile')).toMatchObject({
      status: 401,
      body: { message: suspendedSession },
    })
    for (const id of [live, reported, hidden]) expect(await statusOf(id)).toBe('hidden')
    expect((await emailsTo(moderated.site, 'author@example.com'))[0]?.text).toContain(
      'Reason: Repeated scams.',
    )
    expect(
      await requestAs('admin', 'POST', '/moderation/decide', { decision: 'approve', ids: [live] }),
    ).toMatchObject({
      body: { skipped: [{ message: expect.stringContaining('suspended') }] },
    })
    expect(await suspend('author')).toMatchObject({ status: 409 })
    await requestAs('admin', 'PUT', `/moderation/lift/${await profileIdOf('author')}`)
    expect(await Promise.all([live, reported, hidden].map(statusOf))).toEqual([
      'active',
      'reported',
      'hidden',
    ])
  })

  test('keeps its cookie until a page has said so; one that reads nothing does not', async () => {
    const cookie = await signIn(moderated.site, 'author@example.com', goodPassword)
    await suspend('author')
    const open = async (url: string) => {
      const { statusCode, headers } = await moderated.site.app.http.inject({ url, headers: { cookie } })
      return [statusCode, headers['set-cookie'] !== undefined]
    }
    expect(await open('/cookies')).toEqual([200, false])
    expect(await open('/all-services')).toEqual([401, true])
  })

  test('can sign in, read the reason, and export its data, but nothing else', async () => {
    const id = await createWatchListing('service')
    await suspend('author')
    const cookie = await signIn(moderated.site, 'author@example.com', goodPassword)
    const requestAsSuspended = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      send(moderated.site, method, path, { cookie, body })
    expect((await requestAsSuspended('GET', '/session')).body).toMatchObject({
      suspensionReason: 'Repeated scams.',
    })
    for (const path of ['/userprofile', '/account', '/account-data', '/servicesbyauser', `/service/${id}`])
      expect(await requestAsSuspended('GET', path)).toMatchObject({ status: 200 })
    for (const [method, path, body] of [
      ['POST', '/services', postOf('service')],
      ['PUT', `/service-update/${id}`, updateOf('service')],
      ['DELETE', `/service/${id}`, undefined],
      ['PUT', '/profile-update', { name: 'New' }],
      ['POST', '/jwt', { email: 'author@example.com' }],
    ] as const)
      expect(await requestAsSuspended(method, path, body)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('suspended') },
      })
    expect(await statusOf(id)).toBe('hidden')
  })

  test('keeps a removed and restored ad hidden until the suspension is lifted', async () => {
    const id = await createWatchListing('service')
    await requestAs('admin', 'POST', '/moderation/decide', { decision: 'remove', ids: [id] })
    const [entry] = await auditLog()
    await suspend('author')
    await requestAs('admin', 'POST', `/moderation/undo/${entry?.id}`)
    expect(await statusOf(id)).toBe('hidden')
    await requestAs('admin', 'PUT', `/moderation/lift/${await profileIdOf('author')}`)
    expect(await statusOf(id)).toBe('active')
  })

  const undoLatest = async (action: string) => {
    const entry = (await auditLog()).find((candidate) => candidate.action === action)
    return requestAs('admin', 'POST', `/moderation/undo/${entry?.id}`)
  }
  const lift = async () => requestAs('admin', 'PUT', `/moderation/lift/${await profileIdOf('author')}`)
  const restore = () => undoLatest('listing.remove')
  const unsuspend = () => undoLatest('account.suspend')

  test.each([
    ['before the suspension is lifted', [restore, lift], ['hidden', 'active']],
    ['after the suspension is lifted', [lift, restore], ['deleted', 'active']],
    ['after the suspension is undone', [unsuspend, restore], ['deleted', 'active']],
    [
      'during another suspension',
      [lift, () => suspend('author'), restore, lift],
      ['deleted', 'deleted', 'hidden', 'active'],
    ],
  ])(
    'that hid an ad which an admin then removed shows it again when the removal is undone %s',
    async (_when, steps, statuses) => {
      const id = await createWatchListing('service')
      await suspend('author')
      await requestAs('admin', 'POST', '/moderation/decide', { decision: 'remove', ids: [id] })
      const removed = await moderated.site.database.kysely
        .selectFrom('listing')
        .select(['status', 'previous_status', 'hidden_by_suspension'])
        .where('id', '=', id)
        .executeTakeFirst()
      expect(removed).toEqual({ status: 'deleted', previous_status: 'active', hidden_by_suspension: false })
      for (const [index, step] of steps.entries()) {
        expect(await step()).toMatchObject({ status: 200 })
        expect(await statusOf(id)).toBe(statuses[index])
      }
    },
  )

  test('keeps an ad hidden that a moderator had hidden before, even if it is approved', async () => {
    const id = await createWatchListing('service')
    await requestAs('admin', 'POST', '/moderation/decide', { decision: 'hide', ids: [id], reason: 'Spam' })
    await suspend('author')
    const approve = () => requestAs('admin', 'POST', '/moderation/decide', { decision: 'approve', ids: [id] })
    expect((await approve()).body).toMatchObject({
      decided: [],
      skipped: [{ message: expect.stringContaining('Lift the suspension first') }],
    })
    expect(await statusOf(id)).toBe('hidden')
    await lift()
    expect((await approve()).body).toMatchObject({ decided: [id] })
  })

  test('cannot belong to an admin, and is lifted by undoing the audit entry', async () => {
    expect(await suspend('colleague')).toMatchObject({ status: 409 })
    await suspend('author')
    const [entry] = await auditLog()
    expect(await requestAs('admin', 'POST', `/moderation/undo/${entry?.id}`)).toMatchObject({ status: 200 })
    expect(await auditLog()).toMatchObject([
      { action: 'account.lift' },
      { action: 'account.suspend', undo: 'done' },
    ])
  })

  test('is lifted by itself when its time is over, and says until when it lasts', async () => {
    const id = await createWatchListing('service')
    const { database } = moderated.site
    const path = `/moderation/suspend/${await profileIdOf('author')}`
    const reason = 'Repeated scams.'
    expect(await requestAs('admin', 'PUT', path, { reason, lasts: 'date' })).toMatchObject({
      status: 400,
      body: { fields: { until: 'Please enter the last day of the suspension.' } },
    })
    expect(
      await requestAs('admin', 'PUT', path, { reason, lasts: 'date', until: '2020-01-01' }),
    ).toMatchObject({
      status: 400,
    })
    expect(await requestAs('admin', 'PUT', path, { reason, lasts: '7' })).toMatchObject({ status: 200 })
    expect((await emailsTo(moderated.site, 'author@example.com'))[0]?.text).toContain('It ends on ')
    const cookie = await signIn(moderated.site, 'author@example.com', goodPassword)
    const { body } = await send<{ suspendedUntil: string }>(moderated.site, 'GET', '/session', { cookie })
    expect(Date.parse(body.suspendedUntil) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)

    const notifications = createNotifications({
      secret: siteSecret,
      settings: () => defaultSettings,
      publicUrl: 'https://board.example.org',
    })
    const statements = createStatements({ notifications, settings: () => defaultSettings })
    const lift = () =>
      liftEndedSuspensions(database, {
        accounts: { liftSuspension },
        status: listingStatus,
        notifications,
        statements,
      })
    await lift()
    expect(await statusOf(id)).toBe('hidden')
    await sql`update account set suspended_until = now() where suspended_at is not null`.execute(
      database.kysely,
    )
    await lift()
    expect(await statusOf(id)).toBe('active')
    expect((await emailsTo(moderated.site, 'author@example.com')).map(({ subject }) => subject)).toEqual([
      'Your account on Corkboard is suspended',
      'Your account on Corkboard is active again',
    ])
    expect((await requestAs<{ statements: unknown[] }>('author', 'GET', '/statements')).status).toBe(401)
  })
})
