/** The site's own texts, in the files of `texts/`, by language. */
import { readFileSync } from 'node:fs'
import { languagePart, readerLanguage, sourceLanguage } from '../../../shared/language.ts'
import { type EmailKey, emailTexts } from '../../../shared/texts/emails.ts'
import { textKeys } from '../../../shared/texts/table.ts'
import type { TextSource } from './page-text.ts'

const folder = new URL('../../../../texts/', import.meta.url)

/** A file begins with its title; a page can have a quote below, which is its subtitle. */
function parseFile(text: string): TextSource {
  const [, title = '', subtitle = '', body = ''] = /^# (.+)\n(?:\n> (.+)\n)?([\s\S]*)$/.exec(text) ?? []
  return { title, subtitle, body: body.trim() }
}

function readText(key: string, language: string): TextSource | null {
  const path = `${language}/${Object.hasOwn(emailTexts, key) ? 'emails/' : ''}${key}.md`
  try {
    return parseFile(readFileSync(new URL(path, folder), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const texts = new Map(textKeys.map((key) => [key as string, readText(key, sourceLanguage)]))
const translated = new Map<string, TextSource | null>()

/** Returns a text in the reader's language, if it ships in it. */
function translationOf(key: string): TextSource | null {
  const language = languagePart(readerLanguage())
  if (language === sourceLanguage || !texts.has(key)) return null
  const name = `${language}/${key}`
  const known = translated.get(name)
  if (known !== undefined) return known
  const found = readText(key, language)
  translated.set(name, found)
  return found
}

/** Returns the text that ships with the program, which admins change; null for a page that one of them added. */
export const defaultTextOf = (key: string): TextSource | null => texts.get(key) ?? null

/** Returns the same in the reader's language, if it ships in that. */
export const translatedTextOf = (key: string): TextSource | null => translationOf(key) ?? defaultTextOf(key)

/** Returns the text of an email that ships with the program, in the reader's language or in English. */
export function defaultEmailOf(key: EmailKey): TextSource {
  const text = translatedTextOf(key)
  if (!text) throw new Error(`The text ${key} is missing.`)
  return text
}
