/**
 * What the site is called and whom it serves. One place: an operator renames the site by environment
 * variables (see the README), never in code.
 */
export type Product = {
  name: string
  /** Lower-case name in addresses: the suggestions page lives at `/{slug}-suggestions`. */
  slug: string
  tagline: string
  contactEmail: string
  /** ISO 4217. Prices are stored in this currency. */
  currency: string
  /** IANA name. An event has ended when its last day is over in this zone. */
  timeZone: string
  /** The three icons of the footer. `#` goes nowhere, as on a site that has no such page yet. */
  socialLinks: { facebook: string; instagram: string; x: string }
}

export const defaultProduct: Product = {
  name: 'Corkboard',
  slug: 'corkboard',
  tagline: 'Local services and events, from people nearby',
  contactEmail: 'hello@localhost',
  currency: 'USD',
  timeZone: 'America/New_York',
  socialLinks: { facebook: '#', instagram: '#', x: '#' },
}
