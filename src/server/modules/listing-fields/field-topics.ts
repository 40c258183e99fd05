/** Fields of listings that only some topics have follow the listings of a topic that moves. */
import type { Topic } from '../../../shared/topics/topic.ts'
import type { Connection } from '../../platform/database/database.ts'
import { lockFields, storeField } from './queries.ts'

/** The key of a field, and the ids of the topics that it got. */
type WidenedField = { key: string; topics: string[] }

/**
 * Adds the topics to which listings move to the fields that these listings have. The ones that they leave stay: some have not moved yet.
 * `added` are the topics that were made for what moves: they also have the fields of the category that it leaves.
 */
export async function widenFields(
  tx: Connection,
  pairs: readonly { source: Topic; target: Topic }[],
  added: readonly Topic[],
): Promise<WidenedField[]> {
  const widened: WidenedField[] = []
  for (const field of await lockFields(tx)) {
    const has = (id: number | null) => field.topics.includes(String(id))
    const topics = pairs.flatMap(({ source, target }) => {
      const isOfSource = has(source.id) || (added.includes(target) && has(source.parent))
      return isOfSource && !has(target.id) && !has(target.parent) ? [String(target.id)] : []
    })
    if (topics.length === 0) continue
    await storeField(tx, field.key, { ...field, topics: [...field.topics, ...topics] })
    widened.push({ key: field.key, topics })
  }
  return widened
}

/** Undoes `widenFields`. */
export async function narrowFields(tx: Connection, widened: readonly WidenedField[]): Promise<void> {
  const fields = await lockFields(tx)
  for (const { key, topics } of widened) {
    const field = fields.find((field) => field.key === key)
    if (!field) continue
    await storeField(tx, key, { ...field, topics: field.topics.filter((id) => !topics.includes(id)) })
  }
}
