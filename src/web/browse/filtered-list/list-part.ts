import { defer } from '../../framework/deferred.tsx'

/** The parts of lists that work without scripts. A page's loader loads their code, through `loadList`. */
export const listPart = defer(async () => (await import('../results/list-part-view.tsx')).ListPartView)
