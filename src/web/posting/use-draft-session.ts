/** One session of filling in a form: its values, its pictures, and the draft they are saved to. */

import { useEffect, useState } from 'react'
import { pictures as pictureMessages } from '../../shared/messages/forms.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { localStore } from '../ui/storage/browser-storage.ts'
import { toast } from '../ui/toast.ts'
import { createAutosave } from './autosave.ts'
import { createListingDrafts, type Draft, type DraftOwner, newId } from './drafts.ts'
import { alreadyAdded, uploadsFailed } from './labels.ts'
import { createPictureQueue, type PictureQueue, type UploadSummary } from './picture-queue.ts'
import { createUpload } from './upload-picture.ts'
import { type Base, initialValues, type ListingValues } from './values.ts'

export type DraftSession = ReturnType<typeof useDraftSession>['session']

type Resumption = {
  /** Whether the content is a stored draft's. */
  restored: boolean
  /** The user action that filled the form again, if any: it decides where focus goes. */
  resumedBy?: 'draft' | 'merge' | 'clear'
}

/** Picture queues by slot. Files are not part of a stored draft: these survive leaving the page and coming back. */
const pendingUploads = new Map<string, PictureQueue>()

type DraftStart = Omit<Draft, 'saved'>

type SessionOptions = {
  owner: DraftOwner
  /** The saved listing; null for a new one. */
  base: Base | null
  /** Values of a new listing. */
  preset: Partial<ListingValues>
  /** Values of an imported event, or of a copied listing. */
  imported?: Partial<ListingValues> | undefined
  /** The pictures of a copied listing. */
  images?: string[] | undefined
}

export function useDraftSession({ owner, base: loaded, preset, imported, images }: SessionOptions) {
  const { api } = useBackend()
  const [drafts] = useState(() => createListingDrafts(localStore, owner))
  const [session, setSession] = useState(() => start(newStart(), { restored: false }))
  const [otherDrafts, setOtherDrafts] = useState<Draft[]>([])
  const [searched, setSearched] = useState(false)

  const listOthers = () => drafts.list().filter(({ slot }) => slot !== session.slot)
  const refreshDrafts = () => setOtherDrafts(listOthers())
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once restoring is decided, and for each other session
  useEffect(() => {
    if (searched) refreshDrafts()
  }, [session, searched])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    let left = false
    void restoreLatest(() => left)
    return () => {
      left = true
    }
  }, [])

  useEffect(() => {
    const key = drafts.keyOf(session.slot)
    void acquireSlot(key)
    return () => releaseSlot(key)
  }, [drafts, session.slot])

  function newStart(): DraftStart {
    const values = initialValues(loaded, preset, imported)
    return {
      slot: newId(),
      key: newId(),
      base: loaded,
      values,
      pictures: nameImages(loaded?.images ?? images ?? []),
    }
  }

  /** Restores the latest draft, unless it is open in another tab or the user has begun to fill in the form. */
  async function restoreLatest(hasLeft: () => boolean) {
    const slot = listOthers()[0]?.slot
    if (slot !== undefined && (await acquireSlot(drafts.keyOf(slot)))) {
      // Read again: the tab that had it open may have saved it once more.
      const draft = listOthers().find((draft) => draft.slot === slot)
      if (draft && !hasLeft() && !session.autosave.hasInputBeyond(draft)) {
        session.autosave.finish()
        setSession(start(draft, { restored: true }))
      } else releaseSlot(drafts.keyOf(slot))
    }
    setSearched(true)
  }

  function start(draft: DraftStart, resumption: Resumption) {
    const { slot, key, base, values, pictures } = draft
    const queue =
      pendingUploads.get(slot) ??
      createPictureQueue({ upload: createUpload(api), onFinish: notifyUploads, initial: pictures })
    pendingUploads.delete(slot)
    return {
      ...resumption,
      /** A new one remounts the form. */
      generation: newId(),
      slot,
      /** The idempotency key of the post. */
      key,
      base,
      values,
      queue,
      autosave: createAutosave({
        drafts,
        draft: { slot, key, base, values, pictures },
        untouched: initialValues(base, preset, imported),
        pictures: queue.pictures,
      }),
      /** Keeps waiting and failed uploads, with their files, for when the user comes back to this draft. */
      stashUploads() {
        if (queue.pictures().some(({ state }) => state.status !== 'ready')) pendingUploads.set(slot, queue)
      },
      /** Frees the uploads after the form was submitted. */
      discardUploads() {
        pendingUploads.delete(slot)
        queue.clear()
      },
    }
  }

  const resume = (draft: Draft) => setSession(start(draft, { restored: true, resumedBy: 'draft' }))

  /** Deletes the draft and clears the form. Returns the function that undoes it. */
  function startOver() {
    const draft = session.autosave.finish()
    setSession(start(newStart(), { restored: false, resumedBy: 'clear' }))
    return () => {
      // Stored first: the user may have left the form.
      drafts.save(draft)
      resume(draft)
    }
  }

  /** Deletes a draft. Returns the function that undoes it. */
  function discard(draft: Draft) {
    drafts.remove(draft.slot)
    refreshDrafts()
    return () => {
      drafts.save(draft)
      refreshDrafts()
    }
  }

  /** Continues with merged values on top of the current saved listing. `images`, if given, replace the form's pictures. */
  function continueWith(values: ListingValues, newBase: Base, images: string[] | null) {
    if (images) session.queue.replace(nameImages(images))
    session.autosave.rebase(newBase, values)
    setSession({ ...session, generation: newId(), base: newBase, values, resumedBy: 'merge' })
  }

  return { session, otherDrafts, resume, discard, startOver, continueWith }
}

function nameImages(images: string[]) {
  return images.map((address, index) => ({ name: t('Photo {number}', { number: index + 1 }), address }))
}

/** Reports the result of a batch of uploads. The success comes first: it dismisses earlier failures. */
function notifyUploads({ uploaded, failed, duplicates }: UploadSummary) {
  if (uploaded > 0) toast({ tone: 'success', text: t(pictureMessages.uploaded) })
  // An expired session has its own toast, with a link to sign in that this one must not cover.
  const names = failed.filter(({ code }) => code !== 'unauthenticated').map(({ name }) => name)
  if (names.length > 0) toast({ tone: 'error', text: uploadsFailed(names) })
  if (duplicates.length > 0) toast({ tone: 'error', text: alreadyAdded(duplicates) })
}

/** A page that was just left, as by a reload, may take a moment to release its lock. */
const lockTimeoutMs = 300

const releases = new Map<string, () => void>()

/**
 * Holds a Web Lock for the draft, so that another tab does not restore it. Returns false if another tab holds it.
 * Browsers have no locks on a site without TLS.
 */
function acquireSlot(key: string): Promise<boolean> {
  if (releases.has(key) || !('locks' in navigator)) return Promise.resolve(true)
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true)
      return new Promise<void>((release) => releases.set(key, release))
    }
    navigator.locks
      .request(key, { signal: AbortSignal.timeout(lockTimeoutMs) }, hold)
      .catch(() => resolve(false))
  })
}

function releaseSlot(key: string) {
  releases.get(key)?.()
  releases.delete(key)
}
