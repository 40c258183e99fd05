/** The calls about saved searches and the notifications about new ads. */
import { privatePaths, withQuery } from '../paths.ts'
import * as saved from '../saved-search.ts'
import { done, filledOf, type Rows } from './endpoint.ts'

const pageAfter = (done: 'saved' | 'changed' | 'deleted') => withQuery(privatePaths.savedSearches, { done })

export const savedSearchRows = {
  listSavedSearches: {
    summary: 'Lists your saved searches, newest first.',
    access: 'signed-in',
    reply: saved.SavedSearchesSchema,
  },
  saveSearch: {
    summary: 'Saves a search, so that you hear about new ads. Saving the same search again changes it.',
    access: 'active',
    body: saved.NewSavedSearchSchema,
    reply: saved.SavedSearchReplySchema,
    forms: [
      {
        path: privatePaths.saveSearch,
        toBody: ({ kind, name, frequency, ...filter }) => ({
          kind,
          name,
          frequency,
          filter: filledOf(filter),
        }),
        next: () => pageAfter('saved'),
      },
    ],
  },
  changeSavedSearch: {
    summary: 'Renames or pauses one of your saved searches, or changes how often you hear about new ads.',
    access: 'signed-in',
    params: saved.SavedSearchIdSchema,
    body: saved.SavedSearchChangeSchema,
    reply: done,
    forms: [
      {
        path: `${privatePaths.savedSearches}/:id`,
        next: () => pageAfter('changed'),
      },
      {
        path: `${privatePaths.savedSearches}/:id`,
        actions: { pause: { paused: true }, resume: { paused: false } },
        next: () => pageAfter('changed'),
      },
    ],
  },
  deleteSavedSearch: {
    summary: 'Deletes one of your saved searches.',
    access: 'signed-in',
    params: saved.SavedSearchIdSchema,
    reply: done,
    forms: [
      {
        path: `${privatePaths.savedSearches}/:id`,
        actions: { delete: {} },
        next: () => pageAfter('deleted'),
      },
    ],
  },
  addPushSubscription: {
    summary: 'Sends the notifications about your saved searches to a browser (Push API).',
    access: 'active',
    body: saved.PushSubscriptionSchema,
    reply: done,
  },
  removePushSubscription: {
    summary: 'Sends one of your browsers no more notifications.',
    access: 'signed-in',
    body: saved.PushEndpointSchema,
    reply: done,
  },
} as const satisfies Rows
