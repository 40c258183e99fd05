/** Links that start an email or a call. The author may have typed anything, so everything is encoded. */
import type { Author } from '../../../shared/listing.ts'
import { t } from '../../../shared/translate.ts'

export type AdReference = {
  title: string
  url: string
  site: string
  sellerName: string | null
}

export type ContactReference = AdReference & {
  /** The path of the form for a message; null for the ad’s author, and in previews. */
  messageForm: string | null
}

/** The shortest local numbers have seven digits, the longest international ones fifteen. */
const digitCount = { min: 7, max: 15 }

/** The address that the author gave for the ad, or else that of the account. */
export const preferredEmail = ({ email, business_email }: Author): string => business_email || email

/**
 * Returns a link to an email about an ad. The address is encoded, because a question mark in it could add recipients; a
 * line break of a body is CRLF (RFC 6068).
 */
export function mailTo(address: string, { title, url, site, sellerName }: AdReference): string {
  const lines = [
    sellerName ? t('Hi {name},', { name: sellerName }) : t('Hi,'),
    '',
    t('I’m writing about your ad on {site}:', { site }),
    url,
    '',
    '',
  ]
  const fields = { subject: title.replace(/\s+/g, ' ').trim(), body: lines.join('\r\n') }
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encode(value)}`)
  return `mailto:${encode(address).replace('%40', '@')}?${query.join('&')}`
}

/** Encodes a text for a URL. Half a surrogate pair would throw. */
export const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

/** Returns a link to the first number in `text` that can be dialed: phones are free text, and may hold several or none. */
export function callTo(text: string): string | null {
  for (const [match] of text.matchAll(/\+?\d[\d ().\-\u2010-\u2013]*/g)) {
    const number = match.replace(/[^\d+]/g, '')
    const { length } = number.replace('+', '')
    if (length >= digitCount.min && length <= digitCount.max) return `tel:${number}`
  }
  return null
}
