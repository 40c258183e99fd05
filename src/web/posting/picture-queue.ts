/**
 * Uploads the pictures of one form one at a time (specification, section 7), from the moment they are chosen. A failed
 * upload stays in its place with the reason, and does not block the others.
 */

import { AppError, type ErrorCode, UnexpectedResponseError } from '../../shared/errors.ts'
import { maxPictures } from '../../shared/limits.ts'
import { pictures as pictureMessages } from '../../shared/messages/forms.ts'
import { unreachable } from '../../shared/messages/pages.ts'
import { rejectReason } from '../ui/upload/picture-file.ts'
import type { UploadCallbacks } from '../ui/upload/upload.ts'
import type { DraftPicture } from './drafts.ts'
import { createPictureList, fromDraft, type NewPicture } from './picture-list.ts'

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
  initial?: DraftPicture[]
}

export type PictureQueue = ReturnType<typeof createPictureQueue>

export function createPictureQueue({ upload, onFinish, initial = [] }: PictureQueueOptions) {
  const list = createPictureList(initial)
  const files = new Map<number, File>()
  let summary: UploadSummary = { uploaded: 0, failed: [], duplicates: [] }
  let current: { id: number; controller: AbortController } | null = null
  /** Resolvers of the promises returned by `settled`. */
  let waiters: (() => void)[] = []

  const isBusy = () =>
    list.pictures().some(({ state }) => state.status === 'waiting' || state.status === 'uploading')

  async function start(id: number, file: File) {
    const controller = new AbortController()
    const { signal } = controller
    current = { id, controller }
    list.setState(id, { status: 'uploading', progress: 0 })
    const onProgress = (progress: number) => list.setState(id, { status: 'uploading', progress })
    try {
      succeed(id, await Promise.race([upload(file, { onProgress, signal }), rejectOnAbort(signal)]))
    } catch (error) {
      fail(id, error)
    }
    current = null
    next()
  }

  function succeed(id: number, address: string) {
    const picture = list.find(id)
    // It was removed while the upload finished.
    if (!picture) return
    files.delete(id)
    // A photo chosen twice has one address, and a listing shows it once.
    if (list.addresses().includes(address)) {
      summary.duplicates.push(picture.name)
      return list.remove(id)
    }
    summary.uploaded += 1
    list.setState(id, { status: 'ready', address })
  }

  function fail(id: number, error: unknown) {
    const picture = list.find(id)
    if (!picture) return
    const appError = error instanceof AppError ? error : null
    const reason =
      error instanceof UnexpectedResponseError ? pictureMessages.failed : (appError?.message ?? unreachable)
    summary.failed.push({ name: picture.name, code: appError?.code ?? null })
    list.setState(id, { status: 'failed', reason, canRetry: true })
  }

  function next() {
    if (current) return
    const picture = list.pictures().find(({ state }) => state.status === 'waiting')
    const file = picture && files.get(picture.id)
    if (picture && file) return void start(picture.id, file)
    const finished = summary
    summary = { uploaded: 0, failed: [], duplicates: [] }
    if (finished.uploaded + finished.failed.length + finished.duplicates.length > 0) onFinish(finished)
    const resolvers = waiters
    waiters = []
    for (const resolve of resolvers) resolve()
  }

  function remove(id: number) {
    list.remove(id)
    files.delete(id)
    if (current?.id === id) current.controller.abort()
  }

  return {
    ...list,
    isBusy,
    remove,

    /** Returns the names of the files that exceed the maximum. */
    add(added: File[]): string[] {
      const room = Math.max(0, maxPictures - list.pictures().length)
      const accepted = added.slice(0, room)
      for (const [index, { id, name, state }] of list.append(accepted.map(toNewPicture)).entries()) {
        if (state.status === 'failed') summary.failed.push({ name, code: null })
        else files.set(id, accepted[index] as File)
      }
      next()
      return added.slice(room).map(({ name }) => name)
    },

    retry(id: number) {
      if (!files.has(id)) return
      list.setState(id, { status: 'waiting' })
      next()
    },

    /** Replaces all pictures. */
    replace(pictures: DraftPicture[]) {
      for (const { id } of list.pictures()) remove(id)
      list.append(pictures.map(fromDraft))
    },

    /** Resolves when the queue is empty. */
    settled: () =>
      new Promise<void>((resolve) => {
        waiters.push(resolve)
        next()
      }),

    /** Aborts the current upload and frees all files. */
    dispose() {
      for (const { id } of list.pictures()) remove(id)
    },
  }
}

/** Lets the queue go on at once after an abort, even if `upload` does not settle. */
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

function toNewPicture(file: File): NewPicture {
  const reason = rejectReason(file)
  if (reason) {
    return { name: file.name, previewUrl: null, state: { status: 'failed', reason, canRetry: false } }
  }
  return { name: file.name, previewUrl: URL.createObjectURL(file), state: { status: 'waiting' } }
}
