/**
 * What admins change of the table of fields. A change names what it started from, so that the second of two admins does not undo what the
 * first did. Its audit entry is written in the same transaction, and says all that undoing it needs.
 */
import { createHash } from 'node:crypto'
import type { FieldForAdmin } from '../../../shared/contract/listing-fields.ts'
import type { CallRequest } from '../../../shared/contract.ts'
import { AppError, invalidFields, notFound } from '../../../shared/errors.ts'
import { fieldLimits } from '../../../shared/limits.ts'
import {
  keyFrom,
  normalizeField,
  problemsOf,
  type WrittenField,
} from '../../../shared/listing-fields/definition.ts'
import { type ListingField, plainField } from '../../../shared/listing-fields/field.ts'
import { keyPattern } from '../../../shared/listing-fields/schema.ts'
import { shippedFields } from '../../../shared/listing-fields/shipped.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import { type AuditActor, type AuditEntryRow, actorOf, recordAudit } from '../audit/service.ts'
import type { Catalog } from '../catalog/service.ts'
import * as queries from './queries.ts'

/** From one definition to another. Null: there is none. `undoes` is the id of an audit entry. */
type Step = { before: ListingField | null; after: ListingField | null; undoes?: number }

/** The id of the audit entry by which a change can be undone; null if nothing changed. */
export type Changed = { field: ListingField; auditEntryId: number | null }

export type FieldChanges = ReturnType<typeof createFieldChanges>

export function createFieldChanges({ database, catalog }: { database: Database; catalog: Catalog }) {
  /** Runs `work` while nobody else changes a field. */
  const change = <Result>(work: (tx: Connection, fields: ListingField[]) => Promise<Result>) =>
    database.kysely.transaction().execute(async (tx) => {
      await queries.allowLongStatements(tx)
      return work(tx, await queries.lockFields(tx))
    })

  /** Stores a step. Returns the id of its audit entry. Throws `invalid` or `conflict` for one against the rules. */
  async function take(tx: Connection, actor: AuditActor, fields: ListingField[], step: Step) {
    const { before, after, undoes } = step
    const key = (after ?? before)?.key ?? ''
    if (after) await requireRules(tx, fields, before, after)
    else if (await queries.hasValues(tx, key))
      throw new AppError('conflict', 'Ads have values of this field by now. Retire it instead.')
    if (after) await queries.storeField(tx, after, isShipped(after))
    else await queries.deleteField(tx, key)
    if (!before) await queries.storeOrder(tx, [...keysOf(fields), key])
    if (documentPart(before) !== documentPart(after)) await queries.queueListings(tx, key)
    const action = before || undoes !== undefined ? 'field.change' : 'field.add'
    const target = { type: 'field' as const, id: key }
    const [entryId = null] = await recordAudit(tx, actor, [
      { action, target, before, after, ...(undoes !== undefined && { undoes }) },
    ])
    return entryId
  }

  async function requireRules(
    tx: Connection,
    fields: ListingField[],
    before: ListingField | null,
    after: ListingField,
  ) {
    const problems = { ...problemsOf(after), ...problemsOfTopics(after, before?.topics ?? []) }
    if (before && before.type !== after.type && (await queries.hasValues(tx, after.key)))
      problems.type = 'Ads have values of this field, so its type cannot change. Add another field instead.'
    const kept = new Set(after.choices.map(({ key }) => key))
    const removed = before?.choices.filter(({ key }) => !kept.has(key)) ?? []
    const chosen =
      removed.length > 0 &&
      (await queries.findChosen(
        tx,
        after.key,
        removed.map(({ key }) => key),
      ))
    const used = removed.find(({ key }) => key === chosen)
    if (used) problems.choices = `Ads have “${used.label}”, so it cannot be removed. Retire it instead.`
    if (Object.keys(problems).length > 0) throw invalidFields(problems)
    const others = fields.filter(({ key, retired }) => key !== after.key && !retired)
    const isAdded = !after.retired && (before?.retired ?? true)
    if (isAdded && others.length >= fieldLimits.fields)
      throw new AppError(
        'conflict',
        `There are already ${fieldLimits.fields} fields. Retire one of them first.`,
      )
  }

  function problemsOfTopics({ topics }: ListingField, stored: readonly string[]): Record<string, string> {
    // A later catalog may lack a topic that the field has.
    const known = new Set([...catalog.topicIds({}).map(String), ...stored])
    return topics.every((topic) => known.has(topic))
      ? {}
      : { topics: 'One of the topics does not exist. Please choose topics from the list.' }
  }

  return {
    /** Returns all fields in their order, also retired ones. */
    async list(): Promise<FieldForAdmin[]> {
      return database.kysely.transaction().execute(async (tx) => {
        await queries.allowLongStatements(tx)
        const fields = await queries.readFields(tx)
        const counts = await queries.countValues(
          tx,
          fields.map(({ key }) => key),
        )
        return fields.map((field, at) => ({
          field,
          version: versionOf(field),
          shipped: shippedFields.some(({ key }) => key === field.key),
          listings: counts[at] ?? 0,
        }))
      })
    },

    async add(ctx: AuthedContext, input: CallRequest<'addField'>['body']): Promise<Changed> {
      const actor = await actorOf(database, ctx)
      return change(async (tx, fields) => {
        const key = input.key ?? keyFrom(input.label)
        if (!keyPattern.test(key))
          throw invalidFields({ key: 'Please enter a key for the field, such as skill_level.' })
        if (fields.some((field) => field.key === key))
          throw invalidFields({
            key: `There is already a field with the key ${key}. Please enter another key.`,
          })
        const after = normalizeField(Object.assign({ ...plainField, key }, input, { key }))
        return { field: after, auditEntryId: await take(tx, actor, fields, { before: null, after }) }
      })
    },

    /** Throws `conflict` if the field is no longer the one that the change started from. */
    async change(
      ctx: AuthedContext,
      key: string,
      input: CallRequest<'changeField'>['body'],
    ): Promise<Changed> {
      const actor = await actorOf(database, ctx)
      const { version, ...changed } = input
      return change(async (tx, fields) => {
        const before = fields.find((field) => field.key === key)
        if (!before) throw notFound('field')
        if (versionOf(before) !== version) throw new AppError('conflict', changedMeanwhile)
        const after = normalizeField(Object.assign({ ...before } as WrittenField, changed))
        const auditEntryId = isSame(before, after) ? null : await take(tx, actor, fields, { before, after })
        return { field: after, auditEntryId }
      })
    },

    /** Throws `conflict` if the order is no longer `before`. */
    async order(
      ctx: AuthedContext,
      { keys, before }: CallRequest<'orderFields'>['body'],
    ): Promise<number | null> {
      const actor = await actorOf(database, ctx)
      return change(async (tx, fields) => {
        const current = keysOf(fields)
        if (!isSame(current, before)) throw new AppError('conflict', reorderedMeanwhile)
        if (!isSame([...keys].sort(), [...current].sort()))
          throw invalidFields({ keys: 'Please send the key of each field once.' })
        return isSame(current, keys) ? null : storeOrder(tx, actor, { before: current, after: keys })
      })
    },

    /** Undoes an audit entry of a field or of their order. */
    undo: async (actor: AuditActor, entry: AuditEntryRow): Promise<void> =>
      change(async (tx, fields) => {
        if (entry.action === 'field.order') {
          if (!isSame(keysOf(fields), entry.after)) throw new AppError('conflict', cannotUndoOrder)
          const [before, after] = [entry.after, entry.before] as [string[], string[]]
          await storeOrder(tx, actor, { before, after, undoes: entry.id })
          return
        }
        const [from, to] = [entry.after, entry.before].map(
          (stored) => stored && queries.completeField(stored as ListingField),
        ) as [ListingField | null, ListingField | null]
        const current = fields.find(({ key }) => key === entry.targetId) ?? null
        if (!isSame(current, from)) throw new AppError('conflict', cannotUndo)
        await take(tx, actor, fields, { before: current, after: to, undoes: entry.id })
      }),
  }
}

const changedMeanwhile =
  'Someone else has changed this field in the meantime. Please open it in another tab, and make your change there.'
const reorderedMeanwhile =
  'Someone else has changed the fields in the meantime. Please reload the page, and order them again.'
const cannotUndo = 'The field has changed since then, so this can no longer be undone.'
const cannotUndoOrder = 'The fields have changed since then, so this can no longer be undone.'

const keysOf = (fields: ListingField[]) => fields.map(({ key }) => key)

async function storeOrder(
  tx: Connection,
  actor: AuditActor,
  { after, ...rest }: { before: string[]; after: string[]; undoes?: number },
): Promise<number | null> {
  await queries.storeOrder(tx, after)
  const target = { type: 'field' as const, id: 'order' }
  const [entryId = null] = await recordAudit(tx, actor, [{ action: 'field.order', target, after, ...rest }])
  return entryId
}

/** PostgreSQL changes the order of the properties of an object. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
const isSame = (a: unknown, b: unknown) => textOf(a) === textOf(b)

/** Returns a hash of a definition. */
export const versionOf = (field: ListingField): string =>
  createHash('sha256').update(textOf(field)).digest('base64url').slice(0, 16)

const isShipped = (field: ListingField) =>
  isSame(shippedFields.find(({ key }) => key === field.key) ?? null, field)

/** What the documents of listings contain of a field beyond their values. */
function documentPart(field: ListingField | null): string {
  if (!field || field.retired || field.audience !== 'everyone') return ''
  const { kinds, topics, searchable, choices } = field
  const labels = searchable && choices.map(({ key, label }) => [key, label])
  return textOf([kinds, topics, labels])
}
