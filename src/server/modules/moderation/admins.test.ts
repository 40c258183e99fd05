import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createPerson, emailsTo, send, signIn } from '../../../../test/support/accounts.ts'
import { ask, moderated, prepareModeratedSite, type Who } from '../../../../test/support/moderated-site.ts'

prepareModeratedSite()

describe('admins', () => {
  const admins = async () =>
    (await ask<{ email: string; pending: boolean }[]>('admin', 'GET', '/admins')).body

  test('are added by name and email, and told; a stranger’s rights wait for the address to be verified', async () => {
    const add = (email: string) => ask('admin', 'POST', '/add-admin', { name: 'Some One', email })
    expect(await add('other@example.com')).toMatchObject({
      status: 200,
      body: { message: 'other@example.com is now an admin.' },
    })
    expect(await ask('other', 'GET', '/admins')).toMatchObject({ status: 200 })
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

    const unverified = await createPerson(moderated.site.database, {
      email: 'new@example.org',
      verified: false,
    })
    expect((await admins()).find(({ email }) => email === 'new@example.org')).toMatchObject({ pending: true })
    await sql`update account set email_verified = true where id = ${unverified.accountId}`.execute(
      moderated.site.database.kysely,
    )
    const cookie = await signIn(moderated.site, 'new@example.org')
    await send(moderated.site, 'POST', '/profile', {
      cookie,
      body: { name: 'New', email: 'new@example.org' },
    })
    expect(await send(moderated.site, 'GET', '/admins', { cookie })).toMatchObject({ status: 200 })
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
    const { rows } = await sql`select 1 from profile where is_admin`.execute(moderated.site.database.kysely)
    expect(rows).toHaveLength(1)
  })
})
