/**
 * Uploads the pictures of one form, one after the other (specification, section 7), from the moment they are chosen. One
 * that fails stays where it is, with the reason, and holds up no other.
 */

import { AppError, type ErrorCode, UnexpectedResponseError } from '../../shared/errors.ts'
import { maxPicture, maxPictures } from '../../shared/limits.ts'
import { pictures } from '../../shared/messages/forms.ts'
import { unreachable } from '../../shared/messages/pages.ts'
import type { DraftPicture } from './drafts.ts'
import { createPictureList, type NewPicture, toPicture } from './picture-list.ts'

/** What has come of the files once all of them are through. */
export type Outcome = {
  uploaded: number
  /** `code` is null when nobody answered, or nobody was asked. */
  failed: { name: string; code: ErrorCode | null }[]
  /** Those that were there already. */
  twice: string[]
}

/** Answers the address of the picture. */
export type Upload = (
  file: File,
  told: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<string>

type Parts = { upload: Upload; tell: (outcome: Outcome) => void; first?: DraftPicture[] }

export type PictureQueue = ReturnType<typeof createPictureQueue>

export function createPictureQueue({ upload, tell, first = [] }: Parts) {
  const list = createPictureList(first)
  const files = new Map<number, File>()
  let outcome: Outcome = { uploaded: 0, failed: [], twice: [] }
  let running: { id: number; abort: AbortController } | null = null
  /** Those who wait until nothing is on its way. */
  let waiting: (() => void)[] = []

  const isBusy = () => list.pictures().some(({ state }) => state.at === 'waiting' || state.at === 'sending')

  async function send(id: number, file: File) {
    const abort = new AbortController()
    running = { id, abort }
    list.setState(id, { at: 'sending', share: 0 })
    const onProgress = (share: number) => list.setState(id, { at: 'sending', share })
    try {
      arrive(
        id,
        await Promise.race([upload(file, { onProgress, signal: abort.signal }), ended(abort.signal)]),
      )
    } catch (error) {
      fail(id, error)
    }
    running = null
    next()
  }

  function arrive(id: number, address: string) {
    const arrived = list.find(id)
    // It was taken out at the last moment.
    if (!arrived) return
    files.delete(id)
    // The same photo chosen twice has one address, and a listing shows it once.
    if (list.addresses().includes(address)) {
      outcome.twice.push(arrived.name)
      return list.remove(id)
    }
    outcome.uploaded += 1
    list.setState(id, { at: 'ready', address })
  }

  function fail(id: number, error: unknown) {
    const failed = list.find(id)
    if (!failed) return
    const refusal = error instanceof AppError ? error : null
    const why = error instanceof UnexpectedResponseError ? pictures.failed : (refusal?.message ?? unreachable)
    outcome.failed.push({ name: failed.name, code: refusal?.code ?? null })
    list.setState(id, { at: 'failed', why, again: true })
  }

  function next() {
    if (running) return
    const first = list.pictures().find(({ state }) => state.at === 'waiting')
    const file = first && files.get(first.id)
    if (first && file) return void send(first.id, file)
    const through = outcome
    outcome = { uploaded: 0, failed: [], twice: [] }
    if (through.uploaded + through.failed.length + through.twice.length > 0) tell(through)
    const done = waiting
    waiting = []
    for (const go of done) go()
  }

  function remove(id: number) {
    list.remove(id)
    files.delete(id)
    if (running?.id === id) running.abort.abort()
  }

  return {
    ...list,
    isBusy,
    remove,

    /** Answers the names of those for which there is no room. */
    add(chosen: File[]): string[] {
      const room = Math.max(0, maxPictures - list.pictures().length)
      const taken = chosen.slice(0, room)
      for (const [index, { id, name, state }] of list.append(taken.map(toNewPicture)).entries()) {
        if (state.at === 'failed') outcome.failed.push({ name, code: null })
        else files.set(id, taken[index] as File)
      }
      next()
      return chosen.slice(room).map(({ name }) => name)
    },

    retry(id: number) {
      if (!files.has(id)) return
      list.setState(id, { at: 'waiting' })
      next()
    },

    /** These instead of what was there. */
    replace(kept: DraftPicture[]) {
      for (const { id } of list.pictures()) remove(id)
      list.append(kept.map(toPicture))
    },

    /** Resolves once nothing is on its way. */
    settled: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve)
        next()
      }),

    /** Ends what is on its way, and forgets the files. */
    dispose() {
      for (const { id } of list.pictures()) remove(id)
    },
  }
}

/** Whatever is still being waited for need not be: the next one may go. */
const ended = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

function toNewPicture(file: File): NewPicture {
  const why = refusalOf(file)
  if (why) return { name: file.name, local: null, state: { at: 'failed', why, again: false } }
  return { name: file.name, local: URL.createObjectURL(file), state: { at: 'waiting' } }
}

/** What is surely wrong with a file, before anything is sent. What it really is, its bytes tell the server. */
function refusalOf({ size, type }: File): string | null {
  const most = maxPicture.bytes / 1024 / 1024
  if (size > maxPicture.bytes) return `It is larger than ${most} MB. Please choose a smaller one.`
  if (size === 0) return 'The file is empty. Please choose another one.'
  if (type !== '' && !type.startsWith('image/')) return 'It is not a picture. Please choose a photo.'
  return null
}
