import { cardTextLength } from './limits.ts'

/** Who gets an author's contact details: the site's setting, and each ad's own choice. */
export const contactVisibilities = ['public', 'reveal', 'messages'] as const

/**
 * public   — everyone, on the page of the ad
 * reveal   — people who request them, a limited number of ads a day
 * messages — no one: people write through the site
 */
export type ContactVisibility = (typeof contactVisibilities)[number]

/** Returns the visibility for one ad: its author can ask for messages only, whatever the site's setting. */
export const contactVisibilityOf = (
  site: ContactVisibility,
  { messages_only }: { messages_only: boolean },
): ContactVisibility => (messages_only ? 'messages' : site)

/** The site's name, region, contact, cards, and what they show of authors. Operators set them with environment variables (see docs/operating.md). */
export type Product = {
  name: string
  /** The lowercase name in URLs: the suggestions page is `/{slug}-suggestions`. */
  slug: string
  tagline: string
  contactEmail: string
  /** The ISO 4217 code of all prices. */
  currency: string
  /** The IANA name. All dates and times are shown in it, and an event ends with its last day there. */
  timeZone: string
  /** The links of the three footer icons. `#` links nowhere. */
  socialLinks: { facebook: string; instagram: string; x: string }
  /** How many characters of titles and descriptions cards show. 0 shows two lines of each. */
  cardTextLength: number
  /** Who gets the contact details of ads. Each author can ask for messages only. */
  contactVisibility: ContactVisibility
  /** A MapLibre style for maps, whose host has all of its files. If null, the built-in map, which needs no other host. */
  mapStyleUrl: string | null
}

export const defaultProduct: Product = {
  name: 'Corkboard',
  slug: 'corkboard',
  tagline: 'Local services and events, from people nearby',
  contactEmail: 'hello@localhost',
  currency: 'USD',
  timeZone: 'America/New_York',
  socialLinks: { facebook: '#', instagram: '#', x: '#' },
  cardTextLength,
  contactVisibility: 'public',
  mapStyleUrl: null,
}

/** Returns the words of a site's name that fit into 12 characters: home screens cut longer names in the middle of a word. */
export const shortNameOf = (name: string): string =>
  /^(?:.{1,12}(?!\S)|\S+)/.exec(name)?.[0].trimEnd() ?? name
