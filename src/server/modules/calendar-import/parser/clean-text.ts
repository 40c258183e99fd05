import { convert } from 'html-to-text'

/** Control characters except line breaks and tabs, and what UTF-8 cannot encode. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must be removed
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu

/** Returns at most `maxLength` characters of a text, without what cannot be stored or seen. */
export const clean = (text: string, maxLength: number): string =>
  [
    ...text
      .slice(0, 2 * maxLength + 1_000)
      .replace(/\r\n?/g, '\n')
      .replace(forbidden, '')
      .trim(),
  ]
    .slice(0, maxLength)
    .join('')
    .trim()

const tag = /<\/?[a-z][^<>]*>/i
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi
/** Longer texts are cut. Their HTML can be nested so deeply that reading it takes any time. */
const maxHtmlLength = 100_000

/** Returns a text without HTML. Sites also put its entities into plain text, some of them twice. */
export function withoutHtml(text: string): string {
  let plain = text.slice(0, maxHtmlLength)
  for (let times = 0; times < 2 && (tag.test(plain) || plain.search(entity) >= 0); times++)
    plain = tag.test(plain) ? toPlain(plain) : plain.replace(entity, decoded)
  return plain
}

/** Texts have few different entities, and each takes as long as a page. */
const known = new Map<string, string>()
const maxKnown = 2_000

function decoded(entity: string): string {
  const text = known.get(entity) ?? (known.size < maxKnown ? convert(entity) || ' ' : entity)
  known.set(entity, text)
  return text
}

const toPlain = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxDepth: 50, maxChildNodes: 5_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    ],
  })
