/**
 * Merges topics or places, and moves them below others. What moves becomes another entry, to which its name, addresses, and ads lead: the
 * catalog moves the ads (`merge.ts`).
 */

import { sql } from 'kysely'
import type { AuditAction } from '../../../shared/audit-actions.ts'
import { AppError } from '../../../shared/errors.ts'
import { foldName } from '../../../shared/text-normalization.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { AuthedContext } from '../../platform/http/handlers.ts'
import { type AuditActor, type AuditEntryRow, actorOf, recordAudit } from '../audit/service.ts'
import type { Settings } from '../settings/service.ts'
import { whileUnchanged } from './entry-changes.ts'
import type { EntryKind, Pair } from './entry-kind.ts'
import { startMoves, undoMoves } from './merge.ts'
import { type Entry, outcomeOf, siblingsOf } from './steps.ts'

/** What the audit entry has besides the entries that are gone. */
type Moved<Item> = { added: Item[]; targets: number[]; moves: number[]; fields: unknown[] }

/** What follows the ads in the same transaction, and undoes that: fields that only some topics have. */
export type Followers<Item, Followed> = {
  widen: (tx: Connection, pairs: Pair<Item>[], added: readonly Item[]) => Promise<Followed[]>
  narrow: (tx: Connection, followed: readonly Followed[]) => Promise<void>
}

type Options = { database: Database; settings: Settings }

/** Adds entries like others, below `parent`, and returns what stands for what. */
export type Copy<Item> = (entries: Item[], parent: number | null) => Promise<Pair<Item>[]>

export function createEntryMoves<Item extends Entry, Followed>(
  { database, settings }: Options,
  kind: EntryKind<Item>,
  fields?: Followers<Item, Followed>,
) {
  const { cannotUndo } = kind.sentences
  const refOf = ({ source, target }: Pair<Item>) => ({
    source: kind.refOf(source),
    target: kind.refOf(target),
  })

  /** Stores what `plan` returns for the entries as they are: what stands for what. Returns the id of the audit entry. */
  async function move(
    ctx: AuthedContext,
    action: 'merge' | 'move',
    ids: readonly number[],
    plan: (entries: Item[], copy: Copy<Item>) => Promise<Pair<Item>[]>,
  ): Promise<number | null> {
    const actor = await actorOf(database, ctx)
    const id = await whileUnchanged(database, async (tx) => {
      const entries = await kind.read(tx, ids)
      const added: Item[] = []
      const pairs = await plan(entries, async (originals, parent) => {
        const ids = await kind.nextIds(tx, originals.length)
        return originals.map((source, index) => {
          const target = kind.copy(source, { id: ids[index] ?? 0, parent }, [...entries, ...added])
          added.push(target)
          return { source, target }
        })
      })
      const sources = pairs.map(({ source }) => source)
      const others = entries.filter((entry) => !sources.includes(entry))
      outcomeOf(others, { before: [], after: added }, kind.requireRules, cannotUndo)
      await kind.store(tx, added)
      await standFor(tx, pairs)
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
      const beside = new Map(siblingsOf(entries, target.id).map((each) => [foldName(each.name), each]))
      const same: Pair<Item>[] = []
      const others: Item[] = []
      for (const child of siblingsOf(entries, source.id)) {
        const twin = beside.get(foldName(child.name))
        if (twin) same.push({ source: child, target: twin })
        else others.push(child)
      }
      return [...same, ...(await copy(others, target.id)), { source, target }]
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
          throw new AppError('conflict', t(cannotUndo))
        const pairs = sources.flatMap((source, index) => {
          const target = entries.find(({ id }) => id === targets[index])
          return target ? { source, target } : []
        })
        // The ads have moved on with what they had moved to.
        if (pairs.length < sources.length || !(await standAlone(tx, pairs)))
          throw new AppError('conflict', t(cannotUndo))
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

  /** Returns the columns that these pairs are in, each with its pairs. */
  function linksOf(pairs: Pair<Item>[]) {
    const groups = Map.groupBy(pairs, (pair) => Object.values(kind.linkOf(pair)).join())
    return [...groups.values()].map((group) => {
      const [sources, targets] = [group.map(({ source }) => source.id), group.map(({ target }) => target.id)]
      const given = sql`unnest(${sources}::int[], ${targets}::int[]) as given(source, target)`
      return { ...kind.linkOf(group[0] as Pair<Item>), given }
    })
  }

  /** Lets entries stand for others. */
  async function standFor(tx: Connection, pairs: Pair<Item>[]) {
    for (const { table, column, given } of linksOf(pairs))
      await sql`
        update ${sql.table(table)} entry set ${sql.ref(column)} = target from ${given} where entry.id = source`.execute(
        tx,
      )
  }

  /** Lets entries be ones of their own again. Returns false if one did not stand for its target. */
  async function standAlone(tx: Connection, pairs: Pair<Item>[]): Promise<boolean> {
    let changed = 0n
    for (const { table, column, given } of linksOf(pairs)) {
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(table)} entry set ${sql.ref(column)} = null
        from ${given} where entry.id = source and ${sql.ref(`entry.${column}`)} = target`.execute(tx)
      changed += numAffectedRows
    }
    return changed === BigInt(pairs.length)
  }

  /** Moves ads back: those that have moved, and all others of an entry that was made for them. */
  async function takeBack(tx: Connection, sources: Item[], { added, targets, moves }: Moved<Item>) {
    const back = sources.flatMap((source, index) => {
      const made = added.find(({ id }) => id === targets[index])
      return made ? { source: made, target: source } : []
    })
    await standFor(tx, back)
    await undoMoves(tx, moves)
    await startMoves(tx, back.map(refOf))
  }
}
