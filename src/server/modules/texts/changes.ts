/** What admins change of the texts. Each change is a new version; its audit entry is written in the same transaction. */

import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { WrittenText } from '../../../shared/contract/texts.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import { ownPagePrefix } from '../../../shared/texts/form.ts'
import { isTextKey } from '../../../shared/texts/table.ts'
import { msg, t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import { type AuditActor, type AuditEntryRow, actorOf, recordAudit } from '../audit/service.ts'
import { raiseRevision, type Settings } from '../settings/service.ts'
import { requirePlacement, requireUsable } from './check.ts'
import { defaultTextOf } from './default-texts.ts'
import { readTexts, readVersions, type TextVersion, toMarkdown } from './service.ts'

/** What a version says, without its number. */
type Content = Pick<TextVersion, 'title' | 'subtitle' | 'body' | 'placement' | 'base'>
type Changed = { key: string; auditEntryId: number | null }

/** The site's own text, or no page. */
const nothing: Content = { title: null, subtitle: '', body: '', placement: null, base: '' }

export type TextChanges = ReturnType<typeof createTextChanges>

export function createTextChanges({ database, settings }: { database: Database; settings: Settings }) {
  /** Stores the version that `plan` returns of the current one, while nobody else changes a text. Null changes nothing. */
  async function change(
    actor: AuditActor,
    key: string,
    plan: (current: TextVersion | null, tx: Connection) => Promise<Content | null> | Content | null,
    undoes?: number,
  ): Promise<Changed> {
    const auditEntryId = await database.kysely.transaction().execute(async (tx) => {
      await sql`select from site_revision for update`.execute(tx)
      const texts = await readTexts(tx)
      const current = texts.get(key) ?? null
      const after = await plan(current, tx)
      const before = current ? contentOf(current) : nothing
      if (!after || isDeepStrictEqual(before, after)) return null
      if (after.title !== null) {
        const { title, subtitle, body, placement } = after
        requireUsable(key, { title, subtitle, body })
        if (placement) requirePlacement(key, title, placement, placedOf(texts))
      }
      const version = (current?.version ?? 0) + 1
      await insert(tx, key, version, after)
      await raiseRevision(tx)
      const [id = null] = await recordAudit(tx, actor, [
        {
          action: 'text.change',
          target: { type: 'text', id: key },
          before: summaryOf(key, current?.version ?? 0, before),
          after: summaryOf(key, version, after),
          ...(undoes !== undefined && { undoes }),
        },
      ])
      return id
    })
    await settings.refresh()
    return { key, auditEntryId }
  }

  const requireKey = (key: string, current: TextVersion | null) => {
    if (!isTextKey(key) && !current) throw notFound('text')
  }

  async function restored(tx: Connection, key: string, version: number): Promise<Content> {
    if (version === 0) return nothing
    const found = (await readVersions(tx, key)).find((stored) => stored.version === version)
    if (!found) throw notFound('version')
    return contentOf(found)
  }

  return {
    async add(ctx: AuthedContext, { placement, ...source }: WrittenText): Promise<Changed> {
      const key = `${ownPagePrefix}${randomBytes(5).toString('hex')}`
      return change(await actorOf(database, ctx), key, () => ({
        ...source,
        placement: placement ?? null,
        base: '',
      }))
    },

    /** Throws `conflict` if the text is no longer the version from which the change started. */
    async change(
      ctx: AuthedContext,
      key: string,
      { version, ...written }: WrittenText & { version: number },
    ) {
      return change(await actorOf(database, ctx), key, (current) => {
        requireKey(key, current)
        requireVersion(current, version)
        // A page that was removed has no address. Restoring a version restores its address.
        if (!isTextKey(key) && current?.title == null) throw notFound('text')
        const { title, subtitle, body } = written
        // Saving the default text unchanged is no change.
        if (current?.title == null && isDeepStrictEqual({ title, subtitle, body }, defaultTextOf(key)))
          return null
        const base = current?.title == null ? baseOf(key) : current.base
        const placement = isTextKey(key) ? null : (written.placement ?? current?.placement ?? null)
        return { title, subtitle, body, base, placement }
      })
    },

    /** Makes a version the newest one again. */
    async restore(ctx: AuthedContext, key: string, input: { version: number; restored: number }) {
      return change(await actorOf(database, ctx), key, (current, tx) => {
        requireKey(key, current)
        requireVersion(current, input.version)
        return restored(tx, key, input.restored)
      })
    },

    /** Keeps a changed text, and offers the site's own only once that changes again. */
    async keep(ctx: AuthedContext, key: string, { version }: { version: number }) {
      return change(await actorOf(database, ctx), key, (current) => {
        requireVersion(current, version)
        return current?.title == null ? null : { ...contentOf(current), base: baseOf(key) }
      })
    },

    /** Undoes an audit entry of a text. */
    async undo(actor: AuditActor, entry: AuditEntryRow): Promise<void> {
      const [before, after] = [entry.before, entry.after] as { version: number }[]
      await change(
        actor,
        entry.targetId,
        (current, tx) => {
          if (current?.version !== after?.version) throw new AppError('conflict', t(cannotUndo))
          return restored(tx, entry.targetId, before?.version ?? 0)
        },
        entry.id,
      )
    },
  }
}

const changedMeanwhile = msg(
  'Someone else has changed this text in the meantime. Please open it in another tab, and make your change there.',
)
const cannotUndo = msg('The text has changed since then, so this can no longer be undone.')

function requireVersion(current: TextVersion | null, version: number) {
  if ((current?.version ?? 0) !== version) throw new AppError('conflict', t(changedMeanwhile))
}

const baseOf = (key: string): string => {
  const text = defaultTextOf(key)
  return text ? toMarkdown(text) : ''
}

const contentOf = ({ title, subtitle, body, placement, base }: TextVersion): Content => ({
  title,
  subtitle,
  body,
  placement,
  base,
})

const placedOf = (texts: ReadonlyMap<string, TextVersion>) =>
  [...texts.values()].flatMap(({ key, title, placement }) =>
    title !== null && placement ? [{ key, placement }] : [],
  )

/** What the log shows. The versions have the texts. */
const summaryOf = (key: string, version: number, { title, placement }: Content) => ({
  version,
  title: title ?? defaultTextOf(key)?.title ?? null,
  ...(placement && { address: `/${placement.address}`, place: placement.place, names: placement.names }),
})

async function insert(tx: Connection, key: string, version: number, content: Content) {
  const { title, subtitle, body, placement, base } = content
  const { address = null, place = null, position = null, names = {} } = placement ?? {}
  await sql`
    insert into text_version (key, version, title, subtitle, body, address, place, position, names, base)
    values (${key}, ${version}, ${title}, ${subtitle}, ${body}, ${address}, ${place}, ${position},
      ${JSON.stringify(names)}::jsonb, ${base})`.execute(tx)
}
