/** Ads whose contact details can be recognized anywhere, for tests of who gets them. */
import { sql } from 'kysely'
import type { Database } from '../../../src/server/platform/database/database.ts'
import type { Kind } from '../../../src/shared/listing.ts'
import { createListing, type ListingOverrides } from './factories.ts'

export type MarkedAd = { id: string; kind: Kind; page: string; authorEmail: string; contacts: string[] }

/** Creates an ad with a new author and every kind of contact. */
export async function createMarkedAd(
  database: Database,
  number: number,
  overrides: ListingOverrides = {},
): Promise<MarkedAd> {
  const { kind = 'service', authorEmail = `author-${number}@marked.example` } = overrides
  const id = await createListing(database, { ...overrides, kind, authorEmail })
  const phone = `555-01${String(number).padStart(2, '0')}`
  const [business, facebook, instagram] = ['business', 'facebook', 'instagram'].map(
    (of) => `${of}-${number}-mark`,
  )
  await sql`
    update listing set phone = ${phone}, business_email = ${`${business}@marked.example`},
      facebook = ${`https://www.facebook.com/${facebook}`}, instagram = ${`https://www.instagram.com/${instagram}/`}
    where id = ${id}`.execute(database.kysely)
  const page = `/${kind === 'service' ? 'ad' : 'event'}-details/${id}`
  return {
    id,
    kind,
    page,
    authorEmail,
    contacts: [authorEmail, phone, `${business}`, `${facebook}`, `${instagram}`],
  }
}

/** Returns the ids of the ads of which a text contains any contact. */
export function adsFoundIn(text: string, ads: MarkedAd[]): string[] {
  const plain = decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
  return ads.filter(({ contacts }) => contacts.some((contact) => plain.includes(contact))).map(({ id }) => id)
}
