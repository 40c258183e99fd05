/** The language of what an ad says. */

import { createRequire } from 'node:module'
import { adLanguagesOf, unknownLanguage } from '../../../shared/ad-languages.ts'
import { invalidFields } from '../../../shared/errors.ts'
import { t } from '../../../shared/translate.ts'

type Text = { title: string; description: string; language?: string | undefined }
type Options = { isNew: boolean; languages: readonly string[] }

/**
 * Returns what the author chose, or else the language of a new ad; undefined for an update that keeps the stored one. Throws `invalid` for
 * a language that the site does not have.
 */
export function languageColumn(
  { title, description, language }: Text,
  { isNew, languages }: Options,
): string | undefined {
  const offered = adLanguagesOf(languages)
  if (language === undefined) return isNew ? detectLanguage(`${title}. ${description}`, offered) : undefined
  if (offered.includes(language)) return language
  throw invalidFields({ language: t('Please choose one of {values}.', { values: offered.join(', ') }) })
}

type Detector = { detectAll: (text: string, options?: { only: readonly string[] }) => Guess[] }
type Guess = { lang: string; accuracy: number }

const require = createRequire(import.meta.url)
let detector: Detector | null = null

/** More of a text says nothing new, and takes longer. */
const maxRead = 1_000
/** Short texts often seem to be in a language that nobody writes here. */
const minAccuracy = 0.5

/** Returns which of these languages a text is in. Sites with one language never load the detector. */
export function detectLanguage(text: string, offered: readonly string[]): string {
  const [first = unknownLanguage, ...others] = offered
  if (others.length === 0) return first
  detector ??= require('tinyld') as Detector
  const read = text.slice(0, maxRead)
  const [likeliest] = detector.detectAll(read)
  if (!likeliest) return first
  if (offered.includes(likeliest.lang)) return likeliest.lang
  if (likeliest.accuracy >= minAccuracy) return unknownLanguage
  return detector.detectAll(read, { only: offered })[0]?.lang ?? unknownLanguage
}
