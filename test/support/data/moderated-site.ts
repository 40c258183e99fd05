/**
 * A site with an author, four other users, and two admins, all signed in, with accounts that are a month old. Each test of a
 * file gets a fresh one.
 */
import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import type { Kind } from '../../../src/shared/listing.ts'
import type { AuditEntry, Case } from '../../../src/shared/moderation.ts'
import { createTestApp, type TestApp } from '../site/app.ts'
import { createUser, send, startSession } from './accounts.ts'
import { createListing } from './factories.ts'

const names = ['author', 'other', 'third', 'fourth', 'fifth', 'admin', 'colleague'] as const
/** How many people have an account. */
export const peopleCount: number = names.length
export type Role = 'visitor' | (typeof names)[number]

const emailOf = (role: Exclude<Role, 'visitor'>) => `${role}@example.com`

export const moderated = { site: null as unknown as TestApp, cookies: {} as Record<Role, string> }

export function setUpModeratedSite() {
  beforeEach(async () => {
    const site = await createTestApp(undefined, { realSessions: true })
    for (const role of names)
      await createUser(site.database, {
        email: emailOf(role),
        daysOld: 30,
        isAdmin: role === 'admin' || role === 'colleague',
      })
    const cookies = await Promise.all(names.map((role) => startSession(site, emailOf(role))))
    moderated.site = site
    moderated.cookies = Object.fromEntries([
      ['visitor', ''],
      ...names.map((role, index) => [role, cookies[index]]),
    ])
  })
}

export const requestAs = <Body = Record<string, unknown>>(
  role: Role,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  from?: string,
) =>
  send<Body>(moderated.site, method, path, { cookie: moderated.cookies[role], body, ...(from && { from }) })

export const createWatchListing = (kind: Kind) =>
  createListing(moderated.site.database, { kind, authorEmail: emailOf('author'), title: 'Cheap watches' })

export async function statusOf(id: string): Promise<string> {
  const row = await moderated.site.database.kysely
    .selectFrom('listing')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.status
}

export const listCases = async (kind: Kind) =>
  (await requestAs<{ cases: Case[]; total: number }>('admin', 'GET', `/moderation/cases?source=${kind}`)).body

export const auditLog = async () =>
  (await requestAs<{ entries: AuditEntry[] }>('admin', 'GET', '/moderation/log')).body.entries

export async function profileIdOf(role: Exclude<Role, 'visitor'>): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from profile where email = ${emailOf(role)}`.execute(
    moderated.site.database.kysely,
  )
  return rows[0]?.id ?? ''
}
