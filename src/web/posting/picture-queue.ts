/**
 * The pictures of one form, in order. Uploads them one at a time (specification, section 7), from the moment they are
 * chosen. A failed upload stays in its place with the reason, and does not block the others.
 */

import { AppError, type ErrorCode, UnexpectedResponseError } from '../../shared/errors.ts'
import { maxPictures } from '../../shared/limits.ts'
import { pictures as pictureMessages } from '../../shared/messages/forms.ts'
import { unreachable } from '../../shared/messages/pages.ts'
import { msg, t } from '../../shared/translate.ts'
import { rejectReason } from '../ui/upload/picture-file.ts'
import type { UploadCallbacks } from '../ui/upload/upload.ts'
import type { DraftPicture } from './drafts.ts'

type PictureState =
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

type NewPicture = Omit<FieldPicture, 'id'>

/** The results of all uploads since the queue was last empty. */
export type UploadSummary = {
  uploaded: number
  /** `code` is null if the server did not respond, or the file was rejected before the upload. */
  failed: { name: string; code: ErrorCode | null }[]
  /** Pictures that were in the list already. */
  duplicates: string[]
}

/** Returns the address of the uploaded picture. */
export type Upload = (file: File, callbacks: UploadCallbacks) => Promise<string>

type PictureQueueOptions = {
  upload: Upload
  /** Called when the queue is empty again. */
  onFinish: (summary: UploadSummary) => void
  initial: DraftPicture[]
}

export type PictureQueue = ReturnType<typeof createPictureQueue>

export function createPictureQueue({ upload, onFinish, initial }: PictureQueueOptions) {
  let lastId = 0
  let pictures: readonly FieldPicture[] = initial.map((picture) => withId(fromDraft(picture)))
  const files = new Map<number, File>()
  const listeners = new Set<() => void>()
  let summary: UploadSummary = { uploaded: 0, failed: [], duplicates: [] }
  let current: { id: number; controller: AbortController } | null = null
  /** Resolvers of the promises returned by `settled`. */
  let waiters: (() => void)[] = []

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
  const setState = (id: number, state: PictureState) => update(id, { state })
  const addresses = () => pictures.flatMap(({ state }) => (state.status === 'ready' ? [state.address] : []))

  async function start(id: number, file: File) {
    const controller = new AbortController()
    const { signal } = controller
    current = { id, controller }
    const onProgress = (progress: number) => setState(id, { status: 'uploading', progress })
    onProgress(0)
    try {
      succeed(id, await Promise.race([upload(file, { onProgress, signal }), rejectOnAbort(signal)]))
    } catch (error) {
      fail(id, error)
    }
    current = null
    next()
  }

  function succeed(id: number, address: string) {
    const picture = find(id)
    // It was removed while the upload finished.
    if (!picture) return
    files.delete(id)
    // A photo chosen twice has one address, and a listing shows it once.
    if (addresses().includes(address)) {
      summary.duplicates.push(picture.name)
      return remove(id)
    }
    summary.uploaded += 1
    setState(id, { status: 'ready', address })
  }

  function fail(id: number, error: unknown) {
    const picture = find(id)
    if (!picture) return
    const appError = error instanceof AppError ? error : null
    const reason =
      error instanceof UnexpectedResponseError
        ? t(pictureMessages.failed)
        : (appError?.message ?? t(unreachable))
    summary.failed.push({ name: picture.name, code: appError?.code ?? null })
    setState(id, { status: 'failed', reason, canRetry: true })
  }

  function next() {
    if (current) return
    const picture = pictures.find(({ state }) => state.status === 'waiting')
    const file = picture && files.get(picture.id)
    if (picture && file) return void start(picture.id, file)
    const finished = summary
    summary = { uploaded: 0, failed: [], duplicates: [] }
    if (finished.uploaded + finished.failed.length + finished.duplicates.length > 0) onFinish(finished)
    const resolvers = waiters
    waiters = []
    for (const resolve of resolvers) resolve()
  }

  /** Frees the file's preview once the uploaded picture is visible. */
  function revokePreview(id: number) {
    const url = find(id)?.previewUrl
    if (!url) return
    URL.revokeObjectURL(url)
    update(id, { previewUrl: null })
  }

  function remove(id: number) {
    revokePreview(id)
    set(pictures.filter((picture) => picture.id !== id))
    files.delete(id)
    if (current?.id === id) current.controller.abort()
  }

  /** Removes all pictures, aborts the current upload, and frees all files. */
  function clear() {
    for (const { id } of pictures) remove(id)
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    pictures: () => pictures,
    /** Returns the addresses of the uploaded pictures, in order. */
    addresses,
    isBusy: () => pictures.some(({ state }) => state.status === 'waiting' || state.status === 'uploading'),
    revokePreview,
    remove,
    clear,

    /** Returns the names of the files that exceed the maximum. */
    add(added: File[]): string[] {
      const room = Math.max(0, maxPictures - pictures.length)
      const accepted = added.slice(0, room).map((file) => ({ file, picture: withId(toNewPicture(file)) }))
      set([...pictures, ...accepted.map(({ picture }) => picture)])
      for (const { file, picture } of accepted) {
        if (picture.state.status === 'failed') summary.failed.push({ name: picture.name, code: null })
        else files.set(picture.id, file)
      }
      next()
      return added.slice(room).map(({ name }) => name)
    },

    retry(id: number) {
      if (!files.has(id)) return
      setState(id, { status: 'waiting' })
      next()
    },

    move(id: number, to: number) {
      const moved = find(id)
      if (moved) set(pictures.filter((picture) => picture !== moved).toSpliced(to, 0, moved))
    },

    /** Marks a picture whose address turned out to be a 404. */
    markMissing: (id: number) =>
      setState(id, { status: 'failed', reason: t(noLongerAvailable), canRetry: false }),

    replace(replacements: DraftPicture[]) {
      clear()
      set(replacements.map((picture) => withId(fromDraft(picture))))
    },

    /** Resolves when the queue is empty. */
    settled: () =>
      new Promise<void>((resolve) => {
        waiters.push(resolve)
        next()
      }),
  }
}

/** Lets the queue go on at once after an abort, even if `upload` does not settle. */
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

const notUploaded = msg('You left the page before it was uploaded. Please add it again.')
const noLongerAvailable = msg('It is no longer on this site. Please add it again.')

const failedForGood = (name: string, reason: string): NewPicture => ({
  name,
  previewUrl: null,
  state: { status: 'failed', reason, canRetry: false },
})

function toNewPicture(file: File): NewPicture {
  const reason = rejectReason(file)
  if (reason) return failedForGood(file.name, reason)
  return { name: file.name, previewUrl: URL.createObjectURL(file), state: { status: 'waiting' } }
}

const fromDraft = ({ name, address }: DraftPicture): NewPicture =>
  address === null
    ? failedForGood(name, t(notUploaded))
    : { name, previewUrl: null, state: { status: 'ready', address } }
