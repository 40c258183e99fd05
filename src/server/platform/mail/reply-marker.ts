/** What this site's emails say around a relayed message, by which a reply is told from the message that it quotes. */
import { sourceLanguage } from '../../../shared/language.ts'
import { msg, write } from '../../../shared/translate.ts'
import { currentCatalogs, siteLanguages } from '../language/reader-language.ts'

/** Stands above a relayed message. */
export const replyMarker = msg('— Please write your reply above this line —')
/** Above the marker. */
export const greeting = msg('Hello {name},')
export const plainGreeting = msg('Hello,')
/** The last line of every email. */
export const footer = msg('This email was sent by {site}, {url}.')

/** What is searched for in the replies to emails in one language. */
export type ReplyWords = { marker: string; footer: string; greeting: string }

/** Returns the words of each language in which the site writes emails, and of English, in which it may have written them. */
export const replyWords = (): ReplyWords[] => [...new Set([...siteLanguages(), sourceLanguage])].map(wordsOf)

function wordsOf(language: string): ReplyWords {
  const words = (message: string, values = {}) =>
    write(currentCatalogs().translate(language, message), values)
  const end = '\u0000'
  return {
    // Some mail programs replace the dashes.
    marker: words(replyMarker).replace(/^\P{L}+|\P{L}+$/gu, ''),
    footer: words(footer, { site: end }).split(end)[0]?.trim() ?? '',
    greeting: words(plainGreeting).replace(/\P{L}+$/u, ''),
  }
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

export type ReplyPatterns = ReturnType<typeof replyPatterns>

/** Returns what finds these words in a line. */
export function replyPatterns(words: readonly ReplyWords[] = [wordsOf(sourceLanguage)]) {
  const anyOf = (name: keyof ReplyWords) =>
    words.flatMap((each) => (each[name] === '' ? [] : escapePattern(each[name]))).join('|')
  return {
    marker: new RegExp(anyOf('marker'), 'iu'),
    footer: new RegExp(anyOf('footer'), 'iu'),
    /** With or without a name. */
    greeting: new RegExp(`^\\s*(${anyOf('greeting')})([ ,].{1,80})?[,:،]\\s*$`, 'iu'),
  }
}
