/**
 * The form of a field's definition on the dashboard, with and without scripts. A box has the value `yes`, or is missing:
 * `kinds.service`, `topics.12`, `shownOn.card`, `required`, `searchable`, `filter`, `sortable`. Choices are rows of `choices.0.key`,
 * `.label`, `.retired`, and `.place`, the number by which they are ordered. A row without a label is left out.
 */
import { type FieldChoice, type FieldType, fieldScreens, type ListingField } from './field.ts'
import { fromFormText, toFormText } from './form.ts'

type Texts = Record<string, string>

/** Returns the texts of a form that edits a field. */
export function toDefinitionForm(field: ListingField): Texts {
  const boxes = [
    ...field.kinds.map((kind) => `kinds.${kind}`),
    ...field.topics.map((topic) => `topics.${topic}`),
    ...field.shownOn.map((screen) => `shownOn.${screen}`),
    ...(['required', 'searchable', 'filter', 'sortable'] as const).filter((name) => field[name]),
  ]
  const { key, label, help, type, unit, audience } = field
  return {
    key,
    label,
    help,
    type,
    unit,
    audience,
    min: String(field.min ?? ''),
    max: String(field.max ?? ''),
    initial: toFormText(field.initial),
    ...Object.fromEntries(boxes.map((name) => [name, 'yes'])),
    ...Object.fromEntries(field.choices.flatMap(textsOfChoice)),
  }
}

const textsOfChoice = ({ key, label, retired }: FieldChoice, index: number): [string, string][] => [
  [`choices.${index}.key`, key],
  [`choices.${index}.label`, label],
  [`choices.${index}.place`, String(index + 1)],
  ...(retired ? [[`choices.${index}.retired`, 'yes'] as [string, string]] : []),
]

/** Returns what a form says about a field, as calls take it. Nothing is checked. */
export function readDefinition(texts: Texts): object {
  const { key = '', label = '', help = '', type = '', unit = '', audience, version } = texts
  const isChecked = (name: string) => texts[name] === 'yes'
  const limit = (text = '') => (text.trim() === '' ? null : Number(text))
  return {
    ...(key && { key }),
    ...(audience && { audience }),
    ...(version && { version }),
    label,
    help,
    type,
    unit,
    kinds: ['service', 'event'].filter((kind) => isChecked(`kinds.${kind}`)),
    topics: readTopics(texts),
    required: isChecked('required'),
    min: limit(texts.min),
    max: limit(texts.max),
    choices: readChoices(texts),
    initial: fromFormText({ type: type as FieldType }, texts.initial ?? '') ?? null,
    shownOn: fieldScreens.filter((screen) => isChecked(`shownOn.${screen}`)),
    searchable: isChecked('searchable'),
    filter: isChecked('filter'),
    sortable: isChecked('sortable'),
  }
}

const readTopics = (texts: Texts) =>
  Object.keys(texts).flatMap((name) => /^topics\.(\d{1,9})$/.exec(name)?.[1] ?? [])

function readChoices(texts: Texts): object[] {
  const rows = Object.keys(texts).flatMap((name) => {
    const row = /^choices\.(\d{1,3})\.label$/.exec(name)?.[1]
    return row && texts[name]?.trim() ? [`choices.${row}`] : []
  })
  const placeOf = (row: string) => Number(texts[`${row}.place`]) || Number.POSITIVE_INFINITY
  return rows
    .toSorted((a, b) => placeOf(a) - placeOf(b) || 0)
    .map((row) => {
      const key = texts[`${row}.key`]
      return { ...(key && { key }), label: texts[`${row}.label`], retired: texts[`${row}.retired`] === 'yes' }
    })
}
