/**
 * Merges topics, and moves them below others. What moves becomes another topic, to which its name, addresses, and ads lead: the catalog
 * moves the ads (`catalog/merge.ts`).
 */
import type { CallRequest } from '../../../../shared/contract.ts'
import { AppError } from '../../../../shared/errors.ts'
import { foldName } from '../../../../shared/text-normalization.ts'
import type { Topic } from '../../../../shared/topics/topic.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import type { AuthedContext } from '../../../platform/http/handlers.ts'
import { type AuditActor, type AuditEntryRow, actorOf, recordAudit } from '../../audit/service.ts'
import type { Settings } from '../../settings/service.ts'
import { type CatalogRef, startMoves, undoMoves } from '../merge.ts'
import { cannotUndo, findTopic, findVersion } from './changes.ts'
import * as queries from './queries.ts'
import { nextPosition } from './sets.ts'
import { freeSlug, outcomeOf, siblingsOf } from './steps.ts'

/** What stands for what, and which topics are new for it. */
type Plan = { pairs: { source: Topic; target: Topic }[]; added: Topic[] }
/** The key of a field, and the ids of the topics that it got. */
type WidenedField = { key: string; topics: string[] }
/** What the audit entry has besides the topics that are gone. */
type Moved = { added: Topic[]; targets: number[]; moves: number[]; fields: WidenedField[] }

type Options = {
  database: Database
  settings: Settings
  /** Lets fields that only some topics have follow their listings, and undoes that. */
  fields: {
    widen: (tx: Connection, pairs: Plan['pairs'], added: readonly Topic[]) => Promise<WidenedField[]>
    narrow: (tx: Connection, widened: readonly WidenedField[]) => Promise<void>
  }
}

export type TopicMoves = ReturnType<typeof createTopicMoves>

export function createTopicMoves({ database, settings, fields }: Options) {
  /** Stores what `plan` returns for the topics as they are. Returns the id of the audit entry. */
  async function move(
    ctx: AuthedContext,
    action: 'category.merge' | 'category.move',
    plan: (topics: Topic[], copy: Copy) => Promise<Plan>,
  ): Promise<number | null> {
    const actor = await actorOf(database, ctx)
    const id = await queries.changeTopics(database, async (tx, topics) => {
      const { pairs, added } = await plan(topics, copyIn(tx, topics))
      const sources = pairs.map(({ source }) => source)
      outcomeOf(
        topics.filter((topic) => !sources.includes(topic)),
        { before: [], after: added },
        cannotUndo,
      )
      await queries.storeTopics(tx, added)
      for (const { source, target } of pairs) await queries.standFor(tx, source, target)
      const refs = pairs.map(({ source, target }) => ({ source: refOf(source), target: refOf(target) }))
      const moves = await startMoves(tx, refs)
      const widened = await fields.widen(tx, pairs, added)
      const after: Moved = { added, targets: pairs.map(({ target }) => target.id), moves, fields: widened }
      // The last one is the topic itself; those before are its subcategories.
      const target = { type: 'topic' as const, id: String(sources.at(-1)?.id) }
      const [entryId = null] = await recordAudit(tx, actor, [{ action, target, before: sources, after }])
      return entryId
    })
    await settings.refresh()
    return id
  }

  return {
    /** Merges a topic into one of its level; subcategories go to those of their name, or along. */
    async merge(
      ctx: AuthedContext,
      id: string,
      { version, target: into }: CallRequest<'mergeTopic'>['body'],
    ) {
      return move(ctx, 'category.merge', async (topics, copy) => {
        const source = findVersion(topics, id, version)
        const target = findTopic(topics, into)
        if (target === source || (target.parent === null) !== (source.parent === null))
          throw new AppError('conflict', 'Please choose another category to merge it into.')
        const plan: Plan = { pairs: [], added: [] }
        for (const child of siblingsOf(topics, source.id)) {
          const twin = siblingsOf(topics, target.id).find(
            ({ name }) => foldName(name) === foldName(child.name),
          )
          const goal = twin ?? (await copy(child, target.id, plan.added))
          plan.pairs.push({ source: child, target: goal })
        }
        plan.pairs.push({ source, target })
        return plan
      })
    },

    /** Makes a topic a subcategory of `parent`, or a category if that is empty. */
    async move(ctx: AuthedContext, id: string, { version, parent }: CallRequest<'moveTopic'>['body']) {
      return move(ctx, 'category.move', async (topics, copy) => {
        const source = findVersion(topics, id, version)
        const target = parent === '' ? null : findTopic(topics, parent)
        if (target?.id === source.id || (target?.id ?? null) === source.parent)
          throw new AppError('conflict', 'It is there already.')
        if (target && siblingsOf(topics, source.id).length > 0)
          throw new AppError(
            'conflict',
            `${source.name} has subcategories. Please move or merge them before it becomes one itself.`,
          )
        const added: Topic[] = []
        return { pairs: [{ source, target: await copy(source, target?.id ?? null, added) }], added }
      })
    },

    /** Undoes a merge or a move: what stood for another topic is one of its own again, and gets back the ads that have moved. */
    async undo(actor: AuditActor, entry: AuditEntryRow) {
      await queries.changeTopics(database, async (tx, topics) => {
        const sources = entry.before as Topic[]
        const moved = entry.after as Moved
        const { added, targets } = moved
        const restored = sources.toSorted((a, b) => Number(a.parent !== null) - Number(b.parent !== null))
        const parents = new Set([...topics, ...restored].map(({ id }) => id))
        if (restored.some(({ parent }) => parent !== null && !parents.has(parent)))
          throw new AppError('conflict', cannotUndo)
        for (const [index, source] of sources.entries())
          if (!(await queries.standAlone(tx, source, targets[index] ?? 0)))
            throw new AppError('conflict', cannotUndo)
        const left = topics.filter(({ id }) => !added.some((topic) => topic.id === id))
        outcomeOf(left, { before: [], after: restored }, cannotUndo)
        await queries.storeTopics(tx, restored)
        await takeBack(tx, sources, moved)
        await fields.narrow(tx, moved.fields)
        await recordAudit(tx, actor, [
          {
            action: 'category.split',
            target: { type: 'topic', id: entry.targetId },
            before: null,
            after: restored,
            undoes: entry.id,
          },
        ])
      })
      await settings.refresh()
    },
  }
}

/** Moves ads back: those that have moved, and all others of a topic that was made for them. */
async function takeBack(tx: Connection, sources: Topic[], { added, targets, moves }: Moved) {
  const back = sources.flatMap((source, index) => {
    const made = added.find(({ id }) => id === targets[index])
    return made ? { source: made, target: source } : []
  })
  for (const { source, target } of back) await queries.standFor(tx, source, target)
  await undoMoves(tx, moves)
  await startMoves(
    tx,
    back.map(({ source, target }) => ({ source: refOf(source), target: refOf(target) })),
  )
}

const refOf = ({ id, parent }: Topic): CatalogRef => ({
  level: parent === null ? 'category' : 'subcategory',
  id,
})

type Copy = (topic: Topic, parent: number | null, added: Topic[]) => Promise<Topic>

/** Returns a function that adds a topic like another one, below `parent`. */
const copyIn =
  (tx: Connection, topics: Topic[]): Copy =>
  async (topic, parent, added) => {
    const [id = 0] = await queries.nextTopicIds(tx, 1)
    const beside = [...topics, ...added]
    const copied = { ...topic, id, parent, position: nextPosition(siblingsOf(beside, parent)) }
    if (parent !== null) Object.assign(copied, { icon: '', drawing: '' })
    copied.slug = freeSlug(beside, copied)
    added.push(copied)
    return copied
  }
