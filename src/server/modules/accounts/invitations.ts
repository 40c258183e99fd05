/** Links with which people can sign up while not everyone may: for all who have one, made by an admin; and of an invited admin or moderator. */

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { AppError } from '../../../shared/errors.ts'
import { invitationDays } from '../../../shared/limits.ts'
import { signUpRefusals } from '../../../shared/messages/sign-in.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { createIdTokens } from '../../platform/id-tokens.ts'

type Options = {
  database: Database
  secret: string
  settings: CurrentSettings
  publicUrl: string
  clock: Clock
}

export type Invitations = ReturnType<typeof createInvitations>

const dayMs = 86_400_000

export function createInvitations({ database, secret, settings, publicUrl, clock }: Options) {
  const { kysely } = database
  const tokens = createIdTokens(secret, 'invitations to sign up')
  const teamTokens = teamTokensOf(secret)

  /** Whether a link has not expired, and nobody has withdrawn it by undoing its entry in the log. */
  async function isValid(token: string): Promise<boolean> {
    const id = tokens.read(token)
    if (id === null) return false
    // A UUID of version 7 begins with the milliseconds since 1970.
    const created = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    if (clock().getTime() >= created + invitationDays * dayMs) return false
    const { rows } = await sql`
      select from audit_entry entry
      where target_id = ${id} and action = 'invitation.create'
        and not exists (select from audit_entry where undoes = entry.id)`.execute(kysely)
    return rows.length > 0
  }

  async function isTeamInvitation(token: string, email: string): Promise<boolean> {
    if (teamTokens.read(token) !== idOfAddress(email)) return false
    const { rows } = await sql`
      select from admin_grant where email = lower(${email})
      union all select from moderator where invited_email = lower(${email})`.execute(kysely)
    return rows.length > 0
  }

  return {
    /** Returns a link for everyone who gets it. It works once the log has an entry `invitation.create` about its id. */
    create() {
      const id = uuid({ msecs: clock().getTime() })
      const token = tokens.create(id)
      return { id, token, link: publicUrl + publicPaths.invitation(token) }
    },

    pathForInvited: (email: string) => signUpPathForInvited(secret, email),

    /** Whether the page with this invitation may offer to sign up. Whose it is shows when they do. */
    async isOffered(token: string): Promise<boolean> {
      return teamTokens.read(token) !== null || (settings().signUp === 'invitation' && (await isValid(token)))
    },

    /** Throws `forbidden` unless someone with this address and invitation may sign up, and `unavailable` during maintenance. */
    async requireSignUp(email: string, invitation = ''): Promise<void> {
      const { signUp, maintenance, maintenanceText } = settings()
      if (maintenance) throw new AppError('unavailable', maintenanceText)
      if (signUp === 'open' || (await isTeamInvitation(invitation, email))) return
      if (signUp === 'invitation' && (await isValid(invitation))) return
      throw new AppError('forbidden', t(signUpRefusals[signUp]))
    },
  }
}

const teamTokensOf = (secret: string) => createIdTokens(secret, 'invitations of admins')

/** Returns the path at which the person with this address, who is invited as an admin or a moderator, signs up. */
export const signUpPathForInvited = (secret: string, email: string): string =>
  publicPaths.invitation(teamTokensOf(secret).create(idOfAddress(email)))

/** A token names a UUID. The one of an address tells nobody which address it is. */
const idOfAddress = (email: string): string =>
  createHash('sha256')
    .update(email.toLowerCase())
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
