/**
 * Topics by what leads to them: their names and addresses, those that they had before, and those of what was merged into them. A current name
 * or address wins over a former one.
 */

import type { Category } from '../../../../shared/contract/catalog.ts'
import type { Kind } from '../../../../shared/listing.ts'
import { publicPaths } from '../../../../shared/paths.ts'
import { foldName } from '../../../../shared/text-normalization.ts'
import { t } from '../../../../shared/translate.ts'
import type { StoredCatalog, StoredTopic } from '../queries.ts'

type StoredSubcategory = StoredCatalog['subcategories'][number]
type TopicNames = { category?: string | undefined; subcategory?: string | undefined }
/** An entry of the catalog. `ancestors` has the id of its category; none for a category. */
type Node = { id: number; ancestors: number[] }
/** A topic as search knows it. `phrases` also find it. */
export type SearchTopic = {
  id: number
  name: string
  /** The one that it began with, by which `catalog/synonyms.txt` has its phrases. */
  firstName: string
  phrases: string[]
}

/** `topics` has the entries by id; a merged one is the entry that it stands for. */
export function buildTopics(stored: StoredCatalog, topics: ReadonlyMap<number, Node>) {
  const byName = buildLookup(stored, topics, ({ name }) => foldName(name))
  const bySlug = buildLookup(stored, topics, ({ slug }) => slug)
  const rows = new Map<number, StoredTopic | StoredSubcategory>(
    [...stored.categories, ...stored.subcategories].map((row) => [row.id, row]),
  )
  const isCurrent = (row: StoredTopic) => topics.get(row.id)?.id === row.id
  const subcategoriesOf = Map.groupBy(stored.subcategories.filter(isCurrent), (row) => row.category_id)
  const toReply = ({ id, retired, kinds, name, slug }: StoredTopic) => ({
    id: String(id),
    name,
    slug,
    ...(kinds.length === 1 && { kinds }),
    ...(retired && { retired }),
  })
  /** Returns a category with its retired subcategories, too. */
  function toCategory(row: StoredTopic): Category {
    const { id, ...category } = toReply(row)
    return { _id: id, ...category, subcategories: (subcategoriesOf.get(row.id) ?? []).map(toReply) }
  }
  const all = stored.categories.filter(isCurrent).map(toCategory)
  const offered = all
    .filter(({ retired }) => !retired)
    .map((category) => ({
      ...category,
      subcategories: category.subcategories.filter(({ retired }) => !retired),
    }))

  /** Returns a node's category, and itself if it is a subcategory. */
  function pairOf({ id, ancestors: [parent] }: Node) {
    const category = rows.get(parent ?? id)
    const subcategory = parent === undefined ? undefined : rows.get(id)
    return category && { category, subcategory }
  }

  const categoryIds = new Set(stored.categories.map(({ id }) => id))
  const nodeOfId = (id: number) => (categoryIds.has(id) ? topics.get(id) : undefined)

  return {
    /** The categories that the site offers. */
    offered: (): Category[] => offered,

    /** Returns the category that an id, an address, or a name leads to, also a retired one. */
    find(part: 'slug' | 'name', text: string): Category | undefined {
      const isId = part === 'slug' && /^\d{1,9}$/.test(text)
      const node = isId ? nodeOfId(Number(text)) : part === 'slug' ? bySlug(text) : byName(foldName(text))
      return all.find(({ _id }) => _id === String(node?.ancestors[0] ?? node?.id))
    },

    /** Returns the names that the topics have now. */
    currentNames(names: TopicNames): TopicNames {
      const { category, subcategory } = names
      const node = byName(category && foldName(category), subcategory && foldName(subcategory))
      const pair = node && pairOf(node)
      if (!pair) return names
      // Without a category, several can have a subcategory of this name.
      const isAny = !category && pair.subcategory
      return { category: isAny ? category : pair.category.name, subcategory: pair.subcategory?.name }
    },

    /** Returns the address of a topic whose address was this one; null if it still is, or never was. */
    currentPath(category: string, subcategory?: string): string | null {
      const isId = (text = '') => /^\d+$/.test(text)
      if (isId(category) || isId(subcategory)) return null
      const node = bySlug(category, subcategory)
      const pair = node && pairOf(node)
      if (!pair || (pair.category.slug === category && pair.subcategory?.slug === subcategory)) return null
      return pair.subcategory
        ? publicPaths.subcategory(pair.category.slug, pair.subcategory.slug)
        : publicPaths.category(pair.category.slug)
    },

    /** The icons that admins chose, by the names of categories: the name of an icon, or the path of a drawing. */
    icons: Object.fromEntries(
      stored.categories.filter(isCurrent).flatMap(({ id, name, icon, drawing }) => {
        const chosen = drawing ? publicPaths.categoryDrawing(id, drawing) : icon
        return chosen ? [[name, chosen]] : []
      }),
    ) as Record<string, string>,

    /** Returns why a new listing of a kind cannot have a topic; null if it can. */
    refusal(
      kind: Kind,
      { category_id, subcategory_id }: { category_id: number; subcategory_id: number | null },
    ) {
      for (const id of [category_id, subcategory_id]) {
        const topic = rows.get(topics.get(id ?? 0)?.id ?? 0)
        if (topic?.retired)
          return t('{category} is not offered anymore. Please choose another category.', {
            category: topic.name,
          })
        if (topic && !topic.kinds.includes(kind))
          return kind === 'service'
            ? t('{category} is only for events. Please choose another category.', { category: topic.name })
            : t('{category} is only for services. Please choose another category.', { category: topic.name })
      }
      return null
    },

    /** All topics with what finds them in searches. */
    searched: (): SearchTopic[] => searchedTopics(stored, topics),
  }
}

/** Returns a function that finds a topic by texts that lead to it, such as `pet-services` and `dog-walking`. */
function buildLookup(
  { categories, subcategories }: StoredCatalog,
  topics: ReadonlyMap<number, Node>,
  textOf: (named: { name: string; slug: string }) => string,
) {
  const isMerged = ({ id }: StoredTopic) => topics.get(id)?.id !== id
  const add = <Row extends StoredTopic>(found: Map<string, Row[]>, text: string, row: Row) =>
    found.set(text, [...(found.get(text) ?? []), row])
  /** Returns the rows by their texts, the current ones before those that had the text, the latest first. */
  function collect<Row extends StoredTopic>(rows: Row[]) {
    const found = new Map<string, Row[]>()
    for (const row of rows) if (!isMerged(row)) add(found, textOf(row), row)
    for (const row of rows) if (isMerged(row)) add(found, textOf(row), row)
    const former = rows.flatMap((row) => row.former.map((was) => ({ ...was, row })))
    for (const { row, ...was } of former.toSorted((a, b) => b.changed - a.changed))
      add(found, textOf(was), row)
    return found
  }
  const byCategory = collect(categories)
  const bySubcategory = collect(subcategories)

  return (category?: string, subcategory?: string): Node | undefined => {
    const parent = category ? topicOfCategory(category) : undefined
    if (!subcategory || (category && !parent)) return parent?.node
    const candidates = bySubcategory.get(subcategory) ?? []
    const child = parent
      ? (candidates.find(({ category_id }) => category_id === parent.id) ??
        candidates.find(({ category_id }) => topics.get(category_id) === parent.node))
      : candidates[0]
    return child && topics.get(child.id)
  }

  /** Returns the id of the row with a text, and what it stands for. A former subcategory can have been a category. */
  function topicOfCategory(text: string) {
    const id = byCategory.get(text)?.[0]?.id
    return id === undefined ? undefined : { id, node: topics.get(id) }
  }
}

function searchedTopics(
  { categories, subcategories }: StoredCatalog,
  topics: ReadonlyMap<number, Node>,
): SearchTopic[] {
  return [...categories, ...subcategories].flatMap((row) => {
    const node = topics.get(row.id)
    if (!node) return []
    const phrases = [
      ...row.former.map(({ name }) => name),
      ...Object.values(row.names),
      ...row.synonyms.split(', ').filter(Boolean),
    ]
    return [{ id: node.id, name: row.name, firstName: row.first_name ?? row.name, phrases }]
  })
}
