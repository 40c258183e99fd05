/**
 * Drafts: the content of unsubmitted forms, stored in this browser. Each visit to a form writes to a new slot, so typing
 * never overwrites an older draft. Drafts are stored per account: people who share a computer do not see each other's.
 * Blocked, full or corrupted storage never breaks the form.
 */
import type { Kind } from '../../shared/listing.ts'
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

export type Drafts = {
  /** Returns the drafts, the latest first. */
  list: () => Draft[]
  /** Returns whether the browser stored the draft. */
  save: (draft: Draft) => boolean
  remove: (slot: string) => void
  /** Returns the storage key of a slot, as `storage` events report it. */
  keyOf: (slot: string) => string
}

/** Raised when the format of drafts changes; drafts of older versions are then ignored. */
const formatVersion = 1

export function createDrafts(storage: Storage | null, { email, kind, listingId }: DraftOwner): Drafts {
  const prefix = `draft/${formatVersion}/${email.toLowerCase()}/${kind}/${listingId ?? 'new'}/`
  const keyOf = (slot: string) => prefix + slot
  return {
    keyOf,
    list: () =>
      tryOr(() => keysOf(storage).filter((key) => key.startsWith(prefix)), [])
        .flatMap((key) => tryOr(() => parseDraft(key.slice(prefix.length), storage?.getItem(key)), []))
        .sort((one, other) => other.saved.localeCompare(one.saved)),
    save: ({ slot, ...draft }) =>
      tryOr(() => {
        storage?.setItem(keyOf(slot), JSON.stringify(draft))
        return storage !== null
      }, false),
    remove: (slot) => tryOr(() => storage?.removeItem(keyOf(slot)), undefined),
  }
}

/** Returns null where storage is blocked: there even reading the property may throw. */
export const browserStorage = (): Storage | null => tryOr(() => window.localStorage, null)

/** Returns a unique id. On a site without TLS, browsers have no `randomUUID`. */
export function newId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function tryOr<Result>(run: () => Result, fallback: Result): Result {
  try {
    return run()
  } catch {
    return fallback
  }
}

const keysOf = (storage: Storage | null): string[] =>
  Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')

/** Returns an empty list for anything else: the user, or another program on this origin, may have written it. */
function parseDraft(slot: string, text: string | null | undefined): Draft[] {
  const stored: unknown = JSON.parse(text ?? 'null')
  if (!isRecord(stored)) return []
  const { key, saved, base, values, pictures } = stored
  if (typeof key !== 'string' || typeof saved !== 'string' || Number.isNaN(Date.parse(saved))) return []
  if (!isRecord(values) || !Array.isArray(pictures)) return []
  const draft = { slot, key, saved, values: parseValues(values), pictures: pictures.flatMap(parsePicture) }
  return base === null ? [{ ...draft, base }] : parseBase(base).map((base) => ({ ...draft, base }))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseBase(base: unknown): Base[] {
  if (!isRecord(base) || typeof base.version !== 'number' || !isRecord(base.values)) return []
  const images = Array.isArray(base.images) ? base.images.map(String) : []
  return [
    {
      version: base.version,
      values: parseValues(base.values),
      images,
      ...(base.earlierDates === true && { earlierDates: true }),
    },
  ]
}

const parseValues = (values: Record<string, unknown>): ListingValues =>
  toListingValues(Object.fromEntries(Object.entries(values).filter(isText)))
const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'

function parsePicture(picture: unknown): DraftPicture[] {
  if (!isRecord(picture) || typeof picture.name !== 'string') return []
  return [{ name: picture.name, address: typeof picture.address === 'string' ? picture.address : null }]
}
