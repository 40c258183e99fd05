/** The filters of fields in URLs: `f.years=5-` is five years or more, `f.travel=home,online` one of two choices. */
import { daysBetween, isDay } from '../days.ts'
import { formatDay } from '../format.ts'
import { t } from '../translate.ts'
import { chosenOf, hasChoices, hasRange, type ListingField, mayRead, visitor } from './field.ts'
import { type FormatContext, formatValue } from './format.ts'
import { type FieldFilterTexts, parameterOf } from './parameters.ts'

/** Both ends are inclusive and may be open: numbers, or days such as `2026-11-20`. */
type FieldRange = { min?: string | undefined; max?: string | undefined }
/** What a list is filtered by: a range of a field, or some of its choices, of which a listing has at least one. */
export type FieldFilter = { field: ListingField } & ({ range: FieldRange } | { choices: string[] })

const number = String.raw`-?\d{1,10}(?:\.\d{1,2})?`
const day = String.raw`\d{4}-\d\d-\d\d`
const numberRange = new RegExp(`^(${number})?-(${number})?$`)
const dayRange = new RegExp(`^(${day})?-(${day})?$`)

/** Returns the fields that lists of a topic can be filtered by. Only what everyone may see can be asked for. */
export const filterable = (fields: readonly ListingField[]): ListingField[] =>
  fields.filter(
    (field) =>
      field.filter && !field.retired && mayRead(field, visitor) && (hasRange(field) || hasChoices(field)),
  )

/** Returns the filter that a text means; null if it means none. */
export function parseFieldFilter(field: ListingField, text: string): FieldFilter | null {
  if (hasRange(field)) {
    const match = (field.type === 'date' ? dayRange : numberRange).exec(text)
    const [, min, max] = match ?? []
    const ends = [min, max].filter((end) => end !== undefined)
    if (ends.length === 0 || (field.type === 'date' && !ends.every(isDay))) return null
    return { field, range: { min, max } }
  }
  const choices = chosenOf(field, text.split(',')).map(({ key }) => key)
  return choices.length > 0 ? { field, choices } : null
}

/** Returns the filters that texts mean in lists with these fields. Parameters of other fields, and unknown values, are left out. */
export const parseFieldFilters = (fields: readonly ListingField[], texts: FieldFilterTexts): FieldFilter[] =>
  filterable(fields).flatMap((field) => parseFieldFilter(field, texts[parameterOf(field.key)] ?? '') ?? [])

/** Returns the text of a filter in a URL. */
export const toFieldText = (filter: FieldFilter): string =>
  'range' in filter ? `${filter.range.min ?? ''}-${filter.range.max ?? ''}` : filter.choices.join(',')

/** Describes a filter for its chip, such as `Experience: 5 years or more`. */
export function describeFieldFilter(filter: FieldFilter, context: FormatContext): string {
  const { field } = filter
  const value =
    'range' in filter ? describeRange(field, filter.range, context) : describeChoices(field, filter.choices)
  return t('{field}: {value}', { field: field.label, value })
}

function describeRange(field: ListingField, { min, max }: FieldRange, context: FormatContext): string {
  return field.type === 'date'
    ? describeDays(min && formatDay(min), max && formatDay(max))
    : describeNumbers(
        min && formatValue(field, Number(min), context),
        max && formatValue(field, Number(max), context),
      )
}

function describeDays(first = '', last = ''): string {
  if (first && last) return first === last ? first : t('{first} to {last}', { first, last })
  return first ? t('from {day}', { day: first }) : t('up to {day}', { day: last })
}

function describeNumbers(min = '', max = ''): string {
  if (min && max) return min === max ? min : t('{min} to {max}', { min, max })
  return min ? t('{min} or more', { min }) : t('up to {max}', { max })
}

const describeChoices = (field: ListingField, keys: string[]): string =>
  chosenOf(field, keys)
    .map(({ label }) => label)
    .reduce((one, other) => t('{one} or {other}', { one, other }))

/** Returns a choice as search engines have it. */
export const engineChoice = ({ key }: ListingField, choice: string): string => `${key}:${choice}`

/** Returns a number, or a day as days since 1970, as search engines have it; NaN for another text. */
export const engineNumber = ({ type }: ListingField, text: string): number =>
  type === 'date' ? daysBetween('1970-01-01', text) : Number(text)
