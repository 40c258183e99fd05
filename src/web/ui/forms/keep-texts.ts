/** Keeps what is typed into a form in this browser until it is sent. */
import type { BrowserStorage } from '../storage/browser-storage.ts'
import { createDrafts, isRecord, saveAfterMs, saveBeforeLeaving, textsOf } from './drafts.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** The form has one draft: there is nothing to choose from. */
const slot = 'text'

/** Fills the form with its draft, and keeps the draft up to date until `stop`. */
export function keepTexts(form: HTMLFormElement, storage: BrowserStorage, name: string) {
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

  const stopSaving = saveBeforeLeaving(save)
  return {
    /** Stores what was typed last. */
    stop() {
      stopSaving()
      save()
    },
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
