/** The kinds of ads that people can post and find on a site. */
import type { Kind } from './listing.ts'
import type { SiteSettings } from './settings/table.ts'

type Offering = Pick<SiteSettings, 'kinds'>

export const isOffered = ({ kinds }: Offering, kind: Kind): boolean =>
  kinds === 'both' || kinds === `${kind}s`

export const offeredKinds = (settings: Offering): Kind[] =>
  (['service', 'event'] as const).filter((kind) => isOffered(settings, kind))

const names = { both: 'services and events', services: 'services', events: 'events' } as const

/** Returns `services and events`, or the only kind. */
export const nameOfKinds = ({ kinds }: Offering): string => names[kinds]

/** Returns a text with a capital letter. */
export const toSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What someone reads who posts another kind. */
export const notOffered = (kind: Kind): string => `This site has no ${kind}s, so you can’t post one here.`
