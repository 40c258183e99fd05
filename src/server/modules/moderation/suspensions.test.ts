import { describe, expect, test } from 'vitest'
import { emailsTo, goodPassword, send, signIn } from '../../../../test/support/accounts.ts'
import { setStatus } from '../../../../test/support/factories.ts'
import {
  ask,
  createWatches,
  log,
  moderated,
  prepareModeratedSite,
  profileIdOf,
  statusOf,
} from '../../../../test/support/moderated-site.ts'
import { postOf, updateOf } from '../../../../test/support/posts.ts'

prepareModeratedSite()

describe('a suspended account', () => {
  const suspend = async (who: 'author' | 'colleague') =>
    ask('admin', 'PUT', `/moderation/suspend/${await profileIdOf(who)}`, { reason: 'Repeated scams.' })

  test('is signed out at once, and its ads are hidden; lifted, all is as it was', async () => {
    const [live, reported, hidden] = [
      await createWatches('service'),
      await createWatches('event'),
      await createWatches('service'),
    ]
    await ask('visitor', 'PUT', `/event-report/${reported}`, {})
    await setStatus(moderated.site.database, hidden, 'hidden')
    expect(await suspend('author')).toMatchObject({ status: 200 })
    expect(await ask('author', 'GET', '/userprofile')).toMatchObject({ status: 401 })
    for (const id of [live, reported, hidden]) expect(await statusOf(id)).toBe('hidden')
    expect((await emailsTo(moderated.site, 'author@example.com'))[0]?.text).toContain(
      'Reason: Repeated scams.',
    )
    expect(
      await ask('admin', 'POST', '/moderation/decide', { decision: 'approve', ids: [live] }),
    ).toMatchObject({
      body: { skipped: [{ message: expect.stringContaining('suspended') }] },
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
    const id = await createWatches('service')
    await suspend('author')
    const cookie = await signIn(moderated.site, 'author@example.com', goodPassword)
    const as = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      send(moderated.site, method, path, { cookie, body })
    expect((await as('GET', '/session')).body).toMatchObject({ suspensionReason: 'Repeated scams.' })
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
    const id = await createWatches('service')
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
