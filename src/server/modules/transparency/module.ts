import type { Database } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { Module } from '../../platform/module.ts'
import { readMonths } from './figures.ts'

/** The public figures about notices, decisions, and appeals. */
export const transparencyModule = ({ reader }: { reader: Database }) =>
  ({
    handlers: {
      async getTransparency({ tracker }) {
        // They change once a day, after which no page is cached.
        tracker?.addTags([])
        return { months: await readMonths(reader) }
      },
    } satisfies Partial<Handlers>,
  }) satisfies Module
