/**
 * The first run of a site: the link with which someone becomes its first admin, and whether that person has finished. There is one link
 * at a time. It works once, for a day, and only while there is no admin.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { setupLinkHours } from '../../../shared/limits.ts'
import { privatePaths, withQuery } from '../../../shared/paths.ts'
import type { Connection, Database } from '../../platform/database/database.ts'

const noAdmin = sql<SqlBool>`not exists (select from profile where is_admin)`

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

const isLink = (token: string): RawBuilder<SqlBool> =>
  sql`link_hash = ${hashOf(token)} and link_expires > now() and ${noAdmin}`

/** Returns a new link, which replaces the one before, or null if the site has an admin. */
export async function createSetupLink({ kysely }: Database, publicUrl: string): Promise<string | null> {
  const token = randomBytes(32).toString('base64url')
  const { numAffectedRows } = await sql`
    update setup set link_hash = ${hashOf(token)}, link_expires = now() + make_interval(hours => ${sql.lit(setupLinkHours)})
    where ${noAdmin}`.execute(kysely)
  return numAffectedRows === 1n ? publicUrl + withQuery(privatePaths.setup, { token }) : null
}

/** Says what to do with a new link. */
export const setupInvitation = (link: string) =>
  `It has no admin yet. To set it up, open this link, which works once, for ${setupLinkHours} hours: ${link}`

export async function isSetupLink({ kysely }: Database, token: string): Promise<boolean> {
  const { rows } = await sql`select from setup where ${isLink(token)}`.execute(kysely)
  return rows.length > 0
}

/** Uses up the link, and returns whether it worked. Of two transactions with the same one, the second waits for the first. */
export async function useSetupLink(tx: Connection, token: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update setup set state = 'begun', link_hash = null, link_expires = null where ${isLink(token)}`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** `begun`: an admin came through the link, and has not finished. `waiting`: there was no admin, or one was made by a command. */
export async function readSetupState({ kysely }: Database): Promise<'waiting' | 'begun' | 'finished'> {
  const { rows } = await sql<{ state: 'waiting' | 'begun' | 'finished' }>`select state from setup`.execute(
    kysely,
  )
  return rows[0]?.state ?? 'finished'
}

export const finishSetup = async ({ kysely }: Database): Promise<void> =>
  void (await sql`update setup set state = 'finished'`.execute(kysely))

/** Returns whether there are more ads than these. */
export async function hasMoreAds({ kysely }: Database, count: number): Promise<boolean> {
  const { rows } = await sql`select from listing limit ${count + 1}`.execute(kysely)
  return rows.length > count
}

export async function hasSeveralCountries({ kysely }: Database): Promise<boolean> {
  const { rows } = await sql`select from country limit 2`.execute(kysely)
  return rows.length > 1
}
