/** The kinds of ads that people can post and find on a site. */
import type { Kind } from './listing.ts'
import type { SiteSettings } from './settings/table.ts'
import { t } from './translate.ts'

type Offering = Pick<SiteSettings, 'kinds'>

export const isOffered = ({ kinds }: Offering, kind: Kind): boolean =>
  kinds === 'both' || kinds === `${kind}s`

export const offeredKinds = (settings: Offering): Kind[] =>
  (['service', 'event'] as const).filter((kind) => isOffered(settings, kind))

/** What someone reads who posts another kind. */
export const notOffered = (kind: Kind): string =>
  t('This site has no {kind, select, service {services} other {events}}, so you can’t post one here.', {
    kind,
  })
