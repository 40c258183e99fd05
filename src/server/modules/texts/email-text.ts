/** Writes emails from their texts: a link that is alone in its paragraph is a button, and small print follows the line. */
import type { Token } from 'markdown-it'
import type { EmailContent, PageLink, Paragraph, Span } from '../../platform/mail/layout.ts'
import {
  type Block,
  fill,
  fillBlock,
  inlineOf,
  lacksValue,
  parseMarkdown,
  soleLink,
  soleVariable,
  toPlainText,
} from './markdown.ts'
import type { TextSource } from './page-text.ts'

/** Values of variables: texts, which are never markup; or links, where the variable is alone in its paragraph. */
export type EmailValues = Readonly<Record<string, string | readonly PageLink[]>>

/** Returns the subject and the text of an email. */
export function writeEmail({ title, body }: TextSource, values: EmailValues): EmailContent {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) texts[name] = typeof value === 'string' ? value : ' '
  const content = { paragraphs: [] as Paragraph[], notes: [] as Paragraph[], links: [] as PageLink[] }
  const buttons: { label: string; link: string }[] = []
  let isSmall = false
  for (const block of parseMarkdown(body)) {
    const value = values[soleVariable(block) ?? '']
    const target = isSmall ? content.notes : content.paragraphs
    if (block.type === 'hr') isSmall = true
    else if (Array.isArray(value)) content.links.push(...value)
    else if (typeof value === 'string') target.push(...value.split(/\n{2,}/).filter(Boolean))
    else if (!lacksValue(block, texts)) {
      const button = buttons.length < 2 && buttonOf(block, texts)
      if (button) buttons.push(button)
      else target.push(...paragraphsOf(fillBlock(block, texts)))
    }
  }
  const [action, secondaryAction] = buttons
  return {
    subject: fill(title, texts).replace(/\s+/g, ' ').trim(),
    ...content,
    ...(action && { action }),
    ...(secondaryAction && { secondaryAction }),
  }
}

/** Only pages of the site have buttons. The renderer of emails rejects any other link that a variable has. */
function buttonOf(block: Block, texts: Record<string, string>) {
  const href = soleLink(block)
  if (href === null || !/^[/{]/.test(href)) return null
  const link = fill(href, texts)
  // A variable that an update removed must not keep the email from being sent.
  return link.startsWith('{') ? null : { label: fill(toPlainText(inlineOf(block)), texts), link }
}

function paragraphsOf(block: Block): Paragraph[] {
  const { type, tokens } = block
  if (type === 'bullet_list' || type === 'ordered_list') {
    const items = tokens
      .filter(({ type }) => type === 'inline')
      .map(({ children }) => spansOf(children ?? []))
    return [{ items, numbered: type === 'ordered_list' }]
  }
  return tokens.flatMap((token): Paragraph[] => {
    if (token.type === 'fence') return [token.content.trimEnd()]
    if (token.type !== 'inline') return []
    const spans = spansOf(token.children ?? [])
    const isPlain = spans.every(({ link, strong, em }) => link === undefined && !strong && !em)
    return [isPlain ? spans.map(({ text }) => text).join('') : { spans }]
  })
}

function spansOf(tokens: readonly Token[]): Span[] {
  const spans: Span[] = []
  let style: Omit<Span, 'text'> = {}
  for (const token of tokens) {
    if (token.type === 'strong_open') style = { ...style, strong: true }
    else if (token.type === 'strong_close') style = { ...style, strong: false }
    else if (token.type === 'em_open') style = { ...style, em: true }
    else if (token.type === 'em_close') style = { ...style, em: false }
    else if (token.type === 'link_open') style = { ...style, link: String(token.attrGet('href') ?? '') }
    else if (token.type === 'link_close') {
      const { link: _, ...rest } = style
      style = rest
    } else if (token.type === 'softbreak') spans.push({ ...style, text: ' ' })
    else if (token.type === 'hardbreak') spans.push({ ...style, text: '\n' })
    else if (token.content !== '') spans.push({ ...style, text: token.content })
  }
  return spans
}
