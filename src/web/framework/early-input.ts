/**
 * Keeps what people entered before React hydrated the page, or a part of it: the scripts load after the page is painted. React does
 * not notice such changes, and resets text areas and controlled selects to what the server sent.
 */
import { hydratedEvent, unloadedAttribute } from '../ui/hydrated.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Enters a value again so that React notices it. */
type Replay = () => void

/** Call it before hydration. Enters again what was entered into a part, once that part is hydrated. */
export function keepEarlyEntries(document: Document) {
  const replays = new Map<Field, Replay>()
  let isHydrated = false

  function record(field: Field) {
    const replay = replayOf(field)
    if (replay) replays.set(field, replay)
    else replays.delete(field)
  }

  function recordEvent({ target }: Event) {
    if (!isField(target)) return
    if (!isHydrated || target.closest(`[${unloadedAttribute}]`)) record(target)
  }

  for (const field of document.querySelectorAll<Field>('select, input, textarea')) record(field)
  for (const name of ['input', 'change']) document.addEventListener(name, recordEvent, true)
  document.addEventListener(
    hydratedEvent,
    ({ target: part }) => {
      isHydrated = true
      for (const [field, replay] of replays) {
        if (!(part as Node).contains(field) || field.closest(`[${unloadedAttribute}]`)) continue
        replays.delete(field)
        // Not at once: React may have hydrated the part to handle an event, whose handler runs only now.
        queueMicrotask(replay)
      }
    },
    true,
  )
}

const isField = (target: EventTarget | null): target is Field =>
  target instanceof Element && target.matches('select, input, textarea')

/** Returns null for a field that has what the server sent. */
function replayOf(field: Field): Replay | null {
  if (field instanceof HTMLSelectElement) {
    if (!isChangedSelect(field)) return null
    const { value } = field
    return () => {
      field.value = value
      dispatch(field, 'change')
    }
  }
  if (field instanceof HTMLInputElement && field.type === 'file')
    return field.files?.length ? () => dispatch(field, 'change') : null
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    const { checked, defaultChecked } = field
    // The chosen radio button also clears the others.
    const isChanged = checked !== defaultChecked && (checked || field.type === 'checkbox')
    return isChanged ? () => enter(field, 'checked', [defaultChecked, checked], 'click') : null
  }
  const { value, defaultValue } = field
  return isText(field) && value !== defaultValue
    ? () => enter(field, 'value', [defaultValue, value], 'input')
    : null
}

const dispatch = (field: Field, event: string) => field.dispatchEvent(new Event(event, { bubbles: true }))

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

const notText = new Set(['hidden', 'submit', 'button'])

/** React ignores an event if the field has what it last saw, so it must first see what the server sent. */
function enter(
  field: HTMLInputElement | HTMLTextAreaElement,
  property: 'value' | 'checked',
  [sent, entered]: [string | boolean, string | boolean],
  event: 'input' | 'click',
) {
  Reflect.set(field, property, sent)
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), property) ?? {}
  set?.call(field, entered)
  dispatch(field, event)
}
