import type { Module } from '../../platform/module.ts'
import type { SearchService } from './service.ts'

/** Searches, whose calls are those of listings. */
export const searchModule = ({ search }: { search: SearchService }) =>
  ({
    // Without a warm-up, the first search would wait for it. A failure is that of the next search.
    onListen: () => search.warmUp().catch(() => {}),
  }) satisfies Module
