/** What admins call topics and fields in other languages of the site. The names that ship are in the catalogs of `locales/`. */
import { languagePart } from '../../../shared/language.ts'
import type { ListingField } from '../../../shared/listing-fields/field.ts'
import type { NamesByLanguage } from '../../../shared/own-names.ts'
import type { StoredCatalog } from './queries.ts'

/** Names in one language, by what is named. */
export type OwnNames = ReadonlyMap<string, string>

/** Returns a function that returns the names in a language; those of `fr` are also those of `fr-CA`. */
export function buildOwnNames(stored: StoredCatalog): (language: string) => OwnNames {
  const languages = new Map<string, Map<string, string>>()
  function add(name: string, names: NamesByLanguage = {}) {
    for (const [language, own] of Object.entries(names)) {
      const known = languages.get(language) ?? new Map<string, string>()
      languages.set(language, known.set(name, own))
    }
  }
  for (const { name, names } of [...stored.subcategories, ...stored.categories]) add(name, names)
  for (const field of stored.namedFields) addField(field)

  function addField({ label, help, unit, names, choices }: ListingField) {
    add(label, names?.label)
    add(help, names?.help)
    add(unit, names?.unit)
    for (const choice of choices) add(choice.label, choice.names)
  }
  const none: OwnNames = new Map()
  return (language) => languages.get(language) ?? languages.get(languagePart(language)) ?? none
}
