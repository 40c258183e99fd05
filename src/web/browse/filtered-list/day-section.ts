import { defer } from '../../framework/sections/deferred.tsx'

/** What only lists of events have. A page's loader loads its code, through `loadList`. */
export const daySection = defer(async () => (await import('../results/day-section.tsx')).DaySection)
