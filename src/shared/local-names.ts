/**
 * Names of categories, fields, and places in the reader's language. URLs, filters, replies, and what is stored have the name of the database,
 * so call this only where a name is shown. The server finds names in its catalogs (`platform/language/local-names.ts`), and gives pages
 * in other languages those of the site before they start.
 */
import { readerLanguage } from './language.ts'
import type { ListingField } from './listing-fields/field.ts'

let find = (name: string): string => name

export const localName = (name: string): string => find(name)

/** Returns a place such as `Austin, Texas` or `Texas` with what the reader calls its region. */
export const localPlace = (place: string): string =>
  place.replace(/[^,]+$/, (last) => last.replace(last.trim(), localName))

export function setLocalNames(next: (name: string) => string): void {
  find = next
}

/** Returns names in the order of what is shown of them. In the language of the database, the server has sorted them. */
export const byLocalName = (names: readonly string[]): readonly string[] =>
  names.every((name) => localName(name) === name)
    ? names
    : names.toSorted((one, other) => localName(one).localeCompare(localName(other), readerLanguage()))

/** Returns a field in the reader's language, to show it. Its keys are the same. */
export const localField = (field: ListingField): ListingField => ({
  ...field,
  label: localName(field.label),
  help: localName(field.help),
  unit: localName(field.unit),
  choices: field.choices.map((choice) => ({ ...choice, label: localName(choice.label) })),
})
