/** A site with an author, neighbours and two admins, who are all signed in; made anew for each test of a file. */
import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import type { Kind } from '../../src/shared/listing.ts'
import type { AuditEntry, ReportCase } from '../../src/shared/moderation.ts'
import { createPerson, send, signIn } from './accounts.ts'
import { createTestApp, type TestApp } from './app.ts'
import { createListing } from './factories.ts'

const names = ['author', 'other', 'third', 'admin', 'colleague'] as const
export type Who = 'visitor' | (typeof names)[number]

const emailOf = (who: Exclude<Who, 'visitor'>) => `${who}@example.com`

export const moderated = { site: null as unknown as TestApp, cookies: {} as Record<Who, string> }

export function prepareModeratedSite() {
  beforeEach(async () => {
    const site = await createTestApp(undefined, { realSessions: true })
    for (const who of names)
      await createPerson(site.database, {
        email: emailOf(who),
        isAdmin: who === 'admin' || who === 'colleague',
      })
    const signedIn = await Promise.all(names.map((who) => signIn(site, emailOf(who))))
    moderated.site = site
    moderated.cookies = Object.fromEntries([['visitor', ''], ...names.map((who, at) => [who, signedIn[at]])])
  })
}

export const ask = <Body = Record<string, unknown>>(
  who: Who,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  from?: string,
) => send<Body>(moderated.site, method, path, { cookie: moderated.cookies[who], body, ...(from && { from }) })

export const createWatches = (kind: Kind) =>
  createListing(moderated.site.database, { kind, authorEmail: emailOf('author'), title: 'Cheap watches' })

export async function statusOf(id: string): Promise<string> {
  const row = await moderated.site.database.kysely
    .selectFrom('listing')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.status
}

export const openCases = async (kind: Kind) =>
  (await ask<{ cases: ReportCase[]; total: number }>('admin', 'GET', `/moderation/cases?kind=${kind}`)).body

export const log = async () =>
  (await ask<{ entries: AuditEntry[] }>('admin', 'GET', '/moderation/log')).body.entries

export async function profileIdOf(who: Exclude<Who, 'visitor'>): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from profile where email = ${emailOf(who)}`.execute(
    moderated.site.database.kysely,
  )
  return rows[0]?.id ?? ''
}
