/**
 * Reads the Markdown of texts. HTML in it is text, pictures are not shown, and links lead only to web addresses, to email addresses, and
 * to paths of this site. Variables such as `{site}` are filled in after parsing, so their values are never markup.
 */
import MarkdownIt, { type Token } from 'markdown-it'

const variablePattern = /\{([a-z][a-z0-9_]*)\}/g
const wholeVariable = /^\{([a-z][a-z0-9_]*)\}$/

/** Only what this says can be a link: neither scripts nor data, and no other site by `//` or a backslash. */
const isLink = (url: string): boolean =>
  /^(?:https?:\/\/[^\s/\\]|mailto:\S|#|\/(?![/\\]))/i.test(url) || wholeVariable.test(url)

/** Nested lists and quotes beyond this depth are left out: a text has no use for them, and parsing them takes long. */
const maxNesting = 12

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting })
  // Four spaces begin no code, because people indent paragraphs.
  .disable(['code', 'image', 'reference', 'html_block', 'html_inline'])
const normalizeLink = parser.normalizeLink.bind(parser)
parser.normalizeLink = (url) => normalizeLink(url).replace(/%7B([a-z][a-z0-9_]*)%7D/g, '{$1}')
parser.validateLink = isLink

/** A heading, a paragraph, a list, or another block that is in no other. */
export type Block = {
  /** As markdown-it calls it, such as `paragraph` or `heading`; `h2` for a heading of the second level. */
  type: string
  tokens: Token[]
}

export function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = []
  let depth = 0
  for (const token of parser.parse(source, {})) {
    const isHeading = token.type === 'heading_open'
    if (depth === 0)
      blocks.push({ type: isHeading ? token.tag : token.type.replace(/_open$/, ''), tokens: [] })
    blocks.at(-1)?.tokens.push(token)
    depth += token.nesting
  }
  return blocks
}

/** Returns the parts of a paragraph or of a heading: texts, breaks, and where links and emphasis begin and end. */
export const inlineOf = ({ tokens }: Block): Token[] => tokens[1]?.children ?? []

/** Returns the name of the variable that is all of a paragraph; null if there is more, or none. */
export const soleVariable = ({ type, tokens }: Block): string | null =>
  type === 'paragraph' ? (wholeVariable.exec(tokens[1]?.content.trim() ?? '')?.[1] ?? null) : null

/** Returns the target of the link that is all of a paragraph; null if there is more, or none. */
export function soleLink(block: Block): string | null {
  if (block.type !== 'paragraph') return null
  const parts = inlineOf(block).filter(({ type, content }) => type !== 'text' || content !== '')
  const links = parts.filter(({ type }) => type === 'link_open')
  const isAll = parts[0]?.type === 'link_open' && parts.at(-1)?.type === 'link_close' && links.length === 1
  return isAll ? String(links[0]?.attrGet('href') ?? '') : null
}

/** Returns the names of the variables in a text. */
export const variablesIn = (text: string): string[] =>
  [...text.matchAll(variablePattern)].map(([, name]) => name ?? '')

/** Returns the targets of the links in a text. */
export const linksIn = (source: string): string[] =>
  parser
    .parse(source, {})
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => (token.type === 'link_open' ? [String(token.attrGet('href'))] : []))

export type Values = Readonly<Record<string, string>>

/** Puts values in the place of variables. Leaves those that do not exist as they are. */
export const fill = (text: string, values: Values): string =>
  text.replace(variablePattern, (variable, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? variable) : variable,
  )

/** Whether a variable of the block has no value, so that the block is left out. */
export const lacksValue = ({ type, tokens }: Block, values: Values): boolean =>
  type === 'paragraph' && variablesIn(tokens[1]?.content ?? '').some((name) => values[name] === '')

/** Fills in the variables of a block. */
export const fillBlock = (block: Block, values: Values): Block => ({
  type: block.type,
  tokens: block.tokens.map((token) => fillToken(token, values)),
})

function fillToken(token: Token, values: Values): Token {
  const filled = Object.assign(Object.create(Object.getPrototypeOf(token) as object), token) as Token
  if (token.type === 'text') filled.content = fill(token.content, values)
  if (token.children) filled.children = token.children.map((child) => fillToken(child, values))
  // The alignment of tables is a style, which pages do not allow.
  if (token.attrs) filled.attrs = token.attrs.filter(([name]) => name === 'start')
  const href = token.attrGet('href')
  if (href !== null) {
    const target = fill(String(href), values)
    const isSafe = isLink(target) && !wholeVariable.test(target)
    filled.attrs = [['href', isSafe ? target : '#']]
    if (/^https?:/i.test(target)) filled.attrs.push(['rel', 'noopener'])
  }
  return filled
}

// Values of variables can have several lines.
parser.renderer.rules.text = (tokens, index) =>
  parser.utils.escapeHtml(tokens[index]?.content ?? '').replaceAll('\n', '<br>')

export const toHtml = (tokens: Token[]): string => parser.renderer.render(tokens, parser.options, {})

/** Returns the text without markup. */
export const toPlainText = (tokens: Token[]): string =>
  tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' '
      return children ? toPlainText(children) : ['text', 'code_inline', 'fence'].includes(type) ? content : ''
    })
    .join('')
