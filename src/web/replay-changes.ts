/** Tells React what people entered before it hydrated the page: the scripts load after the page is painted. */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Dispatches an event for each field whose value is no longer the server's. Call it once, after hydration. */
export function replayChanges(document: Document) {
  for (const field of document.querySelectorAll<Field>('select, input, textarea')) {
    if (field instanceof HTMLSelectElement) {
      if (isChangedSelect(field)) replay(field, 'change')
    } else if (field instanceof HTMLInputElement && field.type === 'file') {
      if (field.files?.length) replay(field, 'change')
    } else if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      if (field.checked !== field.defaultChecked) replayAs(field, 'checked', field.defaultChecked, 'click')
    } else if (isText(field)) {
      if (field.value !== field.defaultValue) replayAs(field, 'value', field.defaultValue, 'input')
    }
  }
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
  sent: string | boolean,
  event: 'input' | 'click',
) {
  const entered: unknown = Reflect.get(field, property)
  Reflect.set(field, property, sent)
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), property) ?? {}
  set?.call(field, entered)
  replay(field, event)
}
