/**
 * The form of a field's definition on the dashboard, with and without scripts. What has several values is joined by commas: `kinds`,
 * `topics`, `shownOn`, `initial`, and `uses`, the properties that are true. Choices are rows of `choices.0.key`, `.label`, `.retired`, and
 * `.place`, the number by which they are ordered. A row without a label is left out.
 */
import { readNames } from '../own-names.ts'
import type { FieldNames, FieldType } from './field.ts'
import { fromFormText } from './form.ts'

type Texts = Record<string, string>

/** The fields of the form with several values. */
export const definitionLists = ['kinds', 'topics', 'shownOn', 'initial', 'uses']

/** Returns what a form says about a field, as calls take it. Nothing is checked. */
export function readDefinition(texts: Texts): object {
  const { key = '', label = '', help = '', type = '', unit = '', audience, version } = texts
  const limit = (text = '') => fromFormText({ type: 'number' }, text) ?? null
  const uses = listOf(texts.uses)
  const names = fieldNamesIn(texts)
  return {
    ...(key && { key }),
    ...(audience && { audience }),
    ...(version && { version }),
    ...names,
    label,
    help,
    type,
    unit,
    kinds: listOf(texts.kinds),
    topics: listOf(texts.topics),
    required: uses.includes('required'),
    min: limit(texts.min),
    max: limit(texts.max),
    choices: readChoices(texts),
    initial: fromFormText({ type: type as FieldType }, texts.initial ?? '') ?? null,
    shownOn: listOf(texts.shownOn),
    searchable: uses.includes('searchable'),
    filter: uses.includes('filter'),
    sortable: uses.includes('sortable'),
  }
}

/** The properties of a field that can be in other languages. */
export const namedProperties = ['label', 'help', 'unit'] as const

/** Returns the names of a field in other languages. A form without their controls says nothing of them. */
function fieldNamesIn(texts: Texts): { names?: FieldNames } {
  if (!Object.keys(texts).some((name) => name.startsWith('names.'))) return {}
  const names = namedProperties.map((property) => [property, readNames(texts, `names.${property}`)] as const)
  return { names: Object.fromEntries(names.filter(([, texts]) => hasAny(texts))) }
}

const hasAny = (names: object): boolean => Object.keys(names).length > 0

const listOf = (text = '') => text.split(',').filter(Boolean)

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
      const names = readNames(texts, `${row}.names`)
      return {
        ...(key && { key }),
        label: texts[`${row}.label`],
        retired: texts[`${row}.retired`] === 'yes',
        ...(hasAny(names) && { names }),
      }
    })
}

/** Returns an order of fields, which is joined by commas, and the order in which two of them have changed places. */
export function swapKeys(before: string, swap: string): { keys: string[]; before: string[] } {
  const keys = before.split(',')
  const [from, to] = swap.split(',')
  return {
    keys: keys.map((key) => (key === from ? (to ?? '') : key === to ? (from ?? '') : key)),
    before: keys,
  }
}
