/** Tells React what people entered before it hydrated the page: the scripts load after the page is painted. */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Dispatches an event for each field whose value is no longer the server's. Call it once, after hydration. */
export function replayChanges(document: Document) {
  for (const field of document.querySelectorAll<Field>('select, input, textarea')) {
    if (field instanceof HTMLSelectElement) {
      if (isChangedSelect(field)) field.dispatchEvent(new Event('change', { bubbles: true }))
    } else if (isText(field) && field.value !== field.defaultValue) replayText(field)
  }
}

/** Without an option that the server selected, the browser selects the first. */
const isChangedSelect = ({ multiple, options, selectedIndex }: HTMLSelectElement) =>
  !multiple &&
  selectedIndex !==
    Math.max(
      0,
      [...options].findIndex((option) => option.defaultSelected),
    )

const isText = (field: HTMLInputElement | HTMLTextAreaElement) =>
  field instanceof HTMLTextAreaElement || !notText.has(field.type)

const notText = new Set(['checkbox', 'radio', 'file', 'hidden', 'submit', 'button'])

/** React ignores an event if the value is the one it last saw, so it must first see the server's. */
function replayText(field: HTMLInputElement | HTMLTextAreaElement) {
  const { value } = field
  field.value = field.defaultValue
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
