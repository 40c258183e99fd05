import { type RefObject, useEffect, useRef } from 'react'
import type { BrowserStorage } from '../storage/browser-storage.ts'

/** Where a form keeps what is typed, until it is sent. `form` names the owner and the form. */
export type FormDraft = { storage: BrowserStorage; form: string }

/** Restores what was typed into a form, and stores it again with each change. */
export function useFormDraft(form: RefObject<HTMLFormElement | null>, draft: FormDraft | undefined) {
  const current = useRef({ update() {}, finish() {} })
  const { storage, form: name } = draft ?? {}
  useEffect(() => {
    if (!storage || !name) return
    let stop = () => {}
    let isGone = false
    // Most pages have no such form, and need not load the code.
    void import('./keep-texts.ts').then(({ keepTexts }) => {
      if (isGone || !form.current) return
      const kept = keepTexts(form.current, storage, name)
      current.current = kept
      stop = kept.stop
    })
    return () => {
      isGone = true
      stop()
    }
  }, [form, storage, name])
  return {
    update: () => current.current.update(),
    /** Deletes the draft: the form was sent. */
    finish: () => current.current.finish(),
  }
}
