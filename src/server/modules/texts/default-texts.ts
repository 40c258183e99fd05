/** The site's own texts, in the files of `texts/`. */
import { readFileSync } from 'node:fs'
import { type EmailKey, emailTexts } from '../../../shared/texts/emails.ts'
import { type TextKey, textKeys } from '../../../shared/texts/table.ts'
import type { TextSource } from './page-text.ts'

const folder = new URL('../../../../texts/en/', import.meta.url)

/** A file begins with its title; a page can have a quote below, which is its subtitle. */
function parseFile(text: string): TextSource {
  const [, title = '', subtitle = '', body = ''] = /^# (.+)\n(?:\n> (.+)\n)?([\s\S]*)$/.exec(text) ?? []
  return { title, subtitle, body: body.trim() }
}

const readText = (key: TextKey): TextSource =>
  parseFile(
    readFileSync(new URL(`${Object.hasOwn(emailTexts, key) ? 'emails/' : ''}${key}.md`, folder), 'utf8'),
  )

const texts = new Map(textKeys.map((key) => [key as string, readText(key)]))

/** Returns the text of an email that ships with the program. */
export const defaultEmailOf = (key: EmailKey): TextSource => texts.get(key) ?? readText(key)

/** Returns the text that ships with the program; null for a page that an admin added. */
export const defaultTextOf = (key: string): TextSource | null => texts.get(key) ?? null
