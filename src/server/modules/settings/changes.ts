/** What admins change of the settings. Audit entries are written in the same transaction, and say all that undoing needs. */

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { AppError, invalidFields } from '../../../shared/errors.ts'
import { checkSettings, valueName } from '../../../shared/settings/read.ts'
import { type SettingKey, type SiteSettings, settingKeys, settingOf } from '../../../shared/settings/table.ts'
import { msg, t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import { type AuditActor, type AuditEntryRow, actorOf, recordAudit } from '../audit/service.ts'
import { raiseRevision, readSettings, type Settings } from './service.ts'

type Step = { key: SettingKey; before: unknown; after: unknown; undoes?: number }

type Options = {
  database: Database
  settings: Settings
  /** Returns a sentence for each value that only the server can check. */
  check: (values: Partial<SiteSettings>) => Promise<Partial<Record<SettingKey, string>>>
  /** What else a change of these settings does, in its transaction. */
  effects: Partial<Record<SettingKey, (tx: Connection) => Promise<void>>>
}

export type SettingChanges = ReturnType<typeof createSettingChanges>

export function createSettingChanges({ database, settings, check, effects }: Options) {
  /** Stores the steps that `plan` returns for the settings as they are, while nobody else changes any. */
  async function change(actor: AuditActor, plan: (current: SiteSettings) => Step[]): Promise<number[]> {
    const ids = await database.kysely.transaction().execute(async (tx) => {
      await sql`select from site_revision for update`.execute(tx)
      // Without environment variables: a change is one of what is stored.
      const steps = plan((await readSettings(tx, {})).settings)
      if (steps.length === 0) return []
      for (const { key, after } of steps) {
        await store(tx, key, after)
        await effects[key]?.(tx)
      }
      await raiseRevision(tx)
      return recordAudit(
        tx,
        actor,
        steps.map(({ key, before, after, undoes }) => ({
          action: 'setting.change',
          target: { type: 'setting', id: key },
          before: { [key]: before },
          after: { [key]: after },
          ...(undoes !== undefined && { undoes }),
        })),
      )
    })
    await settings.refresh()
    return ids
  }

  return {
    /**
     * Changes settings. Returns the ids of the audit entries. Throws `conflict` for a setting that an environment variable sets, or that is
     * no longer what `before` says.
     */
    async change(
      ctx: AuthedContext,
      values: Partial<SiteSettings>,
      before: Readonly<Record<string, unknown>>,
    ): Promise<number[]> {
      const actor = await actorOf(database, ctx)
      requireNone(await check(values))
      return change(actor, (current) => {
        const keys = settingKeys.filter(
          (key) => Object.hasOwn(values, key) && !isDeepStrictEqual(values[key], current[key]),
        )
        for (const key of keys) requireUnlocked(settings.state().fixed, key)
        const stale = keys.filter((key) => !isDeepStrictEqual(before[key], current[key]))
        requireNone(Object.fromEntries(stale.map((key) => [key, changedMeanwhile(key)])))
        return keys.map((key) => ({ key, before: current[key], after: values[key] }))
      })
    },

    /** Undoes an audit entry of a setting. */
    async undo(actor: AuditActor, entry: AuditEntryRow): Promise<void> {
      const key = settingKeys.find((key) => key === entry.targetId)
      if (!key) throw new AppError('conflict', t('This setting no longer exists.'))
      const [to, from] = [entry.before, entry.after].map((side) => (side as Record<string, unknown>)[key])
      const checked = checkSettings({ [key]: to })
      // The default of an address is none, so it passes no check.
      const isValid = !checked.problems[key] || isDeepStrictEqual(to, settingOf(key).default)
      const refused = isValid && (await check(checked.values))[key]
      if (!isValid || refused)
        throw new AppError('conflict', t('What it was before is no longer a valid value.'))
      await change(actor, (current) => {
        requireUnlocked(settings.state().fixed, key)
        if (!isDeepStrictEqual(current[key], from)) throw new AppError('conflict', t(cannotUndo))
        return [{ key, before: from, after: to, undoes: entry.id }]
      })
    },
  }
}

const cannotUndo = msg('The setting has changed since then, so this can no longer be undone.')
const changedMeanwhile = (key: SettingKey) =>
  t(
    'Someone else has changed “{setting}” in the meantime. Please open the settings in another tab, and make your change there.',
    { setting: t(settingOf(key).label) },
  )

function requireNone(problems: Partial<Record<SettingKey, string>>) {
  const fields = Object.entries(problems).map(([key, sentence]) => [valueName(key), sentence])
  if (fields.length > 0) throw invalidFields(Object.fromEntries(fields))
}

function requireUnlocked(fixed: readonly SettingKey[], key: SettingKey) {
  if (!fixed.includes(key)) return
  const { label, variable } = settingOf(key)
  throw new AppError(
    'conflict',
    t('{variable} sets “{setting}”, so it can’t be changed here.', {
      variable: variable ?? '',
      setting: t(label),
    }),
  )
}

/** Stores a value; the default as no value, so that it follows that of later versions. */
async function store(tx: Connection, key: SettingKey, value: unknown) {
  if (isDeepStrictEqual(value, settingOf(key).default)) {
    await sql`delete from setting where key = ${key}`.execute(tx)
    return
  }
  await sql`
    insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(tx)
}
