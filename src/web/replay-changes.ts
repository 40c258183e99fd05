/** Tells React what people entered before it hydrated the page: the scripts load after the page is painted. */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Finds the fields whose value is no longer the server's. Call it once, after hydration. Returns a function that dispatches an
 * event for each with what the field has now, even if React has reset it since.
 */
export function collectChanges(document: Document): () => void {
  const replays = [...document.querySelectorAll<Field>('select, input, textarea')].map(replayOf)
  return () => {
    for (const run of replays) run?.()
  }
}

/** Returns what tells React about the change of a field, or null without one. */
function replayOf(field: Field): (() => void) | null {
  if (field instanceof HTMLSelectElement) {
    if (!isChangedSelect(field)) return null
    const { value } = field
    return () => {
      field.value = value
      replay(field, 'change')
    }
  }
  if (field instanceof HTMLInputElement && field.type === 'file')
    return field.files?.length ? () => replay(field, 'change') : null
  if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    const { checked, defaultChecked } = field
    return checked === defaultChecked
      ? null
      : () => replayAs(field, 'checked', [defaultChecked, checked], 'click')
  }
  const { value, defaultValue } = field
  return isText(field) && value !== defaultValue
    ? () => replayAs(field, 'value', [defaultValue, value], 'input')
    : null
}

const replay = (field: Field, event: string) => field.dispatchEvent(new Event(event, { bubbles: true }))

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

const notText = new Set(['radio', 'hidden', 'submit', 'button'])

/** React ignores an event if the field has what it last saw, so it must first see what the server sent. */
function replayAs(
  field: HTMLInputElement | HTMLTextAreaElement,
  property: 'value' | 'checked',
  [sent, entered]: [string | boolean, string | boolean],
  event: 'input' | 'click',
) {
  Reflect.set(field, property, sent)
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), property) ?? {}
  set?.call(field, entered)
  replay(field, event)
}
