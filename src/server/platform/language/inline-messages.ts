/**
 * Puts translations into the scripts of pages. The build leaves a mark in place of each sentence, and the server replaces the marks for
 * each language, so that a page loads the sentences of its own language and of the code that it runs, and nothing else.
 */
import type { CompiledMessage } from '../../../shared/translate.ts'

/** Only characters that no minifier changes, in any kind of literal. */
export const markOf = (message: string): string => `⟦${encodeURIComponent(message).replaceAll("'", '%27')}⟧`

/** A literal that is a whole sentence, or a sentence that a minifier has joined to another text. */
const marks = /(["'`])⟦([^⟧]*)⟧\1|⟦([^⟧]*)⟧/g

/** Throws if a sentence with variables is a part of a longer literal. */
export function inlineMessages(code: string, translate: (message: string) => CompiledMessage): string {
  return code.replace(marks, (_mark, quote: string | undefined, whole = '', part = '') => {
    const message = decodeURIComponent(quote ? whole : part)
    const compiled = translate(message)
    if (typeof compiled === 'string')
      return quote ? `${quote}${escapeText(compiled)}${quote}` : escapeText(compiled)
    if (!quote) throw new Error(`“${message}” has variables and is a part of a longer text.`)
    return JSON.stringify(compiled)
  })
}

/** For all three kinds of literals. */
const escapeText = (text: string) =>
  text
    .replace(/[\\"'`$]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
