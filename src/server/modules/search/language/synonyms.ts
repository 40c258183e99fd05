/** What people call the topics of the catalog, from `catalog/synonyms.txt`. */
import { readFile } from 'node:fs/promises'
import type { Category } from '../../../../shared/catalog.ts'
import { createPhraseTable } from './phrase-table.ts'

/** The id of a category or a subcategory, and how well the phrase describes it: above 0, at most 1. */
type SynonymTarget = { topic: number; weight: number }

export type Synonyms = {
  /** Returns the longest phrase that starts at `tokens[at]`, and its topics, the best first; null if there is none. */
  match: (tokens: string[], at: number) => { length: number; targets: SynonymTarget[] } | null
  words: () => Iterable<string>
}

/** One block of the file. `subcategory` is null for phrases of the whole category. */
export type SynonymBlock = {
  category: string
  subcategory: string | null
  line: number
  phrases: { text: string; weight: number }[]
}

const file = new URL('../../../../../catalog/synonyms.txt', import.meta.url)

/** Reads the file of synonyms. Pass the categories of the database: their ids are the targets. */
export async function loadSynonyms(catalog: { categories: Category[] }): Promise<Synonyms> {
  return createSynonyms(await readFile(file, 'utf8'), catalog)
}

/** Skips topics that are not in the catalog. Throws if the text is malformed. */
export function createSynonyms(text: string, { categories }: { categories: Category[] }): Synonyms {
  const table = createPhraseTable<SynonymTarget>()
  for (const category of categories) {
    table.add(category.name, { topic: Number(category._id), weight: 1 })
    for (const { id, name } of category.subcategories) table.add(name, { topic: Number(id), weight: 1 })
  }
  for (const block of parseSynonyms(text)) {
    const topic = findTopic(categories, block)
    if (topic === null) continue
    for (const phrase of block.phrases) table.add(phrase.text, { topic, weight: phrase.weight })
  }
  return {
    match(tokens, at) {
      const match = table.match(tokens, at)
      return match && { length: match.length, targets: mergeTargets(match.values) }
    },
    words: table.words,
  }
}

/** Parses the blocks of the file. Throws an error that names the line if the text is malformed. */
export function parseSynonyms(text: string): SynonymBlock[] {
  const blocks: SynonymBlock[] = []
  for (const [index, content] of text.split('\n').entries()) {
    const line = index + 1
    if (content.trim() === '' || content.startsWith('#')) continue
    if (/^\s/.test(content)) {
      const block = blocks.at(-1)
      if (!block) throw new Error(`synonyms, line ${line}: phrases must follow the name of a topic`)
      for (const entry of content.split(',')) block.phrases.push(parsePhrase(entry, line))
    } else {
      const [, category, subcategory] = content.match(/^([^>]+?)(?:\s+>\s+([^>]+?))?:\s*$/) ?? []
      if (!category)
        throw new Error(`synonyms, line ${line}: expected "Category:" or "Category > Subcategory:"`)
      blocks.push({ category, subcategory: subcategory ?? null, line, phrases: [] })
    }
  }
  return blocks
}

/** Parses `phrase` or `phrase ~0.6`. */
function parsePhrase(entry: string, line: number) {
  const [, text, weight = '1'] = entry.trim().match(/^([^~]*[^~\s])(?:\s+~(0\.\d+|1))?$/) ?? []
  if (!text || Number(weight) === 0) throw new Error(`synonyms, line ${line}: cannot read "${entry.trim()}"`)
  return { text, weight: Number(weight) }
}

function findTopic(categories: Category[], { category, subcategory }: SynonymBlock): number | null {
  const parent = categories.find(({ name }) => name === category)
  if (!parent) return null
  if (subcategory === null) return Number(parent._id)
  const child = parent.subcategories.find(({ name }) => name === subcategory)
  return child ? Number(child.id) : null
}

/** Keeps the greatest weight of each topic. */
function mergeTargets(targets: SynonymTarget[]): SynonymTarget[] {
  const weights = new Map<number, number>()
  for (const { topic, weight } of targets) weights.set(topic, Math.max(weight, weights.get(topic) ?? 0))
  return [...weights].map(([topic, weight]) => ({ topic, weight })).sort((a, b) => b.weight - a.weight)
}
