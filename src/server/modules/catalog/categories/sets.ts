/** Sets of categories to begin with, from `catalog/`. */
import { readFile } from 'node:fs/promises'
import type { Kind } from '../../../../shared/listing.ts'
import { type TopicSet, topicSets } from '../../../../shared/topics/sets.ts'
import { plainTopic, type Topic } from '../../../../shared/topics/topic.ts'
import { freeSlug, siblingsOf } from '../steps.ts'
import { nextPosition } from './topic-kind.ts'

type SetFile = {
  name: string
  slug?: string
  kinds?: Kind[]
  icon?: string
  synonyms?: string
  subcategories: string[]
}[]

const folder = new URL('../../../../../catalog/', import.meta.url)

export async function readSet(set: TopicSet): Promise<SetFile> {
  const { file } = topicSets[set]
  return file === null ? [] : (JSON.parse(await readFile(new URL(file, folder), 'utf8')) as SetFile)
}

/** Returns how many topics a set has. */
export const sizeOf = (set: SetFile): number =>
  set.reduce((sum, { subcategories }) => sum + 1 + subcategories.length, 0)

/**
 * Returns the topics of a set, and all topics with them: what the site has of them stays as it is, but is offered again; the others come
 * last. `ids` are for those.
 */
export function addSet(topics: readonly Topic[], set: SetFile, ids: readonly number[]) {
  const all = [...topics]
  const unused = ids.values()
  const chosen = set.flatMap(({ subcategories, slug, ...category }) => {
    const parent = add(category, null, slug)
    return [parent, ...subcategories.map((name) => add({ name, kinds: parent.kinds }, parent.id))]
  })
  return { all, chosen }

  function add(written: Partial<Topic> & { name: string }, parent: number | null, slug?: string): Topic {
    const siblings = siblingsOf(all, parent)
    const known = siblings.find(({ name }) => name === written.name)
    if (known) {
      const offered = { ...known, retired: false }
      all[all.indexOf(known)] = offered
      return offered
    }
    const id = unused.next().value ?? 0
    const topic: Topic = {
      ...plainTopic,
      ...written,
      id,
      parent,
      slug: freeSlug(all, { id, parent, name: slug ?? written.name }, 'topic'),
      position: nextPosition(siblings),
    }
    all.push(topic)
    return topic
  }
}
