import { isHttpUrl } from '../../../shared/http-url.ts'
import { maxLinkLength } from '../../../shared/limits.ts'

type Part = { text: string; isLink: boolean }

const webAddress = /https?:\/\/[^\s<>"“”«»]+/gi

/** Splits a text into its web addresses, which begin with `http://` or `https://`, and what is between them. */
export function splitLinks(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(webAddress)) {
    if (found.length > maxLinkLength) continue
    const url = withoutPunctuation(found)
    if (!isHttpUrl(url)) continue
    parts.push({ text: text.slice(end, index), isLink: false }, { text: url, isLink: true })
    end = index + url.length
  }
  parts.push({ text: text.slice(end), isLink: false })
  return parts.filter(({ text }) => text !== '')
}

/** Removes what belongs to the sentence around an address: punctuation, and brackets that the address does not open. */
function withoutPunctuation(url: string): string {
  const trimmed = url.replace(/[.,;:!?'’…*]+$/, '')
  const closesMore = (open: string, close: string) =>
    trimmed.endsWith(close) && trimmed.split(close).length > trimmed.split(open).length
  if (closesMore('(', ')') || closesMore('[', ']')) return withoutPunctuation(trimmed.slice(0, -1))
  return trimmed
}
