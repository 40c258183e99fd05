/** What somebody is working on in a form: the boxes' content, its pictures, and where the draft of it is kept. */
import { useEffect, useState } from 'react'
import { useBackend } from '../backend.ts'
import { createDraftKeeper, type DraftAutosave } from './draft-keeper.ts'
import { browserStorage, createDrafts, type Draft, type DraftOwner } from './drafts.ts'
import { newId } from './ids.ts'
import { createPictureQueue, type PictureQueue } from './picture-queue.ts'
import { tellOutcome } from './tell-outcome.ts'
import { createUpload } from './upload-picture.ts'
import { type Base, type ListingValues, startOf } from './values.ts'

export type Work = {
  /** Another one is another form. */
  generation: number
  /** Where its draft is kept. */
  slot: string
  /** Of the post that it may become. */
  key: string
  /** What the site holds of it; null of a new listing. */
  base: Base | null
  /** What the boxes start with. */
  values: ListingValues
  queue: PictureQueue
  keeper: DraftAutosave
  /** By what choice of the one who writes the form was filled anew: the keyboard goes on where they were. */
  resumed: 'restored' | 'merged' | null
}

/** Pictures that wait, or have failed, would be lost with their files: these outlive leaving the page and coming back. */
const inHand = new Map<string, PictureQueue>()

export function putInHand({ slot, queue }: Work) {
  if (queue.pictures().some(({ state }) => state.at !== 'ready')) inHand.set(slot, queue)
}

/** It was sent: nothing of it is needed any more. */
export function forget({ slot, queue }: Work) {
  inHand.delete(slot)
  queue.dispose()
}

const namedPictures = (images: string[]) =>
  images.map((address, index) => ({ name: `Picture ${index + 1}`, address }))

type Start = Omit<Draft, 'saved'>

const newStart = (base: Base | null): Start => ({
  slot: newId(),
  key: newId(),
  base,
  values: startOf(base),
  pictures: namedPictures(base?.images ?? []),
})

export function useWork(owner: DraftOwner, base: Base | null) {
  const { api } = useBackend()
  const [drafts] = useState(() => createDrafts(browserStorage(), owner))
  const [work, setWork] = useState(() => begin(newStart(base), 0))
  /** What was left unfinished before. */
  const [others, setOthers] = useState<Draft[]>([])

  const look = () => setOthers(drafts.list().filter(({ slot }) => slot !== work.slot))
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up on arriving, and when another draft is taken up
  useEffect(look, [work])

  function begin({ slot, key, base, values, pictures }: Start, generation: number): Work {
    const queue =
      inHand.get(slot) ??
      createPictureQueue({ upload: createUpload(api), tell: tellOutcome, first: pictures })
    inHand.delete(slot)
    const draft = { slot, key, base, values, pictures }
    const keeper = createDraftKeeper({ drafts, draft, pictures: queue.pictures })
    return { generation, slot, key, base, values, queue, keeper, resumed: generation > 0 ? 'restored' : null }
  }

  const restore = (draft: Draft) => setWork(begin(draft, work.generation + 1))

  /** Answers how to take it back. */
  function discard(draft: Draft) {
    drafts.remove(draft.slot)
    look()
    return () => {
      drafts.keep(draft)
      look()
    }
  }

  /** Goes on with these words, over what the site holds by now. `images`: instead of those that are there. */
  function goOn(values: ListingValues, on: Base, images: string[] | null) {
    if (images) work.queue.replace(namedPictures(images))
    work.keeper.rebase(on, values)
    setWork({ ...work, generation: work.generation + 1, base: on, values, resumed: 'merged' })
  }

  return { work, others, restore, discard, goOn }
}
