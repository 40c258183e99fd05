/** The calls of saved ads. */
import { calls } from '../calls.ts'
import { maxSavedAds } from '../limits.ts'
import * as saved from '../saved.ts'
import type { Rows } from './endpoint.ts'

export const savedRows = {
  listListings: {
    ...calls.listListings,
    summary: 'Lists the services and events with these ids, as far as they are public.',
    query: saved.AdIdsQuerySchema,
    reply: saved.PublicAdsSchema,
  },
  listSaved: {
    ...calls.listSaved,
    summary: 'Lists the ids of your saved ads, the latest first.',
    access: 'signed-in',
    reply: saved.SavedAdsSchema,
  },
  saveListings: {
    ...calls.saveListings,
    summary: `Saves ads, the first as the latest, up to ${maxSavedAds} in all. Ignores ids of ads that are not public. Returns all saved ads.`,
    access: 'signed-in',
    body: saved.SavedIdsSchema,
    reply: saved.SavedAdsSchema,
  },
  removeSaved: {
    ...calls.removeSaved,
    summary: 'Removes ads from your saved ads. Returns those that remain.',
    access: 'signed-in',
    body: saved.SavedIdsSchema,
    reply: saved.SavedAdsSchema,
  },
} as const satisfies Rows
