/** The pictures of one form, in their order. Knows nothing of how they are uploaded. */
import type { DraftPicture } from './drafts.ts'

export type PictureState =
  | { at: 'waiting' }
  /** `share` of it has been sent, from 0 to 1. */
  | { at: 'sending'; share: number }
  | { at: 'ready'; address: string }
  /** `again`: whether it may be tried again. */
  | { at: 'failed'; why: string; again: boolean }

export type FieldPicture = {
  id: number
  name: string
  /** Of the file itself, to be seen before it is uploaded; null when there is no file, or no need. */
  local: string | null
  state: PictureState
}

export type NewPicture = Omit<FieldPicture, 'id'>

const notKept = 'It was not uploaded before the page was left. Please add it again.'
const noLongerThere = 'It is no longer on this site. Please add it again.'

export function createPictureList(first: DraftPicture[]) {
  let lastId = 0
  let pictures: readonly FieldPicture[] = first.map((kept) => withId(toPicture(kept)))
  const listeners = new Set<() => void>()

  function withId(picture: NewPicture): FieldPicture {
    lastId += 1
    return { ...picture, id: lastId }
  }

  function change(next: readonly FieldPicture[]) {
    pictures = next
    for (const listener of listeners) listener()
  }

  const find = (id: number) => pictures.find((picture) => picture.id === id)
  const alter = (id: number, what: Partial<FieldPicture>) =>
    change(pictures.map((picture) => (picture.id === id ? { ...picture, ...what } : picture)))

  function forgetLocal(id: number) {
    const local = find(id)?.local
    if (!local) return
    URL.revokeObjectURL(local)
    alter(id, { local: null })
  }

  function remove(id: number) {
    forgetLocal(id)
    change(pictures.filter((picture) => picture.id !== id))
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    pictures: () => pictures,
    find,
    setState: (id: number, state: PictureState) => alter(id, { state }),
    /** The uploaded one can be seen by now: the file's own picture need not be kept in memory. */
    forgetLocal,
    remove,
    /** It turned out that its address leads nowhere. */
    lose: (id: number) => alter(id, { state: { at: 'failed', why: noLongerThere, again: false } }),

    /** Answers them as they stand in the list. */
    append(added: NewPicture[]): FieldPicture[] {
      const appended = added.map(withId)
      change([...pictures, ...appended])
      return appended
    },

    move(id: number, to: number) {
      const moved = find(id)
      if (!moved) return
      const others = pictures.filter((picture) => picture.id !== id)
      const place = Math.min(Math.max(to, 0), others.length)
      change([...others.slice(0, place), moved, ...others.slice(place)])
    },

    /** Of those that are uploaded, in their order. */
    addresses: () => pictures.flatMap(({ state }) => (state.at === 'ready' ? [state.address] : [])),
  }
}

export const toPicture = ({ name, address }: DraftPicture): NewPicture => ({
  name,
  local: null,
  state: address === null ? { at: 'failed', why: notKept, again: false } : { at: 'ready', address },
})
