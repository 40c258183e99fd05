/** Checks the values of fields. The form, the server, and imports all call `checkValues`; nothing else decides what is stored. */

import { isDay } from '../days.ts'
import { isHttpUrl } from '../http-url.ts'
import { maxPrice } from '../limits.ts'
import { localField } from '../local-names.ts'
import { characterCount, isBlank, readable, unreadable } from '../schemas/fields.ts'
import { formatNumber } from '../site-format.ts'
import { normalizeUrl } from '../social-link.ts'
import { normalizeLineBreaks, toSingleLine } from '../text-normalization.ts'
import { t } from '../translate.ts'
import {
  choicesOf,
  type FieldValue,
  type FieldValues,
  hasChoices,
  type ListingField,
  maxTextLength,
} from './field.ts'

/** Limits a number whose field has no limit, so that every index can hold it. */
export const maxNumber = 1_000_000_000

type Checked = { value: FieldValue | undefined } | { error: string }

export type CheckOptions = {
  /** The stored values of the listing: a retired choice that it has may stay. */
  stored?: FieldValues
  /** For what no person fills in, such as an import. */
  allowMissing?: boolean
}

/**
 * Returns the values of these fields as they are stored, or a sentence for each that is wrong, by key. Values of other fields are
 * dropped. `input` may be anything that JSON can say.
 */
export function checkValues(
  fields: readonly ListingField[],
  input: Readonly<Record<string, unknown>>,
  { stored = {}, allowMissing = false }: CheckOptions = {},
): { values: Record<string, FieldValue>; errors: Record<string, string> } {
  const values: Record<string, FieldValue> = {}
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const given = Object.hasOwn(input, field.key) ? input[field.key] : undefined
    const checked = checkValue(localField(field), given, stored[field.key])
    if ('error' in checked) errors[field.key] = checked.error
    else if (checked.value !== undefined) values[field.key] = checked.value
    else if (field.required && !allowMissing) errors[field.key] = missingSentence(localField(field))
  }
  return { values, errors }
}

function missingSentence(field: ListingField): string {
  return hasChoices(field) || field.type === 'date'
    ? t('Please choose: {field}.', { field: field.label })
    : t('Please enter: {field}.', { field: field.label })
}

/** Returns the limits of a number or an amount; of the characters of a text; of how many choices there can be. */
export function limitsOf({ type, min, max, choices }: ListingField): { least: number; most: number } {
  const ofType = { ...maxTextLength, number: maxNumber, money: maxPrice, choices: choices.length }
  const most = ofType[type as keyof typeof ofType]
  return { least: min ?? (type === 'number' ? -maxNumber : 0), most: Math.min(max ?? most, most) }
}

function checkValue(field: ListingField, given: unknown, stored: FieldValue | undefined): Checked {
  if (given === undefined || given === null || given === '') return { value: undefined }
  switch (field.type) {
    case 'number':
    case 'money':
      return checkNumber(field, given)
    case 'yes-no':
      return typeof given === 'boolean'
        ? { value: given }
        : { error: t('{field} must be yes or no.', { field: field.label }) }
    case 'choice':
      return checkChoice(field, given, stored)
    case 'choices':
      return checkChoices(field, given, stored)
    default:
      return checkText(field, given)
  }
}

function checkNumber(field: ListingField, given: unknown): Checked {
  const { label, type, unit } = field
  if (typeof given !== 'number' || !Number.isFinite(given)) {
    const example = type === 'money' ? '12.50' : '5'
    return { error: t('Please enter a number for {field}, such as {example}.', { field: label, example }) }
  }
  if (Math.round(given * 100) / 100 !== given)
    return { error: t('Please use at most two decimals for {field}.', { field: label }) }
  const { least, most } = limitsOf(field)
  const written = (limit: number) => `${formatNumber(limit)}${unit ? ` ${unit}` : ''}`
  if (given < least)
    return { error: t('{field} must be at least {least}.', { field: label, least: written(least) }) }
  if (given > most)
    return { error: t('{field} can be at most {most}.', { field: label, most: written(most) }) }
  return { value: given }
}

const unknownChoice = ({ label }: ListingField) => ({
  error: t('Please choose {field} from the list.', { field: label }),
})

function checkChoice(field: ListingField, given: unknown, stored: FieldValue | undefined): Checked {
  const choice = choicesOf(field).find(({ key }) => key === given)
  if (!choice || (choice.retired && stored !== given)) return unknownChoice(field)
  return { value: choice.key }
}

function checkChoices(field: ListingField, given: unknown, stored: FieldValue | undefined): Checked {
  if (!Array.isArray(given)) return unknownChoice(field)
  const kept: readonly unknown[] = Array.isArray(stored) ? stored : []
  const offered = choicesOf(field).filter(({ key, retired }) => !retired || kept.includes(key))
  const chosen = offered.map(({ key }) => key).filter((key) => given.includes(key))
  if (given.some((key) => !chosen.includes(key as string))) return unknownChoice(field)
  if (chosen.length === 0) return { value: undefined }
  const { least, most } = limitsOf(field)
  if (chosen.length < least)
    return { error: t('Please choose at least {least} for {field}.', { least, field: field.label }) }
  if (chosen.length > most)
    return { error: t('Please choose at most {most} for {field}.', { most, field: field.label }) }
  return { value: chosen }
}

function checkText(field: ListingField, given: unknown): Checked {
  const { label, type } = field
  if (typeof given !== 'string') return { error: t('Please enter {field} as text.', { field: label }) }
  if (!readable(given)) return { error: unreadable.error() }
  const text = normalizeText(type, given)
  if (isBlank(text)) return { value: undefined }
  if (type === 'date')
    return isDay(text)
      ? { value: text }
      : { error: t('Please choose a date for {field}, such as 2026-11-20.', { field: label }) }
  if (type === 'url' && !isHttpUrl(text))
    return {
      error: t('Please enter a web address for {field}, such as https://example.com.', { field: label }),
    }
  const { least, most } = limitsOf(field)
  const length = characterCount(text)
  if (length < least)
    return { error: t('Please use at least {least} characters for {field}.', { least, field: label }) }
  if (length > most)
    return { error: t('Please use at most {most} characters for {field}.', { most, field: label }) }
  return { value: text }
}

function normalizeText(type: ListingField['type'], text: string): string {
  if (type === 'long-text') return normalizeLineBreaks(text)
  return type === 'url' ? normalizeUrl(text) : toSingleLine(text)
}
