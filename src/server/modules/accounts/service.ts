/** The rules of accounts, profiles, and admin rights. People can access only their own account and profile. */

import { sql } from 'kysely'
import type { Account, AuthProviders, Profile, ProfileUpdate } from '../../../shared/account.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import { profileExistsMessage, signInRequired } from '../../../shared/messages/forms.ts'
import { requireAllowedName } from '../../../shared/names.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'
import type { Config } from '../../config/environment.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AccountEmails } from '../notifications/service.ts'
import { exportAccount } from './account-export.ts'
import * as admins from './admins.ts'
import * as moderators from './moderators.ts'
import * as queries from './queries.ts'
import type { SessionService } from './session.ts'
import {
  liftRetainedSuspension,
  liftSuspension,
  type SuspensionRegister,
  suspendAccount,
} from './suspension.ts'
import { activateGrant } from './team-grants.ts'

export type AccountServiceOptions = {
  database: Database
  sessions: SessionService
  suspensions: SuspensionRegister
  emails: AccountEmails
  config: Pick<Config, 'google' | 'oidc' | 'production'>
  settings: CurrentSettings
}

export type { AccountNetworks } from './account-networks.ts'

export type AccountService = ReturnType<typeof createAccountService>

export function createAccountService({
  database,
  sessions,
  suspensions,
  emails,
  config,
  settings,
}: AccountServiceOptions) {
  /** A name that was stored before it had to be checked can stay. */
  function requireNewName(name: string | undefined, stored: string) {
    if (name && name !== stored) requireAllowedName(name, settings().name)
  }

  async function getProfile({ accountId }: Viewer): Promise<Profile> {
    const profile = await queries.findProfile(database, accountId)
    if (!profile) throw notFound('profile')
    return profile
  }

  const providerNames: Record<string, string> = { google: 'Google', oidc: config.oidc?.name ?? 'OpenID' }

  return {
    authProviders: (): AuthProviders => ({
      google: config.google ? 'on' : config.production ? 'off' : 'unset',
      oidc: config.oidc?.name ?? null,
    }),

    /** Stores the language in which someone reads the site and gets emails. */
    async setLanguage({ accountId }: Viewer, language: string): Promise<void> {
      await sql`
        update account set language = ${language}
        where id = ${accountId} and language is distinct from ${language}`.execute(database.kysely)
    },

    async logout({ accountId, sessionId }: Viewer) {
      await queries.deleteSessions(database, accountId, { id: sessionId })
    },

    /** Only for the viewer's own email, so that nobody can impersonate another user. */
    async issueToken(viewer: Viewer, email: string): Promise<string> {
      requireOwnEmail(viewer, email)
      return sessions.issueToken(viewer)
    },

    async profileExists(viewer: Viewer, email: string): Promise<boolean> {
      requireOwnEmail(viewer, email)
      return (await queries.findProfile(database, viewer.accountId)) !== null
    },

    async createProfile(viewer: Viewer, { name, email }: { name: string; email: string }): Promise<Profile> {
      requireOwnEmail(viewer, email)
      requireNewName(name, viewer.name)
      const { accountId } = viewer
      const profile = await queries.insertProfile(database, { accountId, name, email: viewer.email })
      if (!profile) throw new AppError('conflict', t(profileExistsMessage))
      if (!(await queries.isSessionProven(database, viewer.sessionId))) return profile
      const role = await activateGrant(database, emails, accountId)
      return { ...profile, isAdmin: role === 'admin' || profile.isAdmin }
    },

    getProfile,

    async updateProfile(viewer: Viewer, update: ProfileUpdate): Promise<Profile> {
      requireNewName(update.name, (await getProfile(viewer)).name)
      const profile = await queries.updateProfile(database, viewer.accountId, update)
      if (!profile) throw notFound('profile')
      return profile
    },

    async getAccount({ accountId, sessionId, email, name, photo }: Viewer): Promise<Account> {
      const [logins, rows] = await Promise.all([
        queries.listLogins(database, accountId),
        queries.listSessions(database, accountId),
      ])
      return {
        email,
        name,
        photo,
        hasPassword: logins.includes('credential'),
        providers: logins
          .filter((login) => login !== 'credential')
          .map((login) => providerNames[login] ?? login),
        sessions: rows.map(({ userAgent, ...session }) => ({
          ...session,
          device: deviceName(userAgent),
          current: session.id === sessionId,
        })),
      }
    },

    async endSession({ accountId }: Viewer, id: string) {
      if ((await queries.deleteSessions(database, accountId, { id })) === 0) throw notFound('session')
    },

    endOtherSessions: ({ accountId, sessionId }: Viewer) =>
      queries.deleteSessions(database, accountId, { exceptId: sessionId }),

    exportAccount: ({ accountId }: Viewer) => exportAccount(database, accountId),

    async deleteAccount({ accountId }: Viewer) {
      await database.kysely.transaction().execute(async (tx) => {
        await admins.requireNotLastAdmin(tx, accountId)
        await suspensions.retain(tx, accountId)
        await queries.deleteAccount(tx, accountId)
      })
    },

    suspendAccount,
    liftSuspension,
    liftRetainedSuspension,
    pageTeam: (query: admins.TeamQuery) => admins.pageTeam(database, query),
    grantAdmin: admins.grantAdmin,
    revokeAdmin: admins.revokeAdmin,
    grantModerator: moderators.grantModerator,
    revokeModerator: moderators.revokeModerator,
  }
}

/** Throws the same error whether or not another account has that email. */
function requireOwnEmail(viewer: Viewer, email: string) {
  if (viewer.email.toLowerCase() !== email.toLowerCase())
    throw new AppError('forbidden', t('You are signed in with a different email address.'))
}

/** Returns the error of a request whose account was deleted meanwhile. */
export const accountDeleted = () => new AppError('unauthenticated', t(signInRequired))

/** Returns the viewer's profile, and creates it for an account that has none yet. Throws `accountDeleted`. */
export async function ensureProfile(database: Database, viewer: Viewer): Promise<queries.ProfileId> {
  const existing = await queries.findAuthor(database, viewer.accountId)
  if (existing) return existing
  const { accountId, name, email } = viewer
  await queries.insertProfile(database, { accountId, email, name: name.trim() || email })
  const created = await queries.findAuthor(database, accountId)
  if (created) return created
  throw accountDeleted()
}

export const setPhoto = (tx: Connection, accountId: string, url: string): Promise<boolean> =>
  queries.setPhoto(tx, accountId, url)

/** Selects the name that others see, if the person has chosen one. Needs `profile`, and `account` by a left join. */
export const shownName = sql<
  string | null
>`coalesce(${chosenName('account.name')}, ${chosenName('profile.name')})`

/** Photos at other hosts are left out, because pages load nothing from there. Needs `account`. */
export const shownPhoto = sql<string | null>`case when account.image ~ '^/[^/\\\\]' then account.image end`

/** What everyone may see of a profile, for `json_build_object`. Needs `profile`, and `account` by a left join. */
export const sellerFields = sql`
  'id', profile.id,
  'handle', (select handle from profile_handle where profile_id = profile.id and is_current),
  'name', ${shownName},
  'photo', ${shownPhoto},
  'since', extract(year from coalesce(account.created, profile.created))::int,
  'verified', coalesce(account.email_verified, false),
  'recommendations', profile.recommendations`

/** Leaves out a name that was derived from the email because the person has not chosen one. */
function chosenName(column: 'account.name' | 'profile.name') {
  const name = sql.ref(column)
  return sql`
    case when btrim(${name}) not in ('', split_part(profile.email, '@', 1)) and ${name} !~ '\\S@\\S+\\.\\S' then ${name} end`
}

const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

const firstMatch = (patterns: [RegExp, string][], userAgent: string) =>
  patterns.find(([pattern]) => pattern.test(userAgent))?.[1]

/** Returns a name for the browser that sent this User-Agent, such as `Firefox on Linux`. The first match wins. */
function deviceName(userAgent: string): string {
  const browser = firstMatch(browsers, userAgent) ?? t('Unknown browser')
  const system = firstMatch(systems, userAgent)
  return system ? t('{browser} on {system}', { browser, system }) : browser
}
