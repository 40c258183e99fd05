/** The pictures of one form, in order. Does not know how they are uploaded. */
import { parsePictureUrl, pictureUrl, widthsOf } from '../../shared/picture.ts'
import type { DraftPicture } from './drafts.ts'

export type PictureState =
  | { status: 'waiting' }
  /** `progress` runs from 0 to 1. */
  | { status: 'uploading'; progress: number }
  | { status: 'ready'; address: string }
  | { status: 'failed'; reason: string; canRetry: boolean }

export type FieldPicture = {
  id: number
  name: string
  /** An object URL of the file, shown until the upload is ready; null if there is no file, or no longer a need. */
  previewUrl: string | null
  state: PictureState
}

export type NewPicture = Omit<FieldPicture, 'id'>

const notUploaded = 'You left the page before it was uploaded. Please add it again.'
const noLongerAvailable = 'It is no longer on this site. Please add it again.'

export function createPictureList(initial: DraftPicture[]) {
  let lastId = 0
  let pictures: readonly FieldPicture[] = initial.map((picture) => withId(fromDraft(picture)))
  const listeners = new Set<() => void>()

  function withId(picture: NewPicture): FieldPicture {
    lastId += 1
    return { ...picture, id: lastId }
  }

  function set(next: readonly FieldPicture[]) {
    pictures = next
    for (const listener of listeners) listener()
  }

  const find = (id: number) => pictures.find((picture) => picture.id === id)
  const update = (id: number, changes: Partial<FieldPicture>) =>
    set(pictures.map((picture) => (picture.id === id ? { ...picture, ...changes } : picture)))

  function revokePreview(id: number) {
    const url = find(id)?.previewUrl
    if (!url) return
    URL.revokeObjectURL(url)
    update(id, { previewUrl: null })
  }

  function remove(id: number) {
    revokePreview(id)
    set(pictures.filter((picture) => picture.id !== id))
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    pictures: () => pictures,
    find,
    setState: (id: number, state: PictureState) => update(id, { state }),
    /** Frees the file's preview once the uploaded picture is visible. */
    revokePreview,
    remove,
    /** Marks a picture whose address turned out to be a 404. */
    markMissing: (id: number) =>
      update(id, { state: { status: 'failed', reason: noLongerAvailable, canRetry: false } }),

    /** Returns the added pictures with their ids. */
    append(added: NewPicture[]): FieldPicture[] {
      const appended = added.map(withId)
      set([...pictures, ...appended])
      return appended
    },

    move(id: number, to: number) {
      const moved = find(id)
      if (!moved) return
      const others = pictures.filter((picture) => picture.id !== id)
      const index = Math.min(Math.max(to, 0), others.length)
      set([...others.slice(0, index), moved, ...others.slice(index)])
    },

    /** Returns the addresses of the uploaded pictures, in order. */
    addresses: () => pictures.flatMap(({ state }) => (state.status === 'ready' ? [state.address] : [])),
  }
}

export const fromDraft = ({ name, address }: DraftPicture): NewPicture => ({
  name,
  previewUrl: null,
  state:
    address === null
      ? { status: 'failed', reason: notUploaded, canRetry: false }
      : { status: 'ready', address },
})

/** Returns the narrowest file of an uploaded picture, or the address itself for a picture on another host. */
export function thumbnailUrl(address: string): string {
  const parsed = parsePictureUrl(address)
  const [variant] = parsed ? widthsOf(parsed.width) : []
  return parsed && variant ? pictureUrl({ ...parsed, variant }) : address
}
