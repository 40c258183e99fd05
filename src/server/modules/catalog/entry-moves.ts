/**
 * Merges topics or places, and moves them below others. What moves becomes another entry, to which its name, addresses, and ads lead: the
 * catalog moves the ads (`merge.ts`).
 */
import type { AuditAction } from '../../../shared/audit-actions.ts'
import { AppError } from '../../../shared/errors.ts'
import { foldName } from '../../../shared/text-normalization.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import { type AuditActor, type AuditEntryRow, actorOf, recordAudit } from '../audit/service.ts'
import type { Settings } from '../settings/service.ts'
import { whileUnchanged } from './entry-changes.ts'
import type { EntryKind } from './entry-kind.ts'
import { startMoves, undoMoves } from './merge.ts'
import { type Entry, outcomeOf, siblingsOf } from './steps.ts'

/** What stands for what, and which entries are new for it. */
export type Plan<Item> = { pairs: { source: Item; target: Item }[]; added: Item[] }
/** What the audit entry has besides the entries that are gone. */
type Moved<Item> = { added: Item[]; targets: number[]; moves: number[]; fields: unknown[] }

/** What follows the ads in the same transaction, and undoes that: fields that only some topics have. */
export type Followers<Item, Followed> = {
  widen: (tx: Connection, pairs: Plan<Item>['pairs'], added: readonly Item[]) => Promise<Followed[]>
  narrow: (tx: Connection, followed: readonly Followed[]) => Promise<void>
}

type Options = { database: Database; settings: Settings }

/** Adds an entry like another one, below `parent`. */
export type Copy<Item> = (entry: Item, parent: number | null) => Promise<Item>

export function createEntryMoves<Item extends Entry, Followed>(
  { database, settings }: Options,
  kind: EntryKind<Item>,
  fields?: Followers<Item, Followed>,
) {
  const { cannotUndo } = kind.sentences
  const refOf = ({ source, target }: Plan<Item>['pairs'][number]) => ({
    source: kind.refOf(source),
    target: kind.refOf(target),
  })

  /** Stores what `plan` returns for the entries as they are: what stands for what. Returns the id of the audit entry. */
  async function move(
    ctx: AuthedContext,
    action: 'merge' | 'move',
    ids: readonly number[],
    plan: (entries: Item[], copy: Copy<Item>) => Promise<Plan<Item>['pairs']>,
  ): Promise<number | null> {
    const actor = await actorOf(database, ctx)
    const id = await whileUnchanged(database, async (tx) => {
      const entries = await kind.read(tx, ids)
      const added: Item[] = []
      const pairs = await plan(entries, async (entry, parent) => {
        const [id = 0] = await kind.nextIds(tx, 1)
        const copied = kind.copy(entry, { id, parent }, [...entries, ...added])
        added.push(copied)
        return copied
      })
      const sources = pairs.map(({ source }) => source)
      const others = entries.filter((entry) => !sources.includes(entry))
      outcomeOf(others, { before: [], after: added }, kind.requireRules, cannotUndo)
      await kind.store(tx, added)
      for (const { source, target } of pairs) await kind.standFor(tx, source, target)
      const moves = await startMoves(tx, pairs.map(refOf))
      const followed = (await fields?.widen(tx, pairs, added)) ?? []
      const targets = pairs.map(({ target }) => target.id)
      const after: Moved<Item> = { added, targets, moves, fields: followed }
      // The last one is the entry itself; those before are below it.
      const target = { type: kind.target, id: String(sources.at(-1)?.id) }
      const logged = `${kind.actions}.${action}` satisfies AuditAction
      const [entryId = null] = await recordAudit(tx, actor, [
        { action: logged, target, before: sources, after },
      ])
      return entryId
    })
    await settings.refresh()
    return id
  }

  return {
    move,

    /** Returns what a merge of two entries stands for: what is below the source goes to those of its name, or along. */
    async pairsOf(entries: Item[], source: Item, target: Item, copy: Copy<Item>) {
      const pairs: Plan<Item>['pairs'] = []
      const beside = new Map(siblingsOf(entries, target.id).map((each) => [foldName(each.name), each]))
      for (const child of siblingsOf(entries, source.id))
        pairs.push({
          source: child,
          target: beside.get(foldName(child.name)) ?? (await copy(child, target.id)),
        })
      return [...pairs, { source, target }]
    },

    /** Undoes a merge or a move: what stood for another entry is one of its own again, and gets back the ads that have moved. */
    async undo(actor: AuditActor, entry: AuditEntryRow) {
      const sources = entry.before as Item[]
      const moved = entry.after as Moved<Item>
      const { added, targets } = moved
      const ids = [...sources, ...added].flatMap(({ id, parent }) => (parent === null ? id : [id, parent]))
      await whileUnchanged(database, async (tx) => {
        const entries = await kind.read(tx, [...ids, ...targets])
        const parents = new Set([...entries, ...sources].map(({ id }) => id))
        if (sources.some(({ parent }) => parent !== null && !parents.has(parent)))
          throw new AppError('conflict', cannotUndo)
        // The ads have moved on with what they had moved to.
        if (!targets.every((target) => entries.some(({ id }) => id === target)))
          throw new AppError('conflict', cannotUndo)
        for (const [index, source] of sources.entries())
          if (!(await kind.standAlone(tx, source, targets[index] ?? 0)))
            throw new AppError('conflict', cannotUndo)
        const left = entries.filter(({ id }) => !added.some((entry) => entry.id === id))
        outcomeOf(left, { before: [], after: sources }, kind.requireRules, cannotUndo)
        await kind.store(tx, sources)
        await takeBack(tx, sources, moved)
        await fields?.narrow(tx, moved.fields as Followed[])
        await recordAudit(tx, actor, [
          {
            action: `${kind.actions}.split` satisfies AuditAction,
            target: { type: kind.target, id: entry.targetId },
            before: null,
            after: sources,
            undoes: entry.id,
          },
        ])
      })
      await settings.refresh()
    },
  }

  /** Moves ads back: those that have moved, and all others of an entry that was made for them. */
  async function takeBack(tx: Connection, sources: Item[], { added, targets, moves }: Moved<Item>) {
    const back = sources.flatMap((source, index) => {
      const made = added.find(({ id }) => id === targets[index])
      return made ? { source: made, target: source } : []
    })
    for (const { source, target } of back) await kind.standFor(tx, source, target)
    await undoMoves(tx, moves)
    await startMoves(tx, back.map(refOf))
  }
}
