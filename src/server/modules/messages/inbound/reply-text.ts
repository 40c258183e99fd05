/**
 * Takes what someone wrote out of an emailed reply: without the quoted email and the signature. It removes only what is
 * certainly quoted, because a quote that stays is better than a sentence that is lost. Each line is looked at a few times at most,
 * so no text takes long.
 */
import { type ReplyPatterns, replyPatterns } from '../../../platform/mail/reply-marker.ts'
import { findHeaders, headersAbove, isEmpty, isQuoted, lastTextAbove } from './quote-headers.ts'

/** The separator ends with a space (RFC 3676). Two dashes alone also divide the writer's own text. */
const signatureSeparator = /^--[ \u00a0\u2007\u202f]+$/
const maxAdvertisementLength = 120
const mailProgram =
  /iphone|ipad|ipod|\bmac\b|android|galaxy|samsung|huawei|xiaomi|redmi|pixel|nokia|blackberry|windows|outlook|yahoo|gmx|web\.de|proton ?mail|gmail|\baol\b|mail\.ru|yandex|zoho|qq|smartphone|handy|mobile/i
/** What the advertisement of a mail program begins with, in the languages that begin with the verb. */
const begins =
  /^\W*(sent (from|via|with|using)|get outlook|envoy[ée]e? (de|depuis|avec|à)|(obtenez|t[ée]l[ée]charge[rz]) outlook|enviad[oa] (desde|con|do|da|de|a)|obt(ener|enha) |inviat[oa] (da|dal|con)|scarica outlook|(verstuurd|verzonden) (vanaf|met|via|van)|skickat (från|med)|sendt (fra|med)|lähetetty |wysłan[eo] (z|przy|za)|отправлено (с|из|от)|надіслано (з|від)|ode(sláno|slané|slané) z|trimis (de|din)|послано|poslano (z|iz|s)|στάλθηκε|εστάλη|αποστολή|dikirim dari|(đã )?gửi từ|ส่งจาก|发自|發自|寄自|从我的|從我的|أُ?رسل|تم الإرسال|נשלח|gesendet (mit|von|aus)|von mein|diese nachricht wurde)/iu
/** What it ends with, in the others. */
const ends = /(から送信|(发送|發送|傳送|传送)|gönderildi|보냄|भेजा गया|(el)?küldve)\W*$/iu

/**
 * Returns an empty text if there is nothing of the writer's own. `subject` is the reply's; `site` finds what the site's emails say around
 * a message.
 */
export function extractReply(text: string, subject = '', site = replyPatterns()): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const unquoted = withoutUnmarkedQuote(lines, subject, site)
  return (
    withoutQuotes(unquoted, site, withoutSignature) || withoutQuotes(unquoted, site, withoutAdvertisement)
  )
}

/** Removes a quoted email that the writer's mail program did not mark line by line, with its headers. */
function withoutUnmarkedQuote(lines: string[], subject: string, site: ReplyPatterns): string[] {
  const marker = lines.findIndex((line) => site.marker.test(line) && !isQuoted(line))
  if (marker !== -1) return withoutThisSitesEmail(lines, marker, site)
  // The quote has its marks, so what looks like headers is a list of the writer's own.
  if (lines.some((line) => site.marker.test(line))) return lines
  const block = findHeaders(lines, subject)
  if (!block) return lines
  const next = lines.slice(block.end).find((line) => !isEmpty(line))
  if (next !== undefined && isQuoted(next)) return lines
  const above = lines.slice(0, block.start)
  return above.every(isEmpty) ? lines.slice(block.end) : above
}

/** People who reply below a quote without marks write on from its last line, or delete that, too. */
function withoutThisSitesEmail(lines: string[], marker: number, site: ReplyPatterns): string[] {
  const greeted = lastTextAbove(lines, marker)
  const top = site.greeting.test(lines[greeted] ?? '') ? greeted : marker
  const above = lines.slice(0, headersAbove(lines, top).start)
  const footer = lines.findIndex((line, index) => index > marker && site.footer.test(line))
  if (footer !== -1) {
    const isWrapped = !lines[footer]?.trimEnd().endsWith('.')
    return above.concat('', lines.slice(footer + (isWrapped ? 2 : 1)))
  }
  return above.every((line) => isEmpty(line) || isQuoted(line)) ? belowIntroduction(lines, marker) : above
}

/** Returns what follows the paragraph below the marker, which says who wrote. */
function belowIntroduction(lines: string[], marker: number): string[] {
  const start = lines.findIndex((line, index) => index > marker && !isEmpty(line))
  const end = lines.findIndex((line, index) => index > start && isEmpty(line))
  return start === -1 || end === -1 ? [] : lines.slice(end)
}

/** A part of the text: quoted lines, or lines between quotes. */
type Part = {
  isQuote: boolean
  /** It is certainly an email: it has an attribution or the marker of this site. */
  isEmail: boolean
  lines: string[]
}

/**
 * Removes a quote, its attribution, and signatures. If the writer answered between several quotes, those stay: the answers need
 * them.
 */
function withoutQuotes(lines: string[], site: ReplyPatterns, cleanUp: (lines: string[]) => string[]): string {
  const parts = partsOf(lines, site)
  const isAnswer = ({ isQuote, lines }: Part) => !isQuote && !cleanUp(lines).every(isEmpty)
  const lastAnswer = parts.findLastIndex(isAnswer)
  const quotes = parts.filter(({ isQuote }) => isQuote)
  const isBetween =
    quotes.length > 1 || (quotes[0]?.isEmail === false && parts.slice(0, lastAnswer).some(isAnswer))
  return parts
    .slice(0, lastAnswer + 1)
    .map((part) => {
      if (!part.isQuote) return cleanUp(part.lines).join('\n')
      return isBetween ? withoutIntroduction(part.lines, site).join('\n') : ''
    })
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Blank lines between quoted lines belong to the quote. */
function partsOf(lines: string[], site: ReplyPatterns): Part[] {
  const parts: Part[] = []
  let own: string[] = []
  for (let index = 0; index < lines.length; index += 1) {
    if (!isQuoted(lines[index] ?? '')) {
      own.push(lines[index] ?? '')
      continue
    }
    const previous = parts.at(-1)
    const end = endOfQuote(lines, index)
    const quote = lines.slice(index, end)
    if (previous?.isQuote && own.every(isEmpty)) {
      for (const line of own.concat(quote)) previous.lines.push(line)
    } else {
      const { start } = headersAbove(own, own.length)
      const isEmail = start < own.length || quote.some((line) => site.marker.test(line))
      parts.push({ isQuote: false, isEmail: false, lines: own.slice(0, start) })
      parts.push({ isQuote: true, isEmail, lines: quote })
    }
    own = []
    index = end - 1
  }
  return [...parts, { isQuote: false, isEmail: false, lines: own }]
}

function endOfQuote(lines: string[], start: number): number {
  let end = start
  while (end < lines.length && isQuoted(lines[end] ?? '')) end += 1
  return end
}

/** Removes what this site's email says above the quoted message. */
function withoutIntroduction(quote: string[], site: ReplyPatterns): string[] {
  const marker = quote.findIndex((line) => site.marker.test(line))
  if (marker === -1) return quote
  const isText = (line: string) => /[^\s>]/.test(line)
  const [, message] = quote.map((_line, index) => index).filter((n) => n > marker && isText(quote[n] ?? ''))
  return message === undefined ? [] : quote.slice(message)
}

/** Returns the lines without the signature. */
function withoutSignature(lines: string[]): string[] {
  const signature = lines.findIndex((line) => signatureSeparator.test(line))
  return withoutAdvertisement(signature === -1 ? lines : lines.slice(0, signature))
}

function withoutAdvertisement(lines: string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return last >= 0 && isAdvertisement(lines[last] ?? '') ? withoutAdvertisement(lines.slice(0, last)) : lines
}

const isAdvertisement = (line: string) =>
  line.length <= maxAdvertisementLength && mailProgram.test(line) && (begins.test(line) || ends.test(line))
