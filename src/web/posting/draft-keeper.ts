/** Keeps the draft of one form while it is being filled in. Knows nothing of the page: it is told what stands there. */
import type { Draft, DraftPicture, Drafts } from './drafts.ts'
import { newId } from './ids.ts'
import type { FieldPicture } from './picture-list.ts'
import { type Base, type ListingValues, startOf } from './values.ts'

/** Long enough that typing does not write with every letter. */
const restMs = 400

type Parts = {
  drafts: Drafts
  /** What the form starts with. */
  draft: Omit<Draft, 'saved'>
  pictures: () => readonly FieldPicture[]
}

export type DraftAutosave = ReturnType<typeof createDraftKeeper>

export function createDraftKeeper({ drafts, draft, pictures }: Parts) {
  const { key } = draft
  let { slot, base, values } = draft
  let written = textOf(values, draft.pictures)
  let resting: ReturnType<typeof setTimeout> | undefined
  let over = false
  let refused = false
  const listeners = new Set<() => void>()

  const untouched = () =>
    textOf(
      startOf(base),
      (base?.images ?? []).map((address) => ({ name: '', address })),
    )

  /** Writes what there is now, unless it is written already. */
  function flush() {
    clearTimeout(resting)
    if (over) return
    const kept = pictures().map(toDraftPicture)
    const text = textOf(values, kept)
    if (text === written) return
    written = text
    if (text === untouched()) return drafts.remove(slot)
    refused = !drafts.keep({ slot, key, base, values, pictures: kept, saved: new Date().toISOString() })
    for (const listener of listeners) listener()
  }

  return {
    /** Something has changed; `next` is what stands in the boxes now, if they are still there. */
    note(next: ListingValues | null) {
      if (next) values = next
      clearTimeout(resting)
      resting = setTimeout(flush, restMs)
    },
    flush,
    /** From now on it is about changing this. */
    rebase(on: Base, next: ListingValues) {
      base = on
      values = next
      flush()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Whether the browser has no room for it, or keeps nothing at all. */
    isRefused: () => refused,
    /** Another tab writes to this slot: from now on there are two drafts, and this one is written again at once. */
    onStorage({ key: changed, newValue }: Pick<StorageEvent, 'key' | 'newValue'>) {
      if (changed !== drafts.keyOf(slot) || newValue === null) return
      slot = newId()
      written = ''
      flush()
    },
    /** It was sent. */
    finish() {
      over = true
      clearTimeout(resting)
      drafts.remove(slot)
    },
  }
}

const toDraftPicture = ({ name, state }: FieldPicture): DraftPicture => ({
  name,
  address: state.at === 'ready' ? state.address : null,
})

/** Pictures that are there are told by their addresses alone: their names are ours. */
const textOf = (values: ListingValues, pictures: DraftPicture[]): string =>
  JSON.stringify([values, pictures.map(({ name, address }) => address ?? { name })])
