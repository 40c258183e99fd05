/** The languages that ads can be in, apart from `language.ts`, which every page loads. */

import { languagePart, readerLanguage } from './language.ts'
import { memoize } from './memoize.ts'
import { t } from './translate.ts'

/** The language of ads that are in none of the site's. */
export const unknownLanguage = 'und'

/** Returns the languages that an ad can be in, each once; one if the site has only one. */
export function adLanguagesOf(tags: readonly string[]): string[] {
  const languages = [...new Set(tags.map(languagePart))]
  return languages.length > 1 ? [...languages, unknownLanguage] : languages
}

/** Returns the `lang` attribute of an ad's text: empty if nobody knows its language, missing on a site with one language. */
export const langOf = ({ language }: { language?: string | undefined }): string | undefined =>
  language === unknownLanguage ? '' : language

const languageNames = memoize((language) => new Intl.DisplayNames(language, { type: 'language' }))

/** Returns the name of an ad's language for the reader, such as `French`; a text that is no tag, which a URL can have, as it is. */
export function nameOfAdLanguage(language: string): string {
  if (language === unknownLanguage) return t('Other languages')
  if (!/^[a-z]{2,3}$/.test(language)) return language
  return languageNames(readerLanguage()).of(language) ?? language
}
