/**
 * The settings of the site as this process knows them: a snapshot that everything reads synchronously. Whatever changes what processes
 * keep in memory raises the site's revision, and each process reads it again as soon as it sees that.
 */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { checkSettings, readVariables, type Variables } from '../../../shared/settings/read.ts'
import {
  defaultSettings,
  type SettingKey,
  type SiteSettings,
  settingKeys,
  settingOf,
} from '../../../shared/settings/table.ts'
import { setSiteFormat } from '../../../shared/site-format.ts'
import { t } from '../../../shared/translate.ts'
import { coalesce } from '../../platform/database/coalesce.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/log.ts'
import { limitLines } from '../../platform/logging/limit-lines.ts'
import { localSettings } from './local-settings.ts'

const hasOwn = Object.hasOwn

/** A setting whose environment variable or stored value is wrong. */
type SettingProblem = { key: SettingKey; sentence: string }

export type SettingsState = {
  settings: SiteSettings
  /** Which of them an environment variable sets. */
  fixed: readonly SettingKey[]
  problems: readonly SettingProblem[]
  revision: number
  /** The settings that the site used last, without defaults, as they are stored. */
  last: Record<string, unknown>
  /** The revision in which topics or places last changed. */
  catalogRevision: number
}

/** What the database has: the values of admins, and those that the site used last. */
type StoredSettings = {
  revision: number
  catalogRevision: number
  stored: Record<string, unknown>
  last: Record<string, unknown>
}

/**
 * Returns the settings: those of environment variables, then those that are stored, then the defaults. Instead of a wrong one, that
 * which the site used last.
 */
export function settingsFrom(
  variables: Variables,
  { revision, catalogRevision, stored, last }: StoredSettings = {
    revision: 0,
    catalogRevision: 0,
    stored: {},
    last: {},
  },
): SettingsState {
  const [found, given, used] = [checkSettings(stored), readVariables(variables), checkSettings(last)]
  const wrong = settingKeys.filter(
    (key) => given.problems[key] ?? (found.problems[key] && !hasOwn(given.values, key)),
  )
  const lastGood = Object.fromEntries(
    wrong.flatMap((key) => (hasOwn(used.values, key) ? [[key, used.values[key]] as const] : [])),
  )
  const settings = Object.freeze({ ...defaultSettings, ...found.values, ...given.values, ...lastGood })
  const fixed = settingKeys.filter((key) => hasOwn(given.values, key) || given.problems[key])
  const problems = settingKeys.flatMap((key) => {
    const { label, type, variable } = settingOf(key)
    const used = `The site uses “${type.write(settings[key])}”.`
    const sentences: string[] = []
    if (given.problems[key]) sentences.push(`${variable} is not valid. ${given.problems[key]} ${used}`)
    if (found.problems[key])
      sentences.push(`The stored setting “${label}” is not valid. ${found.problems[key]} ${used}`)
    return sentences.map((sentence) => ({ key, sentence }))
  })
  return { settings, fixed, problems, revision, catalogRevision, last }
}

export async function readSettings(connection: Connection, variables: Variables): Promise<SettingsState> {
  const { rows } = await sql<StoredSettings>`
    select revision, catalog_revision as "catalogRevision", last_settings as last,
      coalesce((select json_object_agg(key, value) from setting), '{}') as stored
    from site_revision`.execute(connection)
  return settingsFrom(variables, rows[0])
}

/** Stores the settings in use, so that the site can start with them if a value becomes wrong. */
async function keepSettings({ kysely }: Database, { settings, last }: SettingsState): Promise<void> {
  const used = Object.fromEntries(
    settingKeys
      .filter((key) => !isDeepStrictEqual(settings[key], defaultSettings[key]))
      .map((key) => [key, settings[key]]),
  )
  if (isDeepStrictEqual(used, last)) return
  const languages = { from: last.languages ?? defaultSettings.languages, to: settings.languages }
  // Of several processes, one replaces those before. A database that cannot be written keeps them.
  await sql`
    with kept as (
      update site_revision set last_settings = ${JSON.stringify(used)}::jsonb
      where last_settings = ${JSON.stringify(last)}::jsonb returning 1
    )
    select graphile_worker.add_job('detect_languages', ${JSON.stringify(languages)}::json, queue_name => 'detect_languages')
    from kept where ${!isDeepStrictEqual(languages.from, languages.to)}`
    .execute(kysely)
    .catch(() => {})
}

/** For a command: a database that is not up to date may not have the tables yet. */
export const readSettingsOrDefaults = ({ kysely }: Database, variables: Variables): Promise<SettingsState> =>
  readSettings(kysely, variables).catch(() => settingsFrom(variables))

/** Lets all processes read again what they keep in memory. Other transactions that do so wait until this one ends. */
export async function raiseRevision(tx: Connection): Promise<void> {
  await sql`update site_revision set revision = revision + 1`.execute(tx)
}

/** The same after a change of topics or places. */
export async function raiseCatalogRevision(tx: Connection): Promise<void> {
  await sql`update site_revision set revision = revision + 1, catalog_revision = revision + 1`.execute(tx)
}

/** How soon a process sees the changes of others. */
const pollMs = 500

export type SettingsOptions = {
  database: Database
  /** The texts of the environment variables of settings. */
  variables: Variables
  log: Logger
  /** Called with the first settings and whenever they change. */
  onChange?: (settings: SiteSettings) => void
  /** Null: only the changes of this process are seen. */
  pollEveryMs?: number | null
}

/** Prepares what a process keeps in memory for a new state. All of it changes at once, when everything that is returned is called. */
type Follower = (next: SettingsState) => Promise<() => void>

export type Settings = Awaited<ReturnType<typeof openSettings>>

/** Reads the settings and follows their changes until `stop`. */
export async function openSettings(options: SettingsOptions) {
  const { database, variables, log, onChange, pollEveryMs = pollMs } = options
  const limited = limitLines(log)
  let state = await readSettings(database.kysely, variables)
  await keepSettings(database, state)
  const followers: Follower[] = []
  let reported = ''
  show()

  function show() {
    setSiteFormat(state.settings)
    onChange?.(state.settings)
    const sentences = state.problems.map(({ sentence }) => sentence)
    if (sentences.join() !== reported) for (const sentence of sentences) log.warn(sentence)
    reported = sentences.join()
  }

  const refresh = coalesce(async () => {
    const read = await readSettings(database.kysely, variables)
    if (read.revision === state.revision) return
    const commits = await Promise.all(followers.map((prepare) => prepare(read)))
    state = read
    for (const commit of commits) commit()
    show()
    await keepSettings(database, state)
  })

  let isPolling = false
  async function poll() {
    if (isPolling) return
    isPolling = true
    // Twice a second, so only a number unless there is something new.
    await sql<{ revision: number }>`select revision from site_revision`
      .execute(database.kysely)
      .then(({ rows: [row] }) => (row?.revision === state.revision ? undefined : refresh()))
      .catch((error: Error) =>
        limited.warn(`Could not read whether the settings have changed (${error.message}).`),
      )
    isPolling = false
  }
  const timer = pollEveryMs === null ? undefined : setInterval(() => void poll(), pollEveryMs).unref()

  return {
    /** In the reader's language. */
    current: (): SiteSettings => localSettings(state.settings),
    state: (): SettingsState => state,
    revision: (): number => state.revision,
    /** Calls `prepare` now, and whenever something has changed. */
    async follow(prepare: Follower): Promise<void> {
      followers.push(prepare)
      const commit = await prepare(state)
      commit()
    },
    /** Reads the settings at once, for the process that has changed them. */
    refresh,
    stop: () => clearInterval(timer),
  }
}

type Side = Readonly<Record<string, unknown>> | null

/** Returns what the log shows of a changed setting: its label, and its values as texts. Null for one that does not exist anymore. */
export function describeChange(key: string, before: unknown, after: unknown) {
  const known = settingKeys.find((known) => known === key)
  if (!known) return null
  const { label, type } = settingOf(known)
  const textOf = (side: unknown) => ({ value: type.write((side as Side)?.[known]) })
  return { target: t(label), before: textOf(before), after: textOf(after) }
}
