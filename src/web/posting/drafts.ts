/**
 * Drafts: what stands in a form that was not sent, kept in this browser. Each visit to a form writes to a slot of its
 * own, so what is typed never covers an older draft, whatever is decided about that one. They are kept by account:
 * nobody is shown what another person wrote on the same computer. Storage that is blocked, full or spoiled does no harm.
 */
import type { Kind } from '../../shared/listing.ts'
import { type Base, completed, type ListingValues } from './values.ts'

/** `address` is null for one that was not uploaded yet. */
export type DraftPicture = { name: string; address: string | null }

export type Draft = {
  slot: string
  /** Sent with the post, so that one that is tried again after a reload still makes one listing. */
  key: string
  /** When it was last changed, an ISO instant. */
  saved: string
  /** What the site held of the listing when its changing began; null for a new one. */
  base: Base | null
  values: ListingValues
  pictures: DraftPicture[]
}

/** Whose, and of which form: of a new listing of that kind, or of the changes to one. */
export type DraftOwner = { email: string; kind: Kind; listingId: string | null }

export type Drafts = {
  /** The latest first. */
  list: () => Draft[]
  /** Answers whether the browser took it. */
  keep: (draft: Draft) => boolean
  remove: (slot: string) => void
  /** Where that draft is kept, as the browser tells other tabs. */
  keyOf: (slot: string) => string
}

/** Raised when drafts change their shape: older ones are then left alone. */
const format = 1

export function createDrafts(storage: Storage | null, { email, kind, listingId }: DraftOwner): Drafts {
  const prefix = `draft/${format}/${email.toLowerCase()}/${kind}/${listingId ?? 'new'}/`
  const keyOf = (slot: string) => prefix + slot
  return {
    keyOf,
    list: () =>
      quietly(() => keysOf(storage).filter((key) => key.startsWith(prefix)), [])
        .flatMap((key) => quietly(() => readDraft(key.slice(prefix.length), storage?.getItem(key)), []))
        .sort((one, other) => other.saved.localeCompare(one.saved)),
    keep: ({ slot, ...kept }) =>
      quietly(() => {
        storage?.setItem(keyOf(slot), JSON.stringify(kept))
        return storage !== null
      }, false),
    remove: (slot) => quietly(() => storage?.removeItem(keyOf(slot)), undefined),
  }
}

/** Null where the browser keeps nothing: there even asking may throw. */
export const browserStorage = (): Storage | null => quietly(() => window.localStorage, null)

function quietly<Answer>(ask: () => Answer, otherwise: Answer): Answer {
  try {
    return ask()
  } catch {
    return otherwise
  }
}

const keysOf = (storage: Storage | null): string[] =>
  Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')

/** None when it is no draft: a visitor, or another program on this origin, may have written it. */
function readDraft(slot: string, text: string | null | undefined): Draft[] {
  const kept: unknown = JSON.parse(text ?? 'null')
  if (!isRecord(kept)) return []
  const { key, saved, base, values, pictures } = kept
  if (typeof key !== 'string' || typeof saved !== 'string' || Number.isNaN(Date.parse(saved))) return []
  if (!isRecord(values) || !Array.isArray(pictures)) return []
  const draft = { slot, key, saved, values: textsOf(values), pictures: pictures.flatMap(readPicture) }
  return base === null ? [{ ...draft, base }] : readBase(base).map((base) => ({ ...draft, base }))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readBase(base: unknown): Base[] {
  if (!isRecord(base) || typeof base.version !== 'number' || !isRecord(base.values)) return []
  const images = Array.isArray(base.images) ? base.images.map(String) : []
  return [{ version: base.version, values: textsOf(base.values), images }]
}

const textsOf = (values: Record<string, unknown>): ListingValues =>
  completed(Object.fromEntries(Object.entries(values).filter(isText)))
const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'

function readPicture(picture: unknown): DraftPicture[] {
  if (!isRecord(picture) || typeof picture.name !== 'string') return []
  return [{ name: picture.name, address: typeof picture.address === 'string' ? picture.address : null }]
}
