/**
 * What admins change of categories and subcategories. A change names what it started from, so that the second of two admins does not undo
 * what the first did. Its audit entry is written in the same transaction, and says all that undoing it needs.
 */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '../../../../shared/audit-actions.ts'
import type { TopicForAdmin } from '../../../../shared/contract/topics.ts'
import type { CallRequest } from '../../../../shared/contract.ts'
import { AppError, invalidFields, notFound } from '../../../../shared/errors.ts'
import { topicLimits } from '../../../../shared/limits.ts'
import { phrasesOf, plainTopic, type Topic } from '../../../../shared/topics/topic.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import type { AuthedContext } from '../../../platform/http/handlers.ts'
import { type AuditActor, type AuditEntryRow, actorOf, recordAudit } from '../../audit/service.ts'
import { raiseCatalogRevision, type Settings } from '../../settings/service.ts'
import * as queries from './queries.ts'
import { addSet, nextPosition, readSet, sizeOf } from './sets.ts'
import { freeSlug, outcomeOf, type Step, siblingsOf, stepOf } from './steps.ts'

type Options = {
  database: Database
  settings: Settings
  /** Returns a clean drawing. Throws `invalid` with a sentence for the field of this name. */
  sanitizeSvg: (content: string, maxBytes: number, field: string) => Promise<string>
}

type Change = {
  action: AuditAction
  /** The id of a topic, or what else was changed. */
  target: string
  step: Step
  undoes?: number
}

export type TopicChanges = ReturnType<typeof createTopicChanges>

export function createTopicChanges({ database, settings, sanitizeSvg }: Options) {
  /** Stores what `plan` returns for the topics as they are, while nobody else changes any. Returns the id of the audit entry; null if nothing changed. */
  async function change(
    ctx: AuthedContext | AuditActor,
    plan: (topics: Topic[], tx: Connection) => Promise<Change>,
  ): Promise<number | null> {
    const actor = 'profileId' in ctx ? ctx : await actorOf(database, ctx)
    const id = await queries.changeTopics(database, async (tx, topics) =>
      store(tx, actor, topics, await plan(topics, tx)),
    )
    await settings.refresh()
    return id
  }

  async function store(tx: Connection, actor: AuditActor, topics: Topic[], { step, ...entry }: Change) {
    const { stored, deleted } = outcomeOf(
      topics,
      step,
      entry.undoes === undefined ? changedMeanwhile : cannotUndo,
    )
    if (stored.length === 0 && deleted.length === 0) return null
    const areDeleted = await queries.deleteTopics(tx, deleted).catch((error: { code?: unknown }) => {
      if (error.code !== foreignKeyViolation) throw error
      return false
    })
    if (!areDeleted)
      throw new AppError('conflict', 'Ads are in it by now, or something else uses it. Retire it instead.')
    await queries.storeTopics(tx, stored)
    await raiseCatalogRevision(tx)
    const { action, target: id, undoes } = entry
    const event = { action, target: { type: 'topic' as const, id }, ...step }
    const [entryId = null] = await recordAudit(tx, actor, [
      undoes === undefined ? event : { ...event, undoes },
    ])
    return entryId
  }

  /** Returns what is stored of an admin's input: a clean drawing, and one way to separate phrases. */
  async function toStored<Input extends { drawing?: string; synonyms?: string; icon?: string }>(
    input: Input,
    isSubcategory: boolean,
  ): Promise<Input> {
    const { drawing, synonyms } = input
    const written = { ...input }
    if (drawing)
      written.drawing = isSubcategory ? '' : await sanitizeSvg(drawing, topicLimits.drawing, 'drawing')
    if (isSubcategory && input.icon) written.icon = ''
    if (synonyms) written.synonyms = phrasesOf(synonyms).join(', ')
    return written
  }

  return {
    /** Returns all topics that are not merged, with how many listings visitors see of each. */
    async list(): Promise<{ topics: TopicForAdmin[]; hasListings: boolean }> {
      const [topics, counts, hasListings] = await Promise.all([
        queries.readTopics(database.kysely),
        queries.countListings(database.kysely),
        queries.hasListings(database.kysely),
      ])
      const shown = topics.map((topic) => ({
        ...toReply(topic),
        version: versionOf(topic),
        listings: counts.get(topic.id) ?? 0,
      }))
      return { topics: shown, hasListings }
    },

    async add(ctx: AuthedContext, { parent, ...input }: CallRequest<'addTopic'>['body']) {
      const written = await toStored(input, parent !== undefined)
      return change(ctx, async (topics, tx) => {
        const parentId = parent === undefined ? null : findTopic(topics, parent).id
        const [id = 0] = await queries.nextTopicIds(tx, 1)
        const named = { id, parent: parentId, name: input.name }
        const position = nextPosition(siblingsOf(topics, parentId))
        const topic: Topic = { ...plainTopic, ...written, ...named, slug: freeSlug(topics, named), position }
        return { action: 'category.add', target: String(id), step: { before: [], after: [topic] } }
      })
    },

    /** Throws `conflict` if the topic is no longer the one that the change started from. */
    async change(ctx: AuthedContext, id: string, { version, ...input }: CallRequest<'changeTopic'>['body']) {
      const cleaned = await toStored(input, false)
      return change(ctx, async (topics) => {
        const before = findVersion(topics, id, version)
        const written = before.parent === null ? cleaned : { ...cleaned, icon: '', drawing: '' }
        const after: Topic = { ...before, ...written }
        if (after.name !== before.name) after.slug = freeSlug(topics, after)
        return { action: 'category.change', target: id, step: stepOf([before], [after]) }
      })
    },

    /** Throws `conflict` if the order of the siblings is no longer `before`. */
    async order(ctx: AuthedContext, { ids, before }: CallRequest<'orderTopics'>['body']) {
      return change(ctx, async (topics) => {
        const { parent } = findTopic(topics, before[0] ?? '')
        const siblings = siblingsOf(topics, parent)
        const current = siblings.map(({ id }) => String(id))
        if (!isDeepStrictEqual(current, before)) throw new AppError('conflict', changedMeanwhile)
        if (!isDeepStrictEqual(ids.toSorted(), current.toSorted()))
          throw invalidFields({ ids: 'Please send the id of each category once.' })
        const after = siblings.map((topic) => ({ ...topic, position: ids.indexOf(String(topic.id)) }))
        return { action: 'category.order', target: String(parent ?? 'all'), step: stepOf(siblings, after) }
      })
    },

    /** Adds what is missing of a set. With `replace`, removes everything else, which only a site without ads can do. */
    async addSet(ctx: AuthedContext, { set, replace }: CallRequest<'addTopicSet'>['body']) {
      const file = await readSet(set)
      return change(ctx, async (topics, tx) => {
        if (replace && (await queries.hasListings(tx)))
          throw new AppError('conflict', 'There are ads by now, so categories can only be added.')
        if (replace) await queries.deleteMergedTopics(tx)
        const { all, chosen } = addSet(topics, file, await queries.nextTopicIds(tx, sizeOf(file)))
        const step = stepOf(topics, replace ? chosen : all)
        return { action: 'category.set', target: set, step }
      })
    },

    /** Undoes an audit entry of topics. */
    async undo(actor: AuditActor, { id: undoes, action, targetId, before, after }: AuditEntryRow) {
      const step = { before: after, after: before } as Step
      await change(actor, async () => ({ action, target: targetId, step, undoes }))
    },
  }
}

const foreignKeyViolation = '23503'
const changedMeanwhile =
  'Someone else has changed the categories in the meantime. Please open them in another tab, and make your change there.'
export const cannotUndo = 'The categories have changed since then, so this can no longer be undone.'

export function findTopic(topics: readonly Topic[], id: string): Topic {
  const topic = topics.find((topic) => String(topic.id) === id)
  if (!topic) throw notFound('category')
  return topic
}

/** Throws `conflict` if the topic has changed since this version. */
export function findVersion(topics: readonly Topic[], id: string, version: string): Topic {
  const topic = findTopic(topics, id)
  if (versionOf(topic) !== version) throw new AppError('conflict', changedMeanwhile)
  return topic
}

const toReply = ({ id, parent, ...topic }: Topic) => ({
  ...topic,
  id: String(id),
  parent: parent === null ? null : String(parent),
})

/** Returns a hash of what a form changes. */
const versionOf = ({ name, kinds, icon, drawing, synonyms, retired }: Topic): string =>
  createHash('sha256')
    .update(JSON.stringify([name, kinds, icon, drawing, synonyms, retired]))
    .digest('base64url')
    .slice(0, 16)
