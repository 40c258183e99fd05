/** How the reader's language lists names. Apart from `site-format.ts`, because few pages list any. */
import { readerLanguage } from './language.ts'
import { memoize } from './memoize.ts'
import { writesEnglish } from './site-format.ts'

const listFormats = memoize((language) => new Intl.ListFormat(language))

/** Formats names as `Ann, Ben, and Cleo`. */
export const formatList = (names: readonly string[]): string =>
  listFormats(writesEnglish() ? 'en-US' : readerLanguage()).format(names)

const collators = memoize((language) => new Intl.Collator(language))

/** Returns how the reader's language orders names. */
export const nameOrder = (): Intl.Collator['compare'] => collators(readerLanguage()).compare
