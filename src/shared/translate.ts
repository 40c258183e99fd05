/**
 * Writes sentences in the reader's language. The English sentence is in the code, in ICU syntax, and is also the key of its
 * translations in `locales/`. `npm run locales` finds the sentences by the names of these functions, so the first argument is always a
 * literal (docs/translating.md).
 */
import { readerLanguage } from './language.ts'
import { memoize } from './memoize.ts'
import { formatNumber } from './site-format.ts'

declare const isMessage: unique symbol
/** An English sentence in a table, which `t` writes where it is shown: a table is made before anyone reads it. */
export type Message = string & { readonly [isMessage]: true }

/** A sentence as the server and the build compile it: its text if it has no variables. */
export type CompiledMessage = string | readonly Token[]
/** A text; 0 for the number of a plural; a variable; or a variable that chooses a text, or a tag with its text. */
type Token = string | 0 | Variable | Tag | Choice
type Variable = readonly [name: string, type?: undefined, rest?: undefined]
type Tag = readonly [name: string, type: 'tag', rest: CompiledMessage]
type Choice = readonly [name: string, type: 'cardinal' | 'ordinal' | 'select', rest: Cases]
type Cases = Readonly<Record<string, CompiledMessage>>

export type MessageValues = Readonly<Record<string, string | number>>
export type Literal<Text extends string> = string extends Text ? never : Text

/** In browsers, the code contains the translations instead (`scripts/messages-plugin.ts`). */
export let find = (message: unknown): CompiledMessage => message as CompiledMessage

/** Sets the function that returns the translation of an English sentence into the reader's language. */
export function setTranslator(translate: (message: string) => CompiledMessage): void {
  find = translate as typeof find
}

/** Marks a sentence of a table. */
export const msg = <const Text extends string>(text: Literal<Text>): Message => text as string as Message

/**
 * Returns a sentence in the reader's language, such as `t('Sign In')` or
 * `t('{count, plural, one {# spot} other {# spots}}', { count })`. Numbers are written as the site writes them.
 */
export function t(message: Message, values?: MessageValues): string
export function t<const Text extends string>(message: Literal<Text>, values?: MessageValues): string
export function t(message: unknown, values: MessageValues = {}): string {
  return write(find(message), values)
}

const pluralRules = memoize((key) => {
  const [language, type] = key.split(' ')
  return new Intl.PluralRules(language, { type: type as Intl.PluralRuleType })
})

/** Writes a translated sentence. `count` is the number of the plural that it is in. */
export function write(message: CompiledMessage, values: MessageValues, count = 0): string {
  if (typeof message === 'string') return message
  let text = ''
  for (const token of message) {
    if (typeof token === 'string') text += token
    else if (token === 0) text += formatNumber(count)
    else {
      const [name, type, rest] = token
      const value = values[name] ?? ''
      if (!type) text += typeof value === 'number' ? formatNumber(value) : value
      else if (type === 'tag') text += write(rest, values, count)
      else {
        const key =
          type === 'select' ? value : pluralRules(`${readerLanguage()} ${type}`).select(Number(value))
        text += write(rest[`=${value}`] ?? rest[key] ?? rest.other ?? '', values, Number(value))
      }
    }
  }
  return text
}
