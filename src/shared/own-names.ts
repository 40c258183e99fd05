/** What admins call something in other languages of the site, by their tags: `{ fr: 'Jardinage' }`. */
import * as z from 'zod/mini'
import { maxNameLength } from './limits.ts'
import { requiredText } from './schemas/fields.ts'
import { msg, t } from './translate.ts'

export type NamesByLanguage = Readonly<Record<string, string>>

const tag = z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), z.maxLength(35))

/** Texts by language, each with at most as many characters. */
export const textsByLanguage = (maxLength: number) =>
  z.record(tag, requiredText(msg('the name'), maxLength, { error: () => t('Please enter a name.') }), {
    error: () => t('names must be an object, such as {example}.', { example: '{ "fr": "Jardinage" }' }),
  })

export const namesByLanguage = textsByLanguage(maxNameLength)

/** The name of the control of a name in a language. */
export const namesName = (prefix: string, language: string) => `${prefix}.${language}`

/** Returns the names that a form has in controls such as `names.fr`. An empty one is none. */
export const readNames = (texts: Readonly<Record<string, string>>, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      const language = name.startsWith(`${prefix}.`) ? name.slice(prefix.length + 1) : ''
      return /^[\w-]+$/.test(language) && text.trim() !== '' ? [[language, text.trim()] as const] : []
    }),
  )
