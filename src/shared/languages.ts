/** The languages of a site and of its ads. */

/** The language of ads that are in none of the site's. */
export const unknownLanguage = 'und'

/** Returns the language of a tag: `fr` of `fr-CA`. */
export const languageOf = (tag: string): string => tag.split('-', 1)[0] ?? tag

/** Returns the languages that an ad can be in, each once; one if the site has only one. */
export function adLanguagesOf(tags: readonly string[]): string[] {
  const languages = [...new Set(tags.map(languageOf))]
  return languages.length > 1 ? [...languages, unknownLanguage] : languages
}

/** Returns the `lang` attribute of an ad's text: empty if nobody knows its language, missing on a site with one language. */
export const langOf = ({ language }: { language?: string | undefined }): string | undefined =>
  language === unknownLanguage ? '' : language

/** Returns the name of a language, such as `French`. */
export const languageName = (language: string): string =>
  language === unknownLanguage
    ? 'Other languages'
    : (new Intl.DisplayNames('en-US', { type: 'language' }).of(language) ?? language)
