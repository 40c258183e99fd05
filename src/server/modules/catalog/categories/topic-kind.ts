/** What changing and moving topics is made of. */

import { AppError, invalidFields } from '../../../../shared/errors.ts'
import { topicLimits } from '../../../../shared/limits.ts'
import type { Topic } from '../../../../shared/topics/topic.ts'
import { msg, t } from '../../../../shared/translate.ts'
import { alreadyHere, type EntryKind, versionOf } from '../entry-kind.ts'
import { freeSlug, siblingsOf, twinOf } from '../steps.ts'
import * as queries from './queries.ts'

const levelOf = ({ parent }: Topic) => (parent === null ? 'category' : 'subcategory')

export const topicKind: EntryKind<Topic> = {
  target: 'topic',
  actions: 'category',
  read: (tx) => queries.readTopics(tx),
  nextIds: queries.nextTopicIds,
  // Categories first.
  store: (tx, topics) =>
    queries.storeTopics(
      tx,
      topics.toSorted((a, b) => Number(a.parent !== null) - Number(b.parent !== null)),
    ),
  remove: queries.deleteTopics,
  linkOf: ({ source, target }) => ({
    table: levelOf(source),
    column: levelOf(source) === levelOf(target) ? 'merged_into' : 'became',
  }),
  refOf: (topic) => ({ level: levelOf(topic), id: topic.id }),
  copy(topic, to, topics) {
    const copied = { ...topic, ...to, position: nextPosition(siblingsOf(topics, to.parent)) }
    if (to.parent !== null) Object.assign(copied, { icon: '', drawing: '' })
    copied.slug = freeSlug(topics, copied, 'topic')
    return copied
  },
  requireRules,
  versionOf: ({ name, names, kinds, icon, drawing, synonyms, retired }) =>
    versionOf([name, Object.entries(names).sort(), kinds, icon, drawing, synonyms, retired]),
  sentences: {
    name: 'category',
    changedMeanwhile: msg(
      'Someone else has changed the categories in the meantime. Please open them in another tab, and make your change there.',
    ),
    cannotUndo: msg('The categories have changed since then, so this can no longer be undone.'),
    inUse: msg('Ads are in it by now, or something else uses it. Retire it instead.'),
  },
}

/** Throws for a topic that has the name of another one beside it, or a parent that is no category. */
function requireRules(topic: Topic, topics: readonly Topic[]) {
  const parent = topics.find(({ id }) => id === topic.parent)
  if (topic.parent !== null && parent?.parent !== null)
    throw new AppError('conflict', t('The category of this subcategory no longer exists.'))
  const twin = twinOf(topic, topics)
  if (twin) throw invalidFields({ name: alreadyHere(twin) })
  if (siblingsOf(topics, topic.parent).length > topicLimits.siblings)
    throw new AppError(
      'conflict',
      t('There are already {max} here. Merge some of them first.', { max: topicLimits.siblings }),
    )
}

/** Returns the position after these siblings. */
export const nextPosition = (siblings: readonly Topic[]): number =>
  Math.max(-1, ...siblings.map(({ position }) => position)) + 1
