/** What things of the database are called in a language. */
import { sourceLanguage } from '../../../shared/language.ts'
import { memoize } from '../../../shared/memoize.ts'
import type { Catalogs } from './catalogs.ts'

/** Returns what admins call things in a language, by their names in the database. */
export type OwnNames = (language: string) => ReadonlyMap<string, string>

/** Returns what something is called: by admins, or else in the catalogs, or else, if it is a country, by Node. */
export const nameIn = (language: string, name: string, own: OwnNames, catalogs: Catalogs): string =>
  own(language).get(name) ?? catalogs.nameOf(language, name) ?? countryIn(language, name) ?? name

const countryNames = memoize((language) => new Intl.DisplayNames(language, { type: 'region' }))

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The codes of countries by the English names that they have in a new database. Memoized, because most sites never need it. */
const codesByName = memoize(
  (language) =>
    new Map(
      letters
        .flatMap((first) => letters.map((second) => first + second))
        .map((code) => [countryNames(language).of(code), code]),
    ),
)

function countryIn(language: string, name: string): string | undefined {
  if (language === sourceLanguage) return
  const code = codesByName(sourceLanguage).get(name)
  return code && countryNames(language).of(code)
}
