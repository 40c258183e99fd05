/** The calls about saved searches and the notifications about new ads. */
import { calls } from '../calls.ts'
import * as saved from '../saved-search.ts'
import { done, type Rows } from './endpoint.ts'

export const savedSearchRows = {
  listSavedSearches: {
    ...calls.listSavedSearches,
    summary: 'Lists your saved searches, newest first.',
    access: 'signed-in',
    reply: saved.SavedSearchesSchema,
  },
  saveSearch: {
    ...calls.saveSearch,
    summary: 'Saves a search, so that you hear about new ads. Saving the same search again changes it.',
    access: 'active',
    body: saved.NewSavedSearchSchema,
    reply: saved.SavedSearchReplySchema,
  },
  changeSavedSearch: {
    ...calls.changeSavedSearch,
    summary: 'Renames or pauses one of your saved searches, or changes how often you hear about new ads.',
    access: 'signed-in',
    params: saved.SavedSearchIdSchema,
    body: saved.SavedSearchChangeSchema,
    reply: done,
  },
  deleteSavedSearch: {
    ...calls.deleteSavedSearch,
    summary: 'Deletes one of your saved searches.',
    access: 'signed-in',
    params: saved.SavedSearchIdSchema,
    reply: done,
  },
  addPushSubscription: {
    ...calls.addPushSubscription,
    summary: 'Sends the notifications about your saved searches to a browser (Push API).',
    access: 'active',
    body: saved.PushSubscriptionSchema,
    reply: done,
  },
  removePushSubscription: {
    ...calls.removePushSubscription,
    summary: 'Sends one of your browsers no more notifications.',
    access: 'signed-in',
    body: saved.PushEndpointSchema,
    reply: done,
  },
} as const satisfies Rows
