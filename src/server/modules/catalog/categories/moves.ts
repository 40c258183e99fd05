/** Merges topics, and moves them below others. */

import type { CallRequest } from '../../../../shared/contract.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { Topic } from '../../../../shared/topics/topic.ts'
import { t } from '../../../../shared/translate.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { AuthedContext } from '../../../platform/http/handlers.ts'
import type { Settings } from '../../settings/service.ts'
import { findEntry, findVersion } from '../entry-kind.ts'
import { createEntryMoves, type Followers } from '../entry-moves.ts'
import { siblingsOf } from '../steps.ts'
import { topicKind } from './topic-kind.ts'

type Options<Followed> = {
  database: Database
  settings: Settings
  /** Lets fields that only some topics have follow their listings. */
  fields: Followers<Topic, Followed>
}

export type TopicMoves = ReturnType<typeof createTopicMoves>

export function createTopicMoves<Followed>({ database, settings, fields }: Options<Followed>) {
  const { move, pairsOf, undo } = createEntryMoves({ database, settings }, topicKind, fields)
  return {
    /** Merges a topic into one of its level; subcategories go to those of their name, or along. */
    merge: (ctx: AuthedContext, id: string, { version, target: into }: CallRequest<'mergeTopic'>['body']) =>
      move(ctx, 'merge', [], async (topics, copy) => {
        const source = findVersion(topicKind, topics, id, version)
        const target = findEntry(topicKind, topics, into)
        if (target === source || (target.parent === null) !== (source.parent === null))
          throw new AppError('conflict', t('Please choose another category to merge it into.'))
        return pairsOf(topics, source, target, copy)
      }),

    /** Makes a topic a subcategory of `parent`, or a category if that is empty. */
    move: (ctx: AuthedContext, id: string, { version, parent }: CallRequest<'moveTopic'>['body']) =>
      move(ctx, 'move', [], async (topics, copy) => {
        const source = findVersion(topicKind, topics, id, version)
        const target = parent === '' ? null : findEntry(topicKind, topics, parent)
        if (target?.id === source.id || (target?.id ?? null) === source.parent)
          throw new AppError('conflict', t('It is there already.'))
        if (target && siblingsOf(topics, source.id).length > 0)
          throw new AppError(
            'conflict',
            t('{category} has subcategories. Please move or merge them before it becomes one itself.', {
              category: source.name,
            }),
          )
        return copy([source], target?.id ?? null)
      }),
    undo,
  }
}
