import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  createUser,
  emailsTo,
  send,
  signInByLink,
  startSession,
} from '../../../../test/support/data/accounts.ts'
import {
  moderated,
  type Role,
  requestAs,
  setUpModeratedSite,
} from '../../../../test/support/data/moderated-site.ts'
import { nowAdmin } from '../../../shared/messages/forms.ts'

setUpModeratedSite()

describe('admins', () => {
  const admins = async () =>
    (await requestAs<{ email: string; pending: boolean }[]>('admin', 'GET', '/admins')).body

  test('are added and notified; a new address gets the rights once it is verified', async () => {
    const add = (email: string) => requestAs('admin', 'POST', '/add-admin', { name: 'Some One', email })
    expect(await add('other@example.com')).toMatchObject({
      status: 200,
      body: { message: nowAdmin('other@example.com') },
    })
    // The rights begin with a new session.
    expect(await requestAs('other', 'GET', '/admins')).toMatchObject({ status: 401 })
    const otherCookie = await startSession(moderated.site, 'other@example.com')
    expect(await send(moderated.site, 'GET', '/admins', { cookie: otherCookie })).toMatchObject({
      status: 200,
    })
    expect(await add('new@example.org')).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('invited') },
    })
    expect(await admins()).toContainEqual(
      expect.objectContaining({ email: 'new@example.org', pending: true }),
    )
    expect((await emailsTo(moderated.site, 'new@example.org'))[0]).toMatchObject({
      kind: 'admin-invitation',
    })
    expect(await add('other@example.com')).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('already') },
    })
    expect(await emailsTo(moderated.site, 'other@example.com')).toHaveLength(1)

    const unverified = await createUser(moderated.site.database, {
      email: 'new@example.org',
      verified: false,
    })
    expect((await admins()).find(({ email }) => email === 'new@example.org')).toMatchObject({ pending: true })
    await sql`update account set email_verified = true where id = ${unverified.accountId}`.execute(
      moderated.site.database.kysely,
    )
    const cookie = await signInByLink(moderated.site, 'new@example.org')
    await send(moderated.site, 'POST', '/profile', {
      cookie,
      body: { name: 'New', email: 'new@example.org' },
    })
    expect(await send(moderated.site, 'GET', '/admins', { cookie })).toMatchObject({ status: 200 })
  })

  test('are removed by admins with the specification’s messages, but never the last one', async () => {
    const remove = (who: Role, email: string) =>
      requestAs(who, 'PUT', `/remove-admin/${encodeURIComponent(email)}`)
    expect(await remove('visitor', 'admin@example.com')).toMatchObject({ status: 401 })
    expect(await remove('other', 'admin@example.com')).toMatchObject({
      status: 403,
      body: { message: 'Only Admin can remove admin' },
    })
    expect(await remove('admin', 'colleague@example.com')).toMatchObject({
      status: 200,
      body: { message: 'Admin rights removed' },
    })
    expect(await requestAs('colleague', 'GET', '/admins')).toMatchObject({ status: 403 })
    expect(await remove('admin', 'admin@example.com')).toMatchObject({ status: 409 })
    expect(await remove('admin', 'nobody@example.com')).toMatchObject({ status: 404 })
    expect((await admins()).map(({ email }) => email)).toEqual(['admin@example.com'])
  })

  test('who remove each other concurrently leave one admin', async () => {
    const responses = await Promise.all([
      requestAs('admin', 'PUT', '/remove-admin/colleague@example.com'),
      requestAs('colleague', 'PUT', '/remove-admin/admin@example.com'),
    ])
    // The second request fails because its target is the last admin, or because its sender is no longer one.
    const [done, failed] = responses.map(({ status }) => status).toSorted()
    expect(done).toBe(200)
    expect([403, 409]).toContain(failed)
    const { rows } = await sql`select 1 from profile where is_admin`.execute(moderated.site.database.kysely)
    expect(rows).toHaveLength(1)
  })
})
