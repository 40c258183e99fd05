/** Reads an email: who wrote it, whether a person did, and what they wrote. Runs in a child process. */
import { convert } from 'html-to-text'
import PostalMime, { type Email } from 'postal-mime'
import { maxConversationMessageLength } from '../../../../shared/limits.ts'
import { isBlank } from '../../../../shared/schemas/fields.ts'
import { type ReplyWords, replyPatterns } from '../../../platform/mail/reply-marker.ts'
import { isAutomatic } from './automatic.ts'
import { extractReply } from './reply-text.ts'

/** A longer text is too long, however many of its characters are surrogate pairs. */
const maxTextLength = 2 * maxConversationMessageLength + 1
/** Beyond this, HTML is cut off. */
const maxHtmlLength = 200_000
/** An attached email is no part of the reply, and could contain any number of parts. */
const parserLimits = { maxNestingDepth: 20, maxHeadersSize: 200_000, maxRfc822NestingDepth: 0 }

export type ReadEmail = {
  from: string
  messageId: string | undefined
  isAutomatic: boolean
  /** Empty if the writer has added nothing to the quoted email; cut off if it is too long. */
  text: string
}

/** Returns null for a malformed email. `words` are those of the emails of the site. */
export async function readEmail(source: Uint8Array, words?: ReplyWords[]): Promise<ReadEmail | null> {
  const email = await PostalMime.parse(source, parserLimits).catch(() => null)
  return (
    email && {
      from: email.from?.address ?? '',
      messageId: email.messageId,
      isAutomatic: isAutomatic(email.headers),
      text: textOf(email, words).slice(0, maxTextLength),
    }
  )
}

/** Some programs send a text part that is blank, or has only the quote, beside the HTML. */
function textOf({ text = '', html = '', subject }: Email, words?: ReplyWords[]): string {
  const site = replyPatterns(words)
  const own = extractReply(text, subject, site)
  return isBlank(own) && html !== '' ? extractReply(textOfHtml(html), subject, site) : own
}

/** Quoted parts keep their mark, so that they can be removed. */
function textOfHtml(html: string): string {
  return convert(html.slice(0, maxHtmlLength), {
    wordwrap: false,
    limits: { maxDepth: 100 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'h3', options: { uppercase: false } },
    ],
  })
}
