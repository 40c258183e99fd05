/**
 * Takes what someone wrote out of an emailed reply: without the quoted email and the signature. It removes only what is
 * certainly quoted, because a quote that stays is better than a sentence that is lost. Each line is looked at once: a library
 * that tries dozens of regular expressions on a stranger's text could keep the server busy.
 */
import { replyMarker } from '../../../platform/mail/reply-marker.ts'

const maxHeaderLines = 4
/** Between such a header and the quote. */
const maxBlankLines = 4
const quoted = /^\s*>/
const separator =
  /^\s*(-{2,}\s*(original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original)\s*-{2,}|_{10,})\s*$/i
/** The headers that Outlook puts above the quoted email. */
const outlookHeader = /^\s*\*?(from|von|de|da|van|från):\*?\s.*(@|\[mailto)/i
const deviceSignature = /^\s*(sent from my |sent via |get outlook for |von meinem .{1,30} gesendet)/i

/** Returns an empty text if there is nothing of the writer's own. */
export function extractReply(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const quote = lines.findIndex((line, index) => startsQuote(lines, line, index))
  const own = withoutSignature(quote === -1 ? lines : lines.slice(0, quote))
  while (own.length > 0 && (quoted.test(own.at(-1) ?? '') || own.at(-1)?.trim() === '')) own.pop()
  return own.join('\n').trim()
}

function startsQuote(lines: string[], line: string, index: number): boolean {
  if (line.includes(replyMarker) || separator.test(line)) return true
  if (outlookHeader.test(line)) return true
  return endsInQuote(lines, index)
}

/**
 * Whether `On Friday, Ada <ada@example.org> wrote:` begins here, which may be wrapped into a few lines. It ends with a colon and
 * the quoted lines follow; they tell it from a sentence that ends the same way.
 */
function endsInQuote(lines: string[], index: number): boolean {
  if (lines[index]?.trim() === '' || quoted.test(lines[index] ?? '')) return false
  for (let end = index; end < Math.min(index + maxHeaderLines, lines.length); end += 1) {
    const line = lines[end]?.trim() ?? ''
    if (line === '' || quoted.test(line)) return false
    if (!line.endsWith(':')) continue
    const header = lines.slice(index, end + 1).join(' ')
    const next = lines.slice(end + 1, end + 1 + maxBlankLines).find((following) => following.trim() !== '')
    return header.length < 500 && /\d/.test(header) && next !== undefined && isQuotedText(next)
  }
  return false
}

const isQuotedText = (line: string) => quoted.test(line) || line.includes(replyMarker)

/** Removes everything below the standard signature separator, and the advertisement of a phone at the end. */
function withoutSignature(lines: string[]): string[] {
  const signature = lines.findIndex((line) => line === '-- ' || line === '--')
  const text = signature === -1 ? [...lines] : lines.slice(0, signature)
  const last = text.findLastIndex((line) => line.trim() !== '')
  return deviceSignature.test(text[last] ?? '') ? text.slice(0, last) : text
}
