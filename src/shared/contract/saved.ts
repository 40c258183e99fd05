/** The calls of saved ads. */
import { maxSavedAds } from '../limits.ts'
import { privatePaths } from '../paths.ts'
import * as saved from '../saved.ts'
import type { PlainForm, Rows } from './endpoint.ts'

/** For signed-in people: visitors' saved ads are in their browser. */
const form: PlainForm = {
  path: privatePaths.saved,
  toBody: ({ ids = '' }) => ({ ids: ids.split(',') }),
  next: () => privatePaths.saved,
}

export const savedRows = {
  listListings: {
    summary: 'Lists the services and events with these ids, as far as they are public.',
    query: saved.AdIdsQuerySchema,
    reply: saved.PublicAdsSchema,
  },
  listSaved: {
    summary: 'Lists the ids of your saved ads, the latest first.',
    access: 'signed-in',
    reply: saved.SavedAdsSchema,
  },
  saveListings: {
    summary: `Saves ads, the first as the latest, up to ${maxSavedAds} in all. Ignores ids of ads that are not public. Returns all saved ads.`,
    access: 'signed-in',
    body: saved.SavedIdsSchema,
    reply: saved.SavedAdsSchema,
    forms: [form],
  },
  removeSaved: {
    summary: 'Removes ads from your saved ads. Returns those that remain.',
    access: 'signed-in',
    body: saved.SavedIdsSchema,
    reply: saved.SavedAdsSchema,
    forms: [{ ...form, actions: { remove: {} } }],
  },
} as const satisfies Rows
