/**
 * What admins change of the table of fields. A change names what it started from, so that the second of two admins does not undo what the
 * first did. Its audit entry is written in the same transaction, and says all that undoing it needs.
 */

import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FieldForAdmin } from '../../../shared/contract/listing-fields.ts'
import type { CallRequest } from '../../../shared/contract.ts'
import { AppError, invalidFields, notFound } from '../../../shared/errors.ts'
import { fieldLimits } from '../../../shared/limits.ts'
import {
  keyFrom,
  keyPattern,
  normalizeField,
  problemsOf,
  type WrittenField,
} from '../../../shared/listing-fields/definition.ts'
import { type ListingField, plainField } from '../../../shared/listing-fields/field.ts'
import { msg, t } from '../../../shared/translate.ts'
import { coalesce } from '../../platform/database/coalesce.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import { type AuditActor, type AuditEntryRow, actorOf, recordAudit } from '../audit/service.ts'
import type { Catalog } from '../catalog/service.ts'
import { raiseCatalogRevision, type Settings } from '../settings/service.ts'
import * as queries from './queries.ts'
import { completeField, readFields } from './service.ts'

/** From one definition or order to another. Null: there is none. `undoes` is the id of an audit entry. */
type Step<Of> = { before: Of; after: Of; undoes?: number }
type FieldStep = Step<ListingField | null>

/** `auditEntryId` is that of the entry by which a change can be undone; null if nothing changed. */
type Changed = { field: ListingField; version: string; auditEntryId: number | null }

export type FieldChanges = ReturnType<typeof createFieldChanges>

type Options = { database: Database; catalog: Catalog; settings: Settings }

export function createFieldChanges({ database, catalog, settings }: Options) {
  /** Runs `work` while nobody else changes a field. */
  async function change<Result>(work: (tx: Connection, fields: ListingField[]) => Promise<Result>) {
    const result = await database.kysely
      .transaction()
      .execute(async (tx) => work(tx, await queries.lockFields(tx)))
    await settings.refresh()
    return result
  }

  /** Stores a step. Returns the id of its audit entry. Throws `invalid` or `conflict` for one against the rules. */
  async function take(tx: Connection, actor: AuditActor, fields: ListingField[], step: FieldStep) {
    const { before, after, undoes } = step
    const key = (after ?? before)?.key ?? ''
    if (after) await requireRules(tx, fields, before, after)
    else if (await queries.hasValues(tx, key))
      throw new AppError('conflict', t('Ads have values of this field by now. Retire it instead.'))
    await queries.storeField(tx, key, after)
    if (!before) await queries.storeOrder(tx, [...keysOf(fields), key])
    if (documentPart(before) !== documentPart(after)) await queries.queueListings(tx, key)
    // The catalog has them.
    if (namesPart(before) !== namesPart(after)) await raiseCatalogRevision(tx)
    return record(tx, actor, before || undoes !== undefined ? 'field.change' : 'field.add', key, step)
  }

  async function takeOrder(tx: Connection, actor: AuditActor, step: Step<string[]>) {
    await queries.storeOrder(tx, step.after)
    return record(tx, actor, 'field.order', 'order', step)
  }

  async function requireRules(
    tx: Connection,
    fields: ListingField[],
    before: ListingField | null,
    after: ListingField,
  ) {
    const { key, type, topics, choices, retired } = after
    const problems = problemsOf(after)
    // A later catalog may lack a topic that the field has.
    const known = [...catalog.topicIds({}).map(String), ...(before?.topics ?? [])]
    if (!topics.every((topic) => known.includes(topic)))
      problems.topics = t('One of the topics does not exist. Please choose topics from the list.')
    if (before && before.type !== type && (await queries.hasValues(tx, key)))
      problems.type = t(
        'Ads have values of this field, so its type cannot change. Add another field instead.',
      )
    const removed = before?.choices.filter(({ key }) => !choices.some((choice) => choice.key === key)) ?? []
    const used = await queries.findChosen(tx, key, removed)
    if (used)
      problems.choices = t('Ads have “{choice}”, so it cannot be removed. Retire it instead.', {
        choice: used.label,
      })
    if (Object.keys(problems).length > 0) throw invalidFields(problems)
    const others = fields.filter((field) => field.key !== key && !field.retired)
    if (!retired && (before?.retired ?? true) && others.length >= fieldLimits.fields)
      throw new AppError(
        'conflict',
        t('There are already {max} fields. Retire one of them first.', { max: fieldLimits.fields }),
      )
  }

  // It reads every listing.
  const countValues = coalesce(() => queries.countValues(database.kysely))

  return {
    /** Lets search engines read again how far authors travel, whose unit has changed. */
    async queueTravelDistances(tx: Connection): Promise<void> {
      const fields = (await readFields(tx)).filter(({ role }) => role === 'travel-distance')
      for (const { key } of fields) await queries.queueListings(tx, key)
    },

    /** Returns all fields in their order, also retired ones. */
    async list(): Promise<FieldForAdmin[]> {
      const fields = await readFields(database.kysely)
      const counts = await countValues()
      return fields.map((field) => ({
        field,
        version: versionOf(field),
        listings: counts && (counts.get(field.key) ?? 0),
      }))
    },

    async add(ctx: AuthedContext, input: CallRequest<'addField'>['body']): Promise<Changed> {
      const actor = await actorOf(database, ctx)
      const key = input.key ?? keyFrom(input.label)
      if (!keyPattern.test(key))
        throw invalidFields({ key: t('Please enter a key for the field, such as skill_level.') })
      return change(async (tx, fields) => {
        if (keysOf(fields).includes(key)) {
          const sentence = t('There is already a field with the key {key}. Please enter another key.', {
            key,
          })
          throw invalidFields({ key: sentence })
        }
        const field = normalizeField(Object.assign({ ...plainField, key }, input, { key }))
        const auditEntryId = await take(tx, actor, fields, { before: null, after: field })
        return { field, version: versionOf(field), auditEntryId }
      })
    },

    /** Throws `conflict` if the field is no longer the one that the change started from. */
    async change(
      ctx: AuthedContext,
      key: string,
      { version, ...changed }: CallRequest<'changeField'>['body'],
    ): Promise<Changed> {
      const actor = await actorOf(database, ctx)
      return change(async (tx, fields) => {
        const before = fields.find((field) => field.key === key)
        if (!before) throw notFound('field')
        if (versionOf(before) !== version) throw new AppError('conflict', t(changedMeanwhile))
        const field = normalizeField(Object.assign({ ...before } as WrittenField, changed))
        const auditEntryId = isDeepStrictEqual(before, field)
          ? null
          : await take(tx, actor, fields, { before, after: field })
        return { field, version: versionOf(field), auditEntryId }
      })
    },

    /** Throws `conflict` if the order is no longer `before`. */
    async order(ctx: AuthedContext, { keys, before }: CallRequest<'orderFields'>['body']) {
      const actor = await actorOf(database, ctx)
      return change(async (tx, fields) => {
        const current = keysOf(fields)
        if (!isDeepStrictEqual(current, before)) throw new AppError('conflict', t(reorderedMeanwhile))
        if (!isDeepStrictEqual(keys.toSorted(), current.toSorted()))
          throw invalidFields({ keys: t('Please send the key of each field once.') })
        return isDeepStrictEqual(current, keys) ? null : takeOrder(tx, actor, { before, after: keys })
      })
    },

    /** Undoes an audit entry of a field or of their order. */
    undo: async (actor: AuditActor, { id: undoes, action, targetId, before, after }: AuditEntryRow) => {
      await change(async (tx, fields) => {
        if (action === 'field.order') {
          if (!isDeepStrictEqual(keysOf(fields), after)) throw new AppError('conflict', t(cannotUndoOrder))
          return takeOrder(tx, actor, { before: after as string[], after: before as string[], undoes })
        }
        const [from, to] = [after, before].map((stored) => stored && completeField(stored as ListingField))
        const current = fields.find(({ key }) => key === targetId) ?? null
        if (!isDeepStrictEqual(current, from)) throw new AppError('conflict', t(cannotUndo))
        return take(tx, actor, fields, { before: current, after: to as ListingField | null, undoes })
      })
    },
  }
}

const changedMeanwhile = msg(
  'Someone else has changed this field in the meantime. Please open it in another tab, and make your change there.',
)
const reorderedMeanwhile = msg(
  'Someone else has changed the fields in the meantime. Please reload the page, and order them again.',
)
const cannotUndo = msg('The field has changed since then, so this can no longer be undone.')
const cannotUndoOrder = msg('The fields have changed since then, so this can no longer be undone.')

const keysOf = (fields: ListingField[]) => fields.map(({ key }) => key)

async function record(
  tx: Connection,
  actor: AuditActor,
  action: 'field.add' | 'field.change' | 'field.order',
  id: string,
  step: Step<unknown>,
): Promise<number | null> {
  const [entryId = null] = await recordAudit(tx, actor, [{ action, target: { type: 'field', id }, ...step }])
  return entryId
}

/** Returns a hash of a definition. */
const versionOf = (field: ListingField): string =>
  createHash('sha256').update(JSON.stringify(field, sortedKeys)).digest('base64url').slice(0, 16)

/** PostgreSQL has another order of properties. */
const sortedKeys = (_key: string, value: unknown) =>
  isPlainObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What other languages call a field, and what they call so. */
function namesPart(field: ListingField | null): string {
  if (!field?.names && !field?.choices.some(({ names }) => names)) return ''
  const { label, help, unit, names, choices } = field
  return JSON.stringify([label, help, unit, names, choices], sortedKeys)
}

/** What the documents of listings contain of a field beyond their values. */
function documentPart(field: ListingField | null): string {
  if (!field || field.retired || field.audience !== 'everyone') return ''
  const { kinds, topics, searchable, choices } = field
  return JSON.stringify([kinds, topics, searchable && choices.map(({ key, label }) => [key, label])])
}
