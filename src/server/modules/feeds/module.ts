import type { Module } from '../../platform/module.ts'
import { mountFeeds } from './routes.ts'

/** What programs read: feeds, calendars, the sitemap, and files about the site. */
export const feedsModule = (options: Parameters<typeof mountFeeds>[1]) =>
  ({ mount: (app) => mountFeeds(app, options) }) satisfies Module
