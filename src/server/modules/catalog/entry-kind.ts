/** What changing and moving entries of the catalog needs to know of topics, or of places. */

import { createHash } from 'node:crypto'
import { AppError, notFound } from '../../../shared/errors.ts'
import { type Message, t } from '../../../shared/translate.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { CatalogRef } from './merge.ts'
import type { CatalogLevel } from './nodes.ts'
import type { Entry, RequireRules } from './steps.ts'

/** An entry and what it stands for. */
export type Pair<Item> = { source: Item; target: Item }

export type EntryKind<Item extends Entry> = {
  /** The type of their targets in the log, and the first word of their actions there. */
  target: 'topic' | 'place'
  actions: 'category' | 'place'
  /** Reads those that are not merged: all, or those with these ids and what is above, beside, and below them. */
  read: (tx: Connection, ids: readonly number[]) => Promise<Item[]>
  nextIds: (tx: Connection, count: number) => Promise<number[]>
  /** Stores new and changed ones. */
  store: (tx: Connection, entries: readonly Item[]) => Promise<void>
  /** Violates a foreign key, or returns false, if something still has one. */
  remove: (tx: Connection, ids: readonly number[]) => Promise<boolean>
  /** Returns the column that has the id of what an entry stands for, and its table. */
  linkOf: (pair: Pair<Item>) => { table: CatalogLevel; column: 'merged_into' | 'became' }
  refOf: (entry: Item) => CatalogRef
  /** Returns a new one like another, elsewhere. */
  copy: (entry: Item, to: { id: number; parent: number | null }, entries: readonly Item[]) => Item
  requireRules: RequireRules<Item>
  versionOf: (entry: Item) => string
  sentences: {
    /** What one is called. */
    name: string
    changedMeanwhile: Message
    cannotUndo: Message
    inUse: Message
  }
}

/** Says that another entry has the name. */
export const alreadyHere = ({ name, retired }: { name: string; retired: boolean }): string =>
  retired
    ? t('There is already “{name}” here. It is retired: restore it instead, or rename it first.', { name })
    : t('There is already “{name}” here.', { name })

export function findEntry<Item extends Entry>(
  { sentences }: EntryKind<Item>,
  entries: readonly Item[],
  id: string,
): Item {
  const entry = entries.find((entry) => String(entry.id) === id)
  if (!entry) throw notFound(sentences.name)
  return entry
}

/** Throws `conflict` if the entry has changed since this version. */
export function findVersion<Item extends Entry>(
  kind: EntryKind<Item>,
  entries: readonly Item[],
  id: string,
  version: string,
): Item {
  const entry = findEntry(kind, entries, id)
  if (kind.versionOf(entry) !== version) throw new AppError('conflict', t(kind.sentences.changedMeanwhile))
  return entry
}

/** Returns a hash of what a form changes. */
export const versionOf = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16)
