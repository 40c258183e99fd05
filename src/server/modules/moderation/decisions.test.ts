import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emailsTo } from '../../../../test/support/accounts.ts'
import {
  ask,
  createWatches,
  log,
  moderated,
  openCases,
  prepareModeratedSite,
  statusOf,
} from '../../../../test/support/moderated-site.ts'
import { updateOf } from '../../../../test/support/posts.ts'

prepareModeratedSite()

describe('deciding', () => {
  const decide = (decision: string, ids: string[], reason = '') =>
    ask<{ decided: string[]; auditEntryIds: number[]; skipped: { id: string; message: string }[] }>(
      'admin',
      'POST',
      '/moderation/decide',
      { decision, ids, reason },
    )

  test('the author gets a letter with the reason, which a person answers to', async () => {
    const id = await createWatches('service')
    await ask('visitor', 'PUT', `/service-report/${id}`, {})
    expect((await decide('remove', [id], 'It looks like a scam or fraud.')).body.decided).toEqual([id])
    const [letter] = await emailsTo(moderated.site, 'author@example.com')
    expect(letter).toMatchObject({ kind: 'listing-remove', subject: expect.stringContaining('removed') })
    expect(letter?.text).toContain('“Cheap watches”')
    expect(letter?.text).toContain('Reason: It looks like a scam or fraud.')
    const { rows } = await sql<{ reply_to: string }>`select reply_to from outbox_email`.execute(
      moderated.site.database.kysely,
    )
    expect(rows).toEqual([{ reply_to: 'hello@localhost' }])
    expect(await ask('visitor', 'GET', `/service/${id}`)).toMatchObject({ status: 410 })
  })

  test('many at once, and each that could not be is told apart', async () => {
    const ids = [await createWatches('service'), await createWatches('event'), await createWatches('service')]
    await ask('author', 'DELETE', `/service/${ids[2]}`)
    const { body } = await decide('hide', ids)
    expect(body.decided.toSorted()).toEqual(ids.slice(0, 2).toSorted())
    expect(body.skipped).toEqual([{ id: ids[2], message: 'The poster deleted this ad.' }])
    expect(await Promise.all(ids.map(statusOf))).toEqual(['hidden', 'hidden', 'deleted'])
  })

  test('what was decided is taken back by the entries that are answered, each by its own', async () => {
    const ids = [await createWatches('service'), await createWatches('event')]
    const { body } = await decide('hide', ids)
    expect(body.decided.toSorted()).toEqual(ids.toSorted())
    const [, second = 0] = body.auditEntryIds
    expect(body.auditEntryIds).toHaveLength(2)
    expect(await ask('admin', 'POST', `/moderation/undo/${second}`)).toMatchObject({ status: 200 })
    expect(await Promise.all(body.decided.map(statusOf))).toEqual(['hidden', 'active'])
  })

  test('a removal is taken back with everything, also its reports, and once only', async () => {
    const id = await createWatches('service')
    for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      await ask('visitor', 'PUT', `/service-report/${id}`, {}, from)
    await decide('remove', [id], 'It is spam.')
    expect((await openCases('service')).total).toBe(0)
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
    expect((await openCases('service')).cases).toMatchObject([{ reports: 3 }])
    expect(await ask('admin', 'POST', `/moderation/undo/${entry?.id}`)).toMatchObject({ status: 409 })
    expect(await log()).toMatchObject([
      { action: 'listing.restore', by: 'colleague@example.com' },
      { undo: 'done' },
    ])
  })

  test('a removal cannot be taken back after thirty days, nor once the ad has changed its state', async () => {
    const id = await createWatches('service')
    await decide('hide', [id])
    await decide('approve', [id])
    const [approved, hidden] = await log()
    expect(await ask('admin', 'POST', `/moderation/undo/${hidden?.id}`)).toMatchObject({ status: 409 })
    expect(await ask('admin', 'POST', `/moderation/undo/${approved?.id}`)).toMatchObject({ status: 200 })
    expect(await statusOf(id)).toBe('hidden')
    await sql`alter table audit_entry disable trigger audit_entry_append_only`.execute(
      moderated.site.database.kysely,
    )
    await sql`update audit_entry set at = at - interval '31 days'`.execute(moderated.site.database.kysely)
    await decide('remove', [id])
    await sql`update audit_entry set at = at - interval '31 days'`.execute(moderated.site.database.kysely)
    const [removed] = await log()
    expect(await ask('admin', 'POST', `/moderation/undo/${removed?.id}`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('30 days') },
    })
  })

  test('what an admin deletes by the plain call can be had back, what an author deletes cannot', async () => {
    const [byAdmin, byAuthor] = [await createWatches('service'), await createWatches('service')]
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
    await decide('hide', [await createWatches('service')])
    for (const statement of [
      sql`update audit_entry set reason = 'x'`,
      sql`delete from audit_entry`,
      sql`truncate audit_entry cascade`,
    ])
      await expect(statement.execute(moderated.site.database.kysely)).rejects.toThrow(
        'cannot be changed or deleted',
      )
  })

  test('the log tells what an admin changed in another’s ad, and who was refused', async () => {
    const id = await createWatches('service')
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
    const id = await createWatches('service')
    await ask('visitor', 'PUT', `/service-report/${id}`, {})
    expect((await ask('admin', 'PUT', `/moderation/case-view/${id}`)).body).toEqual({ viewedBy: [] })
    expect((await ask('colleague', 'PUT', `/moderation/case-view/${id}`)).body).toEqual({
      viewedBy: ['admin@example.com'],
    })
    expect((await openCases('service')).cases).toMatchObject([{ viewedBy: ['colleague@example.com'] }])
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
