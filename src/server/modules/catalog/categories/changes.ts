/**
 * What admins change of categories and subcategories. A change names what it started from, so that the second of two admins does not undo
 * what the first did.
 */

import { isDeepStrictEqual } from 'node:util'
import type { TopicForAdmin } from '../../../../shared/contract/topics.ts'
import type { CallRequest } from '../../../../shared/contract.ts'
import { AppError, invalidFields } from '../../../../shared/errors.ts'
import { topicLimits } from '../../../../shared/limits.ts'
import { phrasesOf, plainTopic, type Topic } from '../../../../shared/topics/topic.ts'
import { t } from '../../../../shared/translate.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { AuthedContext } from '../../../platform/http/handlers.ts'
import type { Settings } from '../../settings/service.ts'
import { createEntryChanges } from '../entry-changes.ts'
import { findEntry, findVersion } from '../entry-kind.ts'
import { freeSlug, siblingsOf, stepOf } from '../steps.ts'
import * as queries from './queries.ts'
import { addSet, readSet, sizeOf } from './sets.ts'
import { nextPosition, topicKind } from './topic-kind.ts'

type Options = {
  database: Database
  settings: Settings
  /** Returns a clean drawing. Throws `invalid` with a sentence for the field of this name. */
  sanitizeSvg: (content: string, maxBytes: number, field: string) => Promise<string>
}

export type TopicChanges = ReturnType<typeof createTopicChanges>

export function createTopicChanges({ database, settings, sanitizeSvg }: Options) {
  const { change, undo } = createEntryChanges({ database, settings }, topicKind)

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
        version: topicKind.versionOf(topic),
        listings: counts.get(topic.id) ?? 0,
      }))
      return { topics: shown, hasListings }
    },

    async add(ctx: AuthedContext, { parent, ...input }: CallRequest<'addTopic'>['body']) {
      const written = await toStored(input, parent !== undefined)
      return change(ctx, [], async (topics, tx) => {
        const parentId = parent === undefined ? null : findEntry(topicKind, topics, parent).id
        const [id = 0] = await queries.nextTopicIds(tx, 1)
        const named = { id, parent: parentId, name: input.name }
        const position = nextPosition(siblingsOf(topics, parentId))
        const topic: Topic = {
          ...plainTopic,
          ...written,
          ...named,
          slug: freeSlug(topics, named, 'topic'),
          position,
        }
        return { action: 'category.add', target: String(id), step: { before: [], after: [topic] } }
      })
    },

    /** Throws `conflict` if the topic is no longer the one that the change started from. */
    async change(ctx: AuthedContext, id: string, { version, ...input }: CallRequest<'changeTopic'>['body']) {
      const cleaned = await toStored(input, false)
      return change(ctx, [], async (topics) => {
        const before = findVersion(topicKind, topics, id, version)
        const written = before.parent === null ? cleaned : { ...cleaned, icon: '', drawing: '' }
        const after: Topic = { ...before, ...written }
        if (after.name !== before.name) after.slug = freeSlug(topics, after, 'topic')
        return { action: 'category.change', target: id, step: stepOf([before], [after]) }
      })
    },

    /** Throws `conflict` if the order of the siblings is no longer `before`. */
    async order(ctx: AuthedContext, { ids, before }: CallRequest<'orderTopics'>['body']) {
      return change(ctx, [], async (topics) => {
        const { parent } = findEntry(topicKind, topics, before[0] ?? '')
        const siblings = siblingsOf(topics, parent)
        const current = siblings.map(({ id }) => String(id))
        if (!isDeepStrictEqual(current, before))
          throw new AppError('conflict', t(topicKind.sentences.changedMeanwhile))
        if (!isDeepStrictEqual(ids.toSorted(), current.toSorted()))
          throw invalidFields({ ids: t('Please send the id of each category once.') })
        const after = siblings.map((topic) => ({ ...topic, position: ids.indexOf(String(topic.id)) }))
        return { action: 'category.order', target: String(parent ?? 'all'), step: stepOf(siblings, after) }
      })
    },

    /** Adds what is missing of a set. With `replace`, removes everything else, which only a site without ads can do. */
    async addSet(ctx: AuthedContext, { set, replace }: CallRequest<'addTopicSet'>['body']) {
      const file = await readSet(set)
      return change(ctx, [], async (topics, tx) => {
        if (replace && (await queries.hasListings(tx)))
          throw new AppError('conflict', t('There are ads by now, so categories can only be added.'))
        if (replace) await queries.deleteMergedTopics(tx)
        const { all, chosen } = addSet(topics, file, await queries.nextTopicIds(tx, sizeOf(file)))
        const step = stepOf(topics, replace ? chosen : all)
        return { action: 'category.set', target: set, step }
      })
    },

    undo,
  }
}

const toReply = ({ id, parent, ...topic }: Topic) => ({
  ...topic,
  id: String(id),
  parent: parent === null ? null : String(parent),
})
