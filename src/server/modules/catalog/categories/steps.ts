/**
 * Changes of topics as steps, which can be undone: a step says what some topics were and what they are. What is only in `after` is new; what
 * is only in `before` is gone. Of a changed topic, both have only the properties that differ.
 */
import { isDeepStrictEqual } from 'node:util'
import { slugOf } from '../../../../../catalog/slug.ts'
import { AppError, invalidFields } from '../../../../shared/errors.ts'
import { topicLimits } from '../../../../shared/limits.ts'
import { foldName } from '../../../../shared/text-normalization.ts'
import type { Topic } from '../../../../shared/topics/topic.ts'

type Part = Partial<Topic> & Pick<Topic, 'id'>
export type Step = { before: Part[]; after: Part[] }

/** What a step leads to: the topics to store, categories first, and the ids of those to delete. */
type Outcome = { stored: Topic[]; deleted: number[] }

/** Returns the step from some topics to others. */
export function stepOf(before: readonly Topic[], after: readonly Topic[]): Step {
  const step: Step = { before: [], after: [] }
  for (const id of new Set([...before, ...after].map(({ id }) => id))) {
    const [from, to] = [before, after].map((topics) => topics.find((topic) => topic.id === id))
    const differing = (Object.keys(from ?? to ?? {}) as (keyof Topic)[]).filter(
      (key) => !isDeepStrictEqual(from?.[key], to?.[key]),
    )
    if (differing.length === 0) continue
    const partOf = (topic: Topic) => ({
      id,
      ...Object.fromEntries(differing.map((key) => [key, topic[key]])),
    })
    if (from) step.before.push(to ? partOf(from) : from)
    if (to) step.after.push(from ? partOf(to) : to)
  }
  return step
}

/**
 * Returns what a step leads to from the topics as they are. Throws `conflict` with this sentence if they are no longer what it begins with,
 * and `invalid` for what is against the rules.
 */
export function outcomeOf(topics: readonly Topic[], { before, after }: Step, changedSince: string): Outcome {
  const current = new Map(topics.map((topic) => [topic.id, topic]))
  const isAsBefore = before.every(({ id, ...part }) => {
    const topic = current.get(id)
    return (
      topic &&
      Object.entries(part).every(([key, value]) => isDeepStrictEqual(topic[key as keyof Topic], value))
    )
  })
  const added = after.filter(({ id }) => !before.some((each) => each.id === id))
  if (!isAsBefore || added.some(({ id }) => current.has(id))) throw new AppError('conflict', changedSince)
  const deleted = before.map(({ id }) => id).filter((id) => !after.some((each) => each.id === id))
  const stored = after.map((part) => ({ ...current.get(part.id), ...part }) as Topic)
  for (const id of deleted) current.delete(id)
  for (const topic of stored) current.set(topic.id, topic)
  for (const topic of stored) requireRules(topic, [...current.values()])
  return { stored: stored.toSorted((a, b) => Number(a.parent !== null) - Number(b.parent !== null)), deleted }
}

/** Throws for a topic that has the name of another one beside it, or a parent that is no category. */
function requireRules(topic: Topic, topics: Topic[]) {
  const siblings = siblingsOf(topics, topic.parent)
  const parent = topics.find(({ id }) => id === topic.parent)
  if (topic.parent !== null && parent?.parent !== null)
    throw new AppError('conflict', 'The category of this subcategory no longer exists.')
  const twin = siblings.find(({ id, name }) => id !== topic.id && foldName(name) === foldName(topic.name))
  if (twin) {
    const state = twin.retired ? ' It is retired: restore it instead, or rename it first.' : ''
    throw invalidFields({ name: `There is already “${twin.name}” here.${state}` })
  }
  if (siblings.length > topicLimits.siblings)
    throw new AppError(
      'conflict',
      `There are already ${topicLimits.siblings} here. Merge some of them first.`,
    )
}

export const siblingsOf = (topics: readonly Topic[], parent: number | null): Topic[] =>
  topics.filter((topic) => topic.parent === parent)

/** Returns the part of URLs for a name that no sibling has: `pet-services`, or `pet-services-2`. */
export function freeSlug(
  topics: readonly Topic[],
  { id, parent, name }: Pick<Topic, 'id' | 'parent' | 'name'>,
): string {
  const taken = new Set(siblingsOf(topics, parent).flatMap((topic) => (topic.id === id ? [] : topic.slug)))
  const start = slugOf(name).slice(0, 100).replace(/-$/, '')
  // A number alone would be an id.
  const slug = /[a-z]/.test(start) ? start : `topic-${start || id}`
  let free = slug
  for (let number = 2; taken.has(free); number++) free = `${slug}-${number}`
  return free
}
