/** Request bodies for posting listings, and rows of uploaded pictures. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../../src/server/platform/database/database.ts'
import type { Kind } from '../../../src/shared/listing.ts'

const content = {
  title: 'Piano lessons for beginners',
  category: 'Music & Performing Arts',
  subcategory: 'Piano Lessons',
  price: 42.5,
  description: 'Patient lessons for children and adults, at your home or mine.',
  country: 'United States',
  state: 'Texas',
  city: 'Austin',
  author: {
    business_email: 'lessons@example.com',
    phone: '+1 512 555 0142',
    facebook: 'https://www.facebook.com/lessons',
    instagram: 'https://www.instagram.com/lessons/',
  },
}

export type Post = Record<string, unknown>

/** Returns a valid body for `POST`. An event also needs a picture, which the test creates. */
export const postOf = (kind: Kind, overrides: Post = {}): Post => ({
  ...content,
  images: [],
  ...(kind === 'event' && { title: 'Piano evening', startDate: '2026-12-01', endDate: '2026-12-02' }),
  ...overrides,
})

/** Returns a valid body for `PUT`, which for events includes the availability. */
export const updateOf = (kind: Kind, overrides: Post = {}): Post => {
  const { images: _images, ...post } = postOf(kind)
  return { ...post, ...(kind === 'event' && { event_availability: 'available' }), ...overrides }
}

/** Inserts the row of a picture that this account uploaded. Returns its URL. */
export async function createPicture({ kysely }: Database, accountId: string): Promise<string> {
  const id = uuid()
  const url = `/pictures/${id.replaceAll('-', '')}-1600x1200-1600.webp`
  await sql`
    insert into image (id, uploader_id, url, width, height, format, bytes, placeholder)
    select ${id}, profile.id, ${url}, 1600, 1200, 'webp', 1000, 'data:image/webp;base64,AAAA'
    from profile where account_id = ${accountId}`.execute(kysely)
  return url
}

export const callsOf = (kind: Kind) => ({
  post: `/${kind}s`,
  update: (id: string) => `/${kind}-update/${id}`,
  one: (id: string) => `/${kind}/${id}`,
  own: `/${kind}sbyauser`,
  list: `/${kind}s`,
})
