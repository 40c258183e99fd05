/**
 * Changes of entries of the catalog as steps, which can be undone: a step says what some entries were and what they are. What is only in
 * `after` is new; what is only in `before` is gone. Of a changed entry, both have only the properties that differ.
 */

import { isDeepStrictEqual } from 'node:util'
import { slugOf } from '../../../../catalog/slug.ts'
import { AppError } from '../../../shared/errors.ts'
import { foldName } from '../../../shared/text-normalization.ts'
import { type Message, t } from '../../../shared/translate.ts'

/** A topic or a place. `parent` is the id of the entry above it. */
export type Entry = { id: number; parent: number | null; name: string; slug: string }
type Part<Item extends Entry> = Partial<Item> & Pick<Entry, 'id'>
export type Step<Item extends Entry> = { before: Part<Item>[]; after: Part<Item>[] }

/** What a step leads to: the entries to store, and the ids of those to delete. */
type Outcome<Item extends Entry> = { stored: Item[]; deleted: number[] }

/** Throws for an entry that is against the rules among all others. `before` is what it was, if it is not new. */
export type RequireRules<Item extends Entry> = (
  entry: Item,
  entries: readonly Item[],
  before: Item | undefined,
) => void

/** Returns the step from some entries to others. */
export function stepOf<Item extends Entry>(before: readonly Item[], after: readonly Item[]): Step<Item> {
  const step: Step<Item> = { before: [], after: [] }
  for (const id of new Set([...before, ...after].map(({ id }) => id))) {
    const [from, to] = [before, after].map((entries) => entries.find((entry) => entry.id === id))
    const differing = (Object.keys(from ?? to ?? {}) as (keyof Item)[]).filter(
      (key) => !isDeepStrictEqual(from?.[key], to?.[key]),
    )
    if (differing.length === 0) continue
    const partOf = (entry: Item) =>
      ({ id, ...Object.fromEntries(differing.map((key) => [key, entry[key]])) }) as Part<Item>
    if (from) step.before.push(to ? partOf(from) : from)
    if (to) step.after.push(from ? partOf(to) : to)
  }
  return step
}

/**
 * Returns what a step leads to from the entries as they are. Throws `conflict` with this sentence if they are no longer what it begins with,
 * and `invalid` for what is against the rules.
 */
export function outcomeOf<Item extends Entry>(
  entries: readonly Item[],
  { before, after }: Step<Item>,
  requireRules: RequireRules<Item>,
  changedSince: Message,
): Outcome<Item> {
  const current = new Map(entries.map((entry) => [entry.id, entry]))
  const isAsBefore = before.every(({ id, ...part }) => {
    const entry = current.get(id)
    return (
      entry &&
      Object.entries(part).every(([key, value]) => isDeepStrictEqual(entry[key as keyof Item], value))
    )
  })
  const added = after.filter(({ id }) => !before.some((each) => each.id === id))
  if (!isAsBefore || added.some(({ id }) => current.has(id))) throw new AppError('conflict', t(changedSince))
  const deleted = before.map(({ id }) => id).filter((id) => !after.some((each) => each.id === id))
  const stored = after.map((part) => ({ ...current.get(part.id), ...part }) as Item)
  const earlier = new Map(current)
  for (const id of deleted) current.delete(id)
  for (const entry of stored) current.set(entry.id, entry)
  for (const entry of stored) requireRules(entry, [...current.values()], earlier.get(entry.id))
  return { stored, deleted }
}

export const siblingsOf = <Item extends Entry>(entries: readonly Item[], parent: number | null): Item[] =>
  entries.filter((entry) => entry.parent === parent)

/** Returns the other entry beside one that has its name. */
export const twinOf = <Item extends Entry>(
  { id, name, parent }: Entry,
  entries: readonly Item[],
): Item | undefined =>
  siblingsOf(entries, parent).find((each) => each.id !== id && foldName(each.name) === foldName(name))

/** Returns the part of URLs for a name that no sibling has: `pet-services`, or `pet-services-2`. */
export function freeSlug(
  entries: readonly Entry[],
  { id, parent, name }: Pick<Entry, 'id' | 'parent' | 'name'>,
  /** Begins the slug of a name without letters: a number alone would be an id. */
  prefix: string,
): string {
  const taken = new Set(siblingsOf(entries, parent).flatMap((entry) => (entry.id === id ? [] : entry.slug)))
  const start = slugOf(name).slice(0, 100).replace(/-$/, '')
  const slug = /[a-z]/.test(start) ? start : `${prefix}-${start || id}`
  let free = slug
  for (let number = 2; taken.has(free); number++) free = `${slug}-${number}`
  return free
}
