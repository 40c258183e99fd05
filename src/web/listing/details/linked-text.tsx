import { isHttpUrl } from '../../../shared/http-url.ts'
import { maxLinkLength } from '../../../shared/limits.ts'
import { Breakable } from '../../ui/breakable.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { linkRel } from './contact-buttons.tsx'

/** Text by a user. Its web addresses are links, which search engines do not follow. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map(({ text, isLink }, index) =>
    isLink ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      <TextLink key={index} href={text} rel={linkRel}>
        <Breakable address={text} />
      </TextLink>
    ) : (
      text
    ),
  )
}

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
