/**
 * The language of the reader. The server takes it from the request or from the recipient of an email (`platform/language`), the browser
 * from the page, so it is a source of the process instead of a parameter of every function that writes something.
 */
let source = (): string => sourceLanguage

/** The language of the sentences in the code. */
export const sourceLanguage = 'en'

/** Returns a tag without its region, such as `fr` of `fr-CA`. */
export const languagePart = (tag: string): string => tag.split('-', 1)[0] ?? tag

/** Returns the tag of the language in which the current page, reply, or email is written, such as `fr`. */
export const readerLanguage = (): string => source()

/** Returns the source before. */
export function setLanguageSource(next: () => string): () => string {
  const before = source
  source = next
  return before
}

/** Tags of languages that are written from right to left, without their region. */
const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Returns the direction of a language's text, for `dir`. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.has(languagePart(language)) ? 'rtl' : 'ltr'
