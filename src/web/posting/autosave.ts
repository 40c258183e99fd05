/** Saves one form's draft while it is being filled in. `createAutosave` does not touch the page: it is passed the values. */
import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react'
import { saveAfterMs, saveBeforeLeaving } from '../ui/forms/drafts.ts'
import { valuesOf } from '../ui/forms/form.tsx'
import { type Draft, type DraftPicture, type ListingDrafts, newId } from './drafts.ts'
import type { FieldPicture, PictureQueue } from './picture-queue.ts'
import { type Base, type FieldName, initialValues, type ListingValues, toListingValues } from './values.ts'

type AutosaveOptions = {
  drafts: ListingDrafts
  /** The form's initial content. */
  draft: Omit<Draft, 'saved'>
  /** The values of a form in which nothing was changed. Such a form has no draft. */
  untouched: ListingValues
  pictures: () => readonly FieldPicture[]
}

type Autosave = ReturnType<typeof createAutosave>

export function createAutosave({ drafts, draft, untouched, pictures }: AutosaveOptions) {
  const { key } = draft
  let { slot, base, values } = draft
  let untouchedValues = untouched
  let lastSaved = serialize(values, draft.pictures)
  let timer: ReturnType<typeof setTimeout> | undefined
  let finished = false
  let failed = false
  const listeners = new Set<() => void>()

  const content = () => serialize(values, pictures().map(toDraftPicture))
  const contentOf = (values: ListingValues) =>
    serialize(
      values,
      (base?.images ?? []).map((address) => ({ name: '', address })),
    )
  const toDraft = (): Draft => ({
    slot,
    key,
    base,
    values,
    pictures: pictures().map(toDraftPicture),
    saved: new Date().toISOString(),
  })

  /** Saves the draft now, unless nothing changed since it was last saved. */
  function flush() {
    clearTimeout(timer)
    const current = content()
    if (finished || current === lastSaved) return
    lastSaved = current
    if (current === contentOf(untouchedValues)) return drafts.remove(slot)
    failed = !drafts.save(toDraft())
    for (const listener of listeners) listener()
  }

  return {
    /** Schedules a save. `next` holds the form's current values, or null if the form is no longer on the page. */
    update(next: ListingValues | null) {
      if (next) values = next
      clearTimeout(timer)
      timer = setTimeout(flush, saveAfterMs)
    },
    flush,
    /**
     * Returns whether restoring `draft` would replace something that the user entered. Browsers fill in the same texts
     * again when a page is reloaded.
     */
    hasInputBeyond(draft: Draft): boolean {
      const names = Object.keys({ ...untouchedValues, ...values }) as FieldName[]
      const expected = names.map((name) => {
        const { [name]: text } = values[name] === draft.values[name] ? values : untouchedValues
        return [name, text]
      })
      return content() !== contentOf(Object.fromEntries(expected))
    },
    /** Makes the draft an edit of `newBase`, and saves it. */
    rebase(newBase: Base, next: ListingValues) {
      base = newBase
      untouchedValues = initialValues(newBase)
      values = next
      flush()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Returns whether the last save failed: storage is full or blocked. */
    hasFailed: () => failed,
    /**
     * Handles a write by another tab to the same slot: this draft moves to a new slot, and is saved at once, because
     * the tab may be closed without further input.
     */
    onStorage({ key: changed, newValue }: Pick<StorageEvent, 'key' | 'newValue'>) {
      if (changed !== drafts.keyOf(slot) || newValue === null) return
      slot = newId()
      lastSaved = ''
      flush()
    },
    /** Deletes the draft, and saves no more: the form was submitted or cleared. Returns the deleted draft. */
    finish(): Draft {
      finished = true
      clearTimeout(timer)
      drafts.remove(slot)
      return toDraft()
    },
  }
}

/** Autosaves the form while it is on the page, and its pictures until the last upload has finished. */
type AutosavedSession = { autosave: Autosave; queue: PictureQueue; stashUploads: () => void }

export function useAutosave(form: RefObject<HTMLFormElement | null>, session: AutosavedSession) {
  const { autosave, queue } = session
  const update = () => autosave.update(form.current && toListingValues(valuesOf(form.current)))

  // A layout effect, because its cleanup must run while the inputs are still in the document.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form belongs to one session for as long as it is mounted
  useLayoutEffect(() => {
    const unsubscribe = queue.subscribe(update)
    const saveNow = () => {
      update()
      autosave.flush()
    }
    const stop = saveBeforeLeaving(saveNow)
    window.addEventListener('storage', autosave.onStorage)
    // Saves what was typed before hydration.
    update()
    return () => {
      saveNow()
      session.stashUploads()
      stop()
      window.removeEventListener('storage', autosave.onStorage)
      void queue.settled().then(() => {
        autosave.flush()
        unsubscribe()
      })
    }
  }, [])

  const failed = useSyncExternalStore(autosave.subscribe, autosave.hasFailed, autosave.hasFailed)
  return { update, failed }
}

const toDraftPicture = ({ name, state }: FieldPicture): DraftPicture => ({
  name,
  address: state.status === 'ready' ? state.address : null,
})

/** Identifies uploaded pictures by address alone: the names of a saved listing's pictures are generated by us. */
const serialize = (values: ListingValues, pictures: DraftPicture[]): string =>
  JSON.stringify([toListingValues(values), pictures.map(({ name, address }) => address ?? { name })])
