/**
 * Drafts: the content of unsubmitted forms, stored in this browser. A form can have several, each in a slot. Drafts are stored per
 * account: people who share a computer do not see each other's.
 */
import { type BrowserStorage, parseJson } from '../storage/browser-storage.ts'

/** `saved` is when it was last saved, an ISO instant. */
type Stored = { slot: string; saved: string }

/** Raise it when the format of drafts changes; drafts of older versions are then ignored. */
const formatVersion = 1

/** `form` names the owner and the form. `parse` returns null for invalid drafts. */
export function createDrafts<Draft extends Stored>(
  storage: BrowserStorage,
  form: string,
  parse: (slot: string, stored: Record<string, unknown>) => Draft | null,
) {
  const prefix = `draft/${formatVersion}/${form}/`
  const keyOf = (slot: string) => prefix + slot

  function read(key: string): Draft[] {
    const stored = parseJson(storage.get(key))
    const draft = isRecord(stored) && isInstant(stored.saved) && parse(key.slice(prefix.length), stored)
    return draft ? [draft] : []
  }

  return {
    /** Returns the storage key of a slot, as `storage` events report it. */
    keyOf,
    /** Returns the drafts, the latest first. */
    list: () =>
      storage
        .keys()
        .filter((key) => key.startsWith(prefix))
        .flatMap(read)
        .sort((one, other) => other.saved.localeCompare(one.saved)),
    /** Returns whether the browser stored the draft. */
    save: ({ slot, ...draft }: Draft) => storage.set(keyOf(slot), JSON.stringify(draft)),
    remove: (slot: string) => void storage.set(keyOf(slot), null),
  }
}

const isInstant = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the texts of a record. */
export const textsOf = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(isText))
const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'

/** Calls `save` whenever the page may be about to go. Returns how to stop that. */
export function saveBeforeLeaving(save: () => void): () => void {
  window.addEventListener('pagehide', save)
  document.addEventListener('visibilitychange', save)
  return () => {
    window.removeEventListener('pagehide', save)
    document.removeEventListener('visibilitychange', save)
  }
}

/** Long enough that typing does not write on every keystroke. */
export const saveAfterMs = 400
