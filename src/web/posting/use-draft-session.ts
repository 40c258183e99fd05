/** One session of filling in a form: its values, its pictures, and the draft they are saved to. */
import { useEffect, useState } from 'react'
import { pictures as pictureMessages } from '../../shared/messages/forms.ts'
import { useBackend } from '../backend.ts'
import { toast } from '../ui/toast.ts'
import { type Autosave, createAutosave } from './autosave.ts'
import { browserStorage, createDrafts, type Draft, type DraftOwner, newId } from './drafts.ts'
import { alreadyAdded, uploadsFailed } from './labels.ts'
import { createPictureQueue, type PictureQueue, type UploadSummary } from './picture-queue.ts'
import { createUpload } from './upload-picture.ts'
import { type Base, initialValues, type ListingValues } from './values.ts'

export type DraftSession = {
  /** A new number remounts the form. */
  generation: number
  /** Where the draft is stored. */
  slot: string
  /** The idempotency key of the post. */
  key: string
  /** The saved listing; null for a new one. */
  base: Base | null
  /** The form's initial values. */
  values: ListingValues
  queue: PictureQueue
  autosave: Autosave
  /** The user action that filled the form again, if any: it decides where focus goes. */
  resumedBy: 'draft' | 'merge' | null
  /** Keeps waiting and failed uploads, with their files, for when the user comes back to this draft. */
  stashUploads: () => void
  /** Frees the uploads after the form was submitted. */
  discardUploads: () => void
}

/** Picture queues by slot. Files are not part of a stored draft: these survive leaving the page and coming back. */
const pendingUploads = new Map<string, PictureQueue>()

type DraftStart = Omit<Draft, 'saved'>

const newStart = (base: Base | null): DraftStart => ({
  slot: newId(),
  key: newId(),
  base,
  values: initialValues(base),
  pictures: nameImages(base?.images ?? []),
})

export function useDraftSession(owner: DraftOwner, base: Base | null) {
  const { api } = useBackend()
  const [drafts] = useState(() => createDrafts(browserStorage(), owner))
  const [session, setSession] = useState(() => start(newStart(base), 0))
  const [otherDrafts, setOtherDrafts] = useState<Draft[]>([])

  const refreshDrafts = () => setOtherDrafts(drafts.list().filter(({ slot }) => slot !== session.slot))
  // biome-ignore lint/correctness/useExhaustiveDependencies: read on mount, and when another draft is resumed
  useEffect(refreshDrafts, [session])

  function start(draft: DraftStart, generation: number): DraftSession {
    const { slot, key, base, values, pictures } = draft
    const queue =
      pendingUploads.get(slot) ??
      createPictureQueue({ upload: createUpload(api), onFinish: notifyUploads, initial: pictures })
    pendingUploads.delete(slot)
    return {
      generation,
      slot,
      key,
      base,
      values,
      queue,
      autosave: createAutosave({
        drafts,
        draft: { slot, key, base, values, pictures },
        pictures: queue.pictures,
      }),
      resumedBy: generation > 0 ? 'draft' : null,
      stashUploads() {
        if (queue.pictures().some(({ state }) => state.status !== 'ready')) pendingUploads.set(slot, queue)
      },
      discardUploads() {
        pendingUploads.delete(slot)
        queue.dispose()
      },
    }
  }

  const resume = (draft: Draft) => setSession(start(draft, session.generation + 1))

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
    const generation = session.generation + 1
    setSession({ ...session, generation, base: newBase, values, resumedBy: 'merge' })
  }

  return { session, otherDrafts, resume, discard, continueWith }
}

function nameImages(images: string[]) {
  return images.map((address, index) => ({ name: `Photo ${index + 1}`, address }))
}

/** Reports the result of a batch of uploads. The success comes first: it dismisses earlier failures. */
function notifyUploads({ uploaded, failed, duplicates }: UploadSummary) {
  if (uploaded > 0) toast({ tone: 'good', text: pictureMessages.uploaded })
  // An expired session has its own toast, with a link to sign in that this one must not cover.
  const names = failed.filter(({ code }) => code !== 'unauthenticated').map(({ name }) => name)
  if (names.length > 0) toast({ tone: 'bad', text: uploadsFailed(names) })
  if (duplicates.length > 0) toast({ tone: 'bad', text: alreadyAdded(duplicates) })
}
