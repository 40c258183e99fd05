import { type RefObject, useEffect, useRef } from 'react'
import type { BrowserStorage } from '../../storage/browser-storage.ts'
import { createDrafts, isRecord, saveAfterMs, saveBeforeLeaving, textsOf } from '../../storage/drafts.ts'

/** Where a form keeps what is typed, until it is sent. `form` says whose it is, and which form. */
export type FormDraft = { storage: BrowserStorage; form: string }

type TextField = HTMLInputElement | HTMLTextAreaElement

/** The form has one draft: there is nothing to choose from. */
const slot = 'text'

/** Restores what was typed into a form, and stores it again with each change. */
export function useFormDraft(form: RefObject<HTMLFormElement | null>, draft: FormDraft | undefined) {
  const current = useRef({ update() {}, finish() {} })
  const { storage, form: name } = draft ?? {}
  useEffect(() => {
    if (!form.current || !storage || !name) return
    const kept = keepTexts(form.current, storage, name)
    current.current = kept
    const stop = saveBeforeLeaving(kept.save)
    return () => {
      stop()
      kept.save()
    }
  }, [form, storage, name])
  return {
    update: () => current.current.update(),
    /** Deletes the draft: the form was sent. */
    finish: () => current.current.finish(),
  }
}

function keepTexts(form: HTMLFormElement, storage: BrowserStorage, name: string) {
  const drafts = createDrafts(storage, name, (slot, { saved, values }) =>
    isRecord(values) ? { slot, saved: String(saved), values: textsOf(values) } : null,
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  let finished = false
  fillIn(form, drafts.list()[0]?.values ?? {})

  function save() {
    clearTimeout(timer)
    if (finished) return
    const values = Object.fromEntries(
      textFieldsOf(form)
        .filter(({ value, defaultValue }) => value !== defaultValue)
        .map(({ name, value }) => [name, value]),
    )
    if (Object.keys(values).length === 0) drafts.remove(slot)
    else drafts.save({ slot, saved: new Date().toISOString(), values })
  }

  return {
    save,
    update() {
      finished = false
      clearTimeout(timer)
      timer = setTimeout(save, saveAfterMs)
    },
    finish() {
      finished = true
      clearTimeout(timer)
      drafts.remove(slot)
    },
  }
}

/** Leaves fields that someone has already filled in, as before hydration. */
function fillIn(form: HTMLFormElement, values: Record<string, string>) {
  for (const field of textFieldsOf(form)) {
    const value = values[field.name]
    if (value === undefined || field.value !== field.defaultValue) continue
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

const textFieldsOf = (form: HTMLFormElement) => [...form.elements].filter(isTextField)

const isTextField = (element: Element): element is TextField =>
  element.matches('textarea, input:is([type=text], [type=email], [type=url], [type=tel], :not([type]))')
