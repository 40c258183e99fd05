import { t } from '../../../../shared/translate.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Module } from '../../../platform/module.ts'
import type { Catalog } from '../service.ts'
import type { TopicChanges } from './changes.ts'
import { mountDrawings } from './drawings.ts'
import type { TopicMoves } from './moves.ts'
import { mountTopicRedirects } from './redirects.ts'

/** Categories and subcategories as admins change them. */
type Uses = { database: Database; catalog: Catalog; topicChanges: TopicChanges; topicMoves: TopicMoves }

export const categoriesModule = ({ database, catalog, topicChanges, topicMoves }: Uses) =>
  ({
    handlers: {
      listTopics: topicChanges.list,
      addTopic: async (request) => saved(t('Category added.'), await topicChanges.add(request, request.body)),
      changeTopic: async (request) =>
        saved(t('Category saved.'), await topicChanges.change(request, request.params.id, request.body)),
      orderTopics: async (request) =>
        saved(t('Order saved.'), await topicChanges.order(request, request.body)),
      mergeTopic: async (request) =>
        saved(
          t('Merging. Ads are moving.'),
          await topicMoves.merge(request, request.params.id, request.body),
        ),
      moveTopic: async (request) =>
        saved(t('Category moved.'), await topicMoves.move(request, request.params.id, request.body)),
      addTopicSet: async (request) =>
        saved(t('Categories added.'), await topicChanges.addSet(request, request.body)),
    },
    mount(app) {
      mountTopicRedirects(app, catalog)
      mountDrawings(app, database)
    },
  }) satisfies Module

/** Returns the reply to a change. */
export const saved = (message: string, auditEntryId: number | null) => ({
  message: auditEntryId === null ? t('Nothing changed.') : message,
  auditEntryId,
})
