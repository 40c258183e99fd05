import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emailsTo } from '../../../../test/support/data/accounts.ts'
import {
  auditLog,
  createWatchListing,
  listCases,
  moderated,
  requestAs,
  setUpModeratedSite,
  statusOf,
} from '../../../../test/support/data/moderated-site.ts'
import { updateOf } from '../../../../test/support/data/posts.ts'

setUpModeratedSite()

describe('decisions', () => {
  const decide = (decision: string, ids: string[], reason = decision === 'hide' ? 'Spam' : '') =>
    requestAs<{ decided: string[]; auditEntryIds: number[]; skipped: { id: string; message: string }[] }>(
      'admin',
      'POST',
      '/moderation/decide',
      { decision, ids, reason },
    )

  test('email the reason to the author, with replies going to the contact address', async () => {
    const id = await createWatchListing('service')
    await requestAs('visitor', 'PUT', `/service-report/${id}`, {})
    expect((await decide('remove', [id], 'Scam or fraud')).body.decided).toEqual([id])
    const [email] = await emailsTo(moderated.site, 'author@example.com')
    expect(email).toMatchObject({ kind: 'statement-removal', subject: expect.stringContaining('removed') })
    expect(email?.text).toContain('“Cheap watches”')
    expect(email?.text).toContain('Reason: Scam or fraud')
    const { rows } = await sql<{ reply_to: string }>`select reply_to from outbox_email`.execute(
      moderated.site.database.kysely,
    )
    expect(rows).toEqual([{ reply_to: 'hello@localhost' }])
    expect(await requestAs('visitor', 'GET', `/service/${id}`)).toMatchObject({ status: 410 })
  })

  test.each(['', '   '])('hide an ad only with a reason, and %j is none', async (reason) => {
    const id = await createWatchListing('service')
    const { status, body } = await requestAs('admin', 'POST', '/moderation/decide', {
      decision: 'hide',
      ids: [id],
      reason,
    })
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { fields: { reason: 'Please choose or write a reason.' } },
    })
    expect(await statusOf(id)).toBe('active')
  })

  test('apply to many listings at once, and report each that was skipped', async () => {
    const ids = [
      await createWatchListing('service'),
      await createWatchListing('event'),
      await createWatchListing('service'),
    ]
    await requestAs('author', 'DELETE', `/service/${ids[2]}`)
    const { body } = await decide('hide', ids)
    expect(body.decided.toSorted()).toEqual(ids.slice(0, 2).toSorted())
    expect(body.skipped).toEqual([{ id: ids[2], message: 'The poster deleted this ad.' }])
    expect(await Promise.all(ids.map(statusOf))).toEqual(['hidden', 'hidden', 'deleted'])
  })

  test('return the audit entries, each of which undoes one decision', async () => {
    const ids = [await createWatchListing('service'), await createWatchListing('event')]
    const { body } = await decide('hide', ids)
    expect(body.decided.toSorted()).toEqual(ids.toSorted())
    const [, second = 0] = body.auditEntryIds
    expect(body.auditEntryIds).toHaveLength(2)
    expect(await requestAs('admin', 'POST', `/moderation/undo/${second}`)).toMatchObject({ status: 200 })
    expect(await Promise.all(body.decided.map(statusOf))).toEqual(['hidden', 'active'])
  })

  test('undo a removal together with its reports, and only once', async () => {
    const id = await createWatchListing('service')
    for (const who of ['other', 'third', 'fourth'] as const)
      await requestAs(who, 'PUT', `/service-report/${id}`, {})
    await decide('remove', [id], 'Spam')
    expect((await listCases('service')).total).toBe(0)
    const [entry] = await auditLog()
    expect(entry).toMatchObject({
      action: 'listing.remove',
      by: 'admin@example.com',
      target: 'Cheap watches',
      reason: 'Spam',
      undo: 'possible',
      before: { status: 'hidden' },
      after: { status: 'deleted' },
    })
    expect(await requestAs('colleague', 'POST', `/moderation/undo/${entry?.id}`)).toMatchObject({
      status: 200,
    })
    expect(await statusOf(id)).toBe('hidden')
    expect((await listCases('service')).cases).toMatchObject([{ reports: 3 }])
    expect(await requestAs('admin', 'POST', `/moderation/undo/${entry?.id}`)).toMatchObject({ status: 409 })
    expect(await auditLog()).toMatchObject([
      { action: 'listing.restore', by: 'colleague@example.com' },
      { undo: 'done' },
    ])
  })

  test('cannot be undone after thirty days, or after the status has changed', async () => {
    const id = await createWatchListing('service')
    await decide('hide', [id])
    await decide('approve', [id])
    const [approved, hidden] = await auditLog()
    expect(await requestAs('admin', 'POST', `/moderation/undo/${hidden?.id}`)).toMatchObject({ status: 409 })
    expect(await requestAs('admin', 'POST', `/moderation/undo/${approved?.id}`)).toMatchObject({
      status: 200,
    })
    expect(await statusOf(id)).toBe('hidden')
    await sql`alter table audit_entry disable trigger audit_entry_append_only`.execute(
      moderated.site.database.kysely,
    )
    await sql`update audit_entry set at = at - interval '31 days'`.execute(moderated.site.database.kysely)
    await decide('remove', [id])
    await sql`update audit_entry set at = at - interval '31 days'`.execute(moderated.site.database.kysely)
    const [removed] = await auditLog()
    expect(await requestAs('admin', 'POST', `/moderation/undo/${removed?.id}`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('30 days') },
    })
  })

  test('undo a plain delete by an admin, but not one by the author', async () => {
    const [byAdmin, byAuthor] = [await createWatchListing('service'), await createWatchListing('service')]
    await requestAs('admin', 'DELETE', `/service/${byAdmin}`)
    await requestAs('author', 'DELETE', `/service/${byAuthor}`)
    const { body } = await requestAs<{
      listings: { _id: string; removal: { byAdmin: boolean; entry: number | null } }[]
    }>('admin', 'GET', '/moderation/listings?kind=service&status=deleted')
    const removalOf = (id: string) => body.listings.find(({ _id }) => _id === id)?.removal
    expect(removalOf(byAuthor)).toMatchObject({ byAdmin: false, entry: null })
    expect(removalOf(byAdmin)).toMatchObject({ byAdmin: true, entry: expect.any(Number) })
    await requestAs('admin', 'POST', `/moderation/undo/${removalOf(byAdmin)?.entry}`)
    expect(await requestAs('visitor', 'GET', `/service/${byAdmin}`)).toMatchObject({ status: 200 })
  })

  test('are permanent in the audit log', async () => {
    await decide('hide', [await createWatchListing('service')])
    for (const statement of [
      sql`update audit_entry set reason = 'x'`,
      sql`delete from audit_entry`,
      sql`truncate audit_entry cascade`,
    ])
      await expect(statement.execute(moderated.site.database.kysely)).rejects.toThrow(
        'cannot be changed or deleted',
      )
  })

  test('are logged next to edits by admins and denied attempts', async () => {
    const id = await createWatchListing('service')
    await requestAs('admin', 'PUT', `/service-update/${id}`, updateOf('service', { title: 'Watches' }))
    await requestAs('other', 'PUT', `/service-update/${id}`, updateOf('service'))
    await requestAs('author', 'PUT', `/service-update/${id}`, updateOf('service'))
    expect(await auditLog()).toMatchObject([
      { action: 'authz.denied', by: 'other@example.com', targetId: id },
      {
        action: 'listing.edit',
        by: 'admin@example.com',
        before: { title: 'Cheap watches' },
        after: { title: 'Watches' },
      },
    ])
  })

  test('show admins who else is viewing the same case', async () => {
    const id = await createWatchListing('service')
    await requestAs('visitor', 'PUT', `/service-report/${id}`, {})
    expect((await requestAs('admin', 'PUT', `/moderation/case-view/${id}`)).body).toEqual({ viewedBy: [] })
    expect((await requestAs('colleague', 'PUT', `/moderation/case-view/${id}`)).body).toEqual({
      viewedBy: ['admin@example.com'],
    })
    expect((await listCases('service')).cases).toMatchObject([{ viewedBy: ['colleague@example.com'] }])
  })

  test('offer reasons that admins can edit', async () => {
    const { body } = await requestAs<{ reasons: string[] }>('admin', 'GET', '/moderation/reasons')
    expect(body.reasons).toEqual([
      'Spam',
      'Scam or fraud',
      'Offensive or illegal',
      'Wrong category',
      'Duplicate',
      'No longer available',
    ])
    const reasons = ['About something else', 'Spam']
    expect((await requestAs('admin', 'PUT', '/moderation/reasons', { reasons })).body).toEqual({ reasons })
    expect((await requestAs('colleague', 'GET', '/moderation/reasons')).body).toEqual({ reasons })
    // Four UTF-16 units, and two characters for PostgreSQL.
    expect(await requestAs('admin', 'PUT', '/moderation/reasons', { reasons: ['🎹🎸'] })).toMatchObject({
      status: 400,
    })
    expect(await requestAs('admin', 'PUT', '/moderation/reasons', { reasons: [] })).toMatchObject({
      status: 400,
    })
    expect(await auditLog()).toMatchObject([{ action: 'reasons.change', after: reasons }])
  })
})
