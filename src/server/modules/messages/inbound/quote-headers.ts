/**
 * Finds what mail programs write above a quoted email: a block of headers (`From: …`, `Sent: …`), an attribution (`On Friday,
 * Ada wrote:`), or a separator. Recognizes their structure, because every language has its own words for them. Whatever could
 * also be the writer's own text is left alone: a header that stays is better than a sentence that is lost.
 */

type Block = { start: number; end: number }

const minHeaders = 3
/** A wrapped attribution has at most this many lines. */
const maxAttributionLines = 4
/** A longer line is no part of a header or an attribution. */
const maxLength = 500
/** At most this many blank lines separate an attribution from the quote. */
const maxBlankLines = 4

const quoted = /^[\s\ufeff\u200b]*>/
/** `words: text`, in any script, but no web address. */
const header = /^[\s*]*\p{L}[\p{L}\p{M}'’. -]{0,30}\s?\*?[:：]\*?(?!\/\/)\s*(\S.*)$/u
const mailbox = /<[^<>\s]+@[^<>\s]+>|\[mailto:/
/** A mailbox in an attribution. */
const bracketed = /[<([]\s?[^\s<>()[\]]+@[^\s<>()[\]]+[>)\]]/
/** A year or a time. */
const date = /\p{Nd}{4}|\p{Nd}{1,2}[:.]\p{Nd}{2}/u
const replyPrefix = /^(\s*\p{L}{1,5}\s?(\[\d+\])?[:：])+/u
const directionMarks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g
const line = /^\s*[-_=*—─]{5,}\s*$/
/** `---- On Friday Ada wrote ----` or `-----Original Message-----`, whose words are any. */
const dashed = /^\s*-{3,}\s*[^\s-].*?\s*-{3,}\s*$/
const originalMessage =
  /^\s*-{2,}\s*(original message|forwarded message|ursprüngliche nachricht|message d['’]origine|mensaje original|messaggio originale)\s*-{2,}\s*$/i

export const isQuoted = (text: string): boolean => quoted.test(text)
export const isEmpty = (text: string | undefined): boolean => text === undefined || text.trim() === ''

const withoutMarks = (text: string) => text.replace(directionMarks, '')
const headerValue = (text: string) =>
  text.length > maxLength ? undefined : header.exec(withoutMarks(text))?.[1]?.trim()
const isDashed = (text: string) => text.length <= maxLength && dashed.test(text)

/**
 * Returns the headers, attribution, and separators that end above `end`, where a quoted email begins. `start` is `end` if there
 * are none.
 */
export function headersAbove(lines: string[], end: number): Block {
  const bottom = lastTextAbove(lines, end)
  if (bottom === -1 || end - bottom > maxBlankLines + 1) return { start: end, end }
  const start = startOfHeaderBlock(lines, bottom) ?? startOfAttribution(lines, bottom) ?? bottom + 1
  const top = startOfSeparators(lines, start)
  return { start: top === bottom + 1 ? end : top, end }
}

/**
 * Returns the first headers or attribution of a quoted email that stand in the text without the marker of this site. Only an
 * attribution with a date and a mailbox counts: a sentence can also end with a colon.
 */
export function findHeaders(lines: string[], subject: string): Block | null {
  const originalSubject = withoutPrefix(subject)
  for (let start = 0; start < lines.length; start += 1) {
    const text = lines[start] ?? ''
    if (originalMessage.test(text)) return { start, end: start + 1 }
    const attribution = isQuoted(text) ? null : startOfAttribution(lines, start)
    if (attribution !== null && namesMailbox(lines.slice(attribution, start + 1)))
      return { start: startOfSeparators(lines, attribution), end: start + 1 }
    const { values, end } = headersFrom(lines, start)
    if (isQuotedHeader(values, originalSubject)) return { start: startOfSeparators(lines, start), end }
    start = Math.max(start, end - 1)
  }
  return null
}

function namesMailbox(lines: string[]): boolean {
  const text = withoutMarks(lines.join(' '))
  return bracketed.test(text) && date.test(withoutMailboxes(text))
}

/** A header may be wrapped into two lines. */
function headersFrom(lines: string[], start: number): { values: string[]; end: number } {
  const values: string[] = []
  let end = start
  while (end < lines.length && !isQuoted(lines[end] ?? '')) {
    const value = headerValue(lines[end] ?? '')
    const isWrapped =
      values.length > 0 && !isEmpty(lines[end]) && headerValue(lines[end + 1] ?? '') !== undefined
    if (value === undefined && !isWrapped) break
    if (value !== undefined) values.push(value)
    end += 1
  }
  return { values, end }
}

/**
 * Returns whether these lines are the headers of an email, not a list of the writer's own such as opening hours: one is the
 * subject that the writer replies to, or they name a mailbox and a date.
 */
function isQuotedHeader(values: string[], subject: string): boolean {
  if (values.length < minHeaders) return values.length === 2 && mailbox.test(values[0] ?? '')
  const isSubject = (value: string) => subject !== '' && withoutPrefix(value) === subject
  const hasMailbox = values.some((value) => mailbox.test(value)) || /^\S+@\S+$/.test(values[0] ?? '')
  return values.some(isSubject) || (hasMailbox && values.some((value) => date.test(value)))
}

const withoutPrefix = (subject: string) => subject.replace(replyPrefix, '').trim()

/** Goes up from the last header. A long one may be wrapped, and programs that know only HTML put blank lines between them. */
function startOfHeaderBlock(lines: string[], bottom: number): number | null {
  let start: number | null = null
  let count = 0
  let others = 0
  for (let index = bottom; index >= 0 && others < 2; index -= 1) {
    const text = lines[index] ?? ''
    if (isQuoted(text) || (isEmpty(text) && count >= minHeaders)) break
    if (headerValue(text) === undefined) {
      others += 1
      continue
    }
    start = index
    count += 1
    others = 0
  }
  return count >= minHeaders ? start : null
}

/**
 * An attribution contains a date or a mailbox, and ends with a colon unless it has both. It takes no more lines than it needs
 * to have a date: text of the writer's own may stand right above it.
 */
function startOfAttribution(lines: string[], bottom: number): number | null {
  const last = withoutMarks(lines[bottom] ?? '').trim()
  if (isDashed(last)) return /[\p{N}@]/u.test(last) ? bottom : null
  const endsWithColon = /[:：]\**$/.test(last)
  if (!endsWithColon && !mailbox.test(last)) return null
  const when = endsWithColon ? /\p{N}/u : date
  let text = ''
  let named: number | null = null
  for (let start = bottom; start > bottom - maxAttributionLines && start >= 0; start -= 1) {
    const above = lines[start] ?? ''
    if (isEmpty(above) || isQuoted(above) || text.length + above.length > maxLength) break
    text = `${withoutMarks(above).trim()} ${text}`
    const isBalanced = text.split('<').length === text.split('>').length
    if (isBalanced && when.test(withoutMailboxes(text))) return start
    if (isBalanced && text.includes('@')) named ??= start
  }
  return endsWithColon ? named : null
}

const withoutMailboxes = (text: string) => text.replace(/<[^>]*>|\S+@\S+/g, '')

function startOfSeparators(lines: string[], end: number): number {
  let start = end
  for (let index = end - 1; index >= 0 && end - index <= maxBlankLines + 1; index -= 1) {
    const text = lines[index] ?? ''
    if (line.test(text) || isDashed(text)) start = index
    else if (!isEmpty(text)) break
  }
  return start
}

export function lastTextAbove(lines: string[], end: number): number {
  let index = end - 1
  while (index >= 0 && isEmpty(lines[index])) index -= 1
  return index
}
