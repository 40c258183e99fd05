/** What search engines index of the values of a listing: those that everyone may see. */
import { daysBetween } from '../../../../shared/days.ts'
import { toKm } from '../../../../shared/distance.ts'
import type { Kind } from '../../../../shared/listing.ts'
import {
  choicesOf,
  type FieldTopic,
  type FieldValue,
  type FieldValues,
  fieldsOf,
  hasChoices,
  hasRange,
  type ListingField,
  visibleValues,
  visitor,
} from '../../../../shared/listing-fields/field.ts'

export type IndexedValues = {
  choices: string[]
  numbers: Record<string, number>
  reachKm: number | null
  /** The words of searchable fields. */
  words: string[]
}

type ValuesOfListing = {
  kind: Kind
  topic: FieldTopic
  /** The code of the country of its town, such as `US`; null without a town. */
  townCountry: string | null
  values: FieldValues
}

export function indexedValues(
  fields: readonly ListingField[],
  { kind, topic, townCountry, values }: ValuesOfListing,
): IndexedValues {
  const indexed: IndexedValues = { choices: [], numbers: {}, reachKm: null, words: [] }
  if (Object.keys(values).length === 0) return indexed
  const own = fieldsOf(fields, kind, topic)
  const visible = visibleValues(own, values, visitor)
  for (const field of own) {
    const value = visible[field.key]
    if (value === undefined) continue
    if (hasChoices(field))
      indexed.choices.push(...choiceKeys(value).map((choice) => `${field.key}:${choice}`))
    const number = hasRange(field) ? toNumber(value) : Number.NaN
    if (Number.isFinite(number)) indexed.numbers[field.key] = number
    if (field.searchable) indexed.words.push(...wordsOf(field, value))
    if (field.role === 'travel-distance' && townCountry) indexed.reachKm = toKm(Number(value), townCountry)
  }
  return indexed
}

function choiceKeys(value: FieldValue): string[] {
  if (typeof value === 'boolean') return [value ? 'yes' : 'no']
  return Array.isArray(value) ? value : [String(value)]
}

const toNumber = (value: FieldValue): number =>
  typeof value === 'string' ? daysBetween('1970-01-01', value) : Number(value)

const wordsOf = (field: ListingField, value: FieldValue): string[] =>
  hasChoices(field)
    ? choicesOf(field).flatMap(({ key, label }) => (choiceKeys(value).includes(key) ? label : []))
    : [String(value)]
