/** Drafts of listings. Each visit to a form writes to a new slot, so typing never overwrites an older draft. */
import type { Kind } from '../../shared/listing.ts'
import { createDrafts, isRecord, textsOf } from '../ui/forms/drafts.ts'
import type { BrowserStorage } from '../ui/storage/browser-storage.ts'
import { type Base, type ListingValues, toListingValues } from './values.ts'

/** `address` is null for a picture that was not uploaded yet. */
export type DraftPicture = { name: string; address: string | null }

export type Draft = {
  slot: string
  /** The idempotency key, so that a post retried after a reload still creates one listing. */
  key: string
  /** When it was last saved, an ISO instant. */
  saved: string
  /** The saved listing when editing began; null for a new listing. */
  base: Base | null
  values: ListingValues
  pictures: DraftPicture[]
}

/** Whose drafts, and of which form: `listingId` is null for the form of a new listing. */
export type DraftOwner = { email: string; kind: Kind; listingId: string | null }

export type ListingDrafts = ReturnType<typeof createListingDrafts>

export const createListingDrafts = (storage: BrowserStorage, { email, kind, listingId }: DraftOwner) =>
  createDrafts(storage, `${email.toLowerCase()}/${kind}/${listingId ?? 'new'}`, parseDraft)

/** Returns a unique id. On a site without TLS, browsers have no `randomUUID`. */
export function newId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function parseDraft(slot: string, stored: Record<string, unknown>): Draft | null {
  const { key, saved, values, pictures } = stored
  if (typeof key !== 'string' || !isRecord(values) || !Array.isArray(pictures)) return null
  const base = stored.base === null ? null : parseBase(stored.base)
  if (base === undefined) return null
  return {
    slot,
    key,
    saved: String(saved),
    base,
    values: toListingValues(textsOf(values)),
    pictures: pictures.flatMap(parsePicture),
  }
}

function parseBase(base: unknown): Base | undefined {
  if (!isRecord(base) || typeof base.version !== 'number' || !isRecord(base.values)) return undefined
  return {
    version: base.version,
    values: toListingValues(textsOf(base.values)),
    images: Array.isArray(base.images) ? base.images.map(String) : [],
    ...(base.earlierDates === true && { earlierDates: true }),
  }
}

function parsePicture(picture: unknown): DraftPicture[] {
  if (!isRecord(picture) || typeof picture.name !== 'string') return []
  return [{ name: picture.name, address: typeof picture.address === 'string' ? picture.address : null }]
}
