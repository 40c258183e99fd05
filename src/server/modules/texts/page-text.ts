/** Makes a page from its text. `docs/subsystems/texts.md` says which Markdown becomes what. */
import type { PagePart, PageSection, SimplePart, TextPage } from '../../../shared/contract/texts.ts'
import { truncate } from '../../../shared/format.ts'
import {
  type Block,
  fill,
  fillBlock,
  inlineOf,
  lacksValue,
  parseMarkdown,
  soleLink,
  soleVariable,
  toHtml,
  toPlainText,
  type Values,
} from './markdown.ts'

export type TextSource = { title: string; subtitle: string; body: string }

/** A variable with this value is an element of the page, such as a row of buttons, where it is alone in its paragraph. */
export const element = '\0'

const maxDescriptionLength = 200

/** The description is that of the subtitle, or else the beginning of the text. */
export function renderPage(source: TextSource, values: Values): TextPage {
  const parts = { lead: [] as PagePart[], sections: [] as PageSection[] }
  const texts = { ...values }
  for (const [name, value] of Object.entries(values)) if (value === element) texts[name] = ' '
  let isSmall = false
  let plain = ''
  const ids = new Map<string, number>()
  const blocks = parseMarkdown(source.body)
  for (const [index, block] of blocks.entries()) {
    const { type } = block
    const current = parts.sections.at(-1)?.parts ?? parts.lead
    if (type === 'hr') {
      isSmall = true
      // In a section, what follows the line is smaller. A section that follows it says so itself.
      if (!/^h[12]$/.test(blocks[index + 1]?.type ?? '')) addBlock(current, block, values, texts)
    } else if (type === 'h1' || type === 'h2') {
      const { id, title } = readHeading(fillBlock(block, texts))
      parts.sections.push({ id: uniqueId(ids, id), title, small: isSmall, parts: [] })
    } else if (type === 'h3') addCard(current, readHeading(fillBlock(block, texts)).title)
    else addBlock(current, block, values, texts)
    if (type === 'paragraph' && plain === '') plain = toPlainText(inlineOf(fillBlock(block, texts))).trim()
  }
  const subtitle = fill(source.subtitle, texts).trim()
  return {
    title: fill(source.title, texts).trim(),
    subtitle,
    description: truncate(subtitle || plain, maxDescriptionLength),
    ...parts,
  }
}

function addBlock(parts: PagePart[], block: Block, values: Values, texts: Values) {
  const variable = soleVariable(block)
  // An element ends a row of cards.
  if (variable && values[variable] === element) return parts.push({ type: 'element', name: variable })
  if (lacksValue(block, values)) return
  const last = parts.at(-1)
  const target: (PagePart | SimplePart)[] =
    last?.type === 'cards' ? (last.cards.at(-1)?.parts ?? parts) : parts
  const filled = fillBlock(block, texts)
  const href = soleLink(filled)
  if (href !== null) return target.push({ type: 'button', label: toPlainText(inlineOf(filled)), href })
  const before = target.at(-1)
  const html = toHtml(filled.tokens)
  if (before?.type === 'html') before.html += html
  else target.push({ type: 'html', html })
}

/** A row of cards is numbered if the title of its first one begins with a number. */
function addCard(parts: PagePart[], title: string) {
  const last = parts.at(-1)
  const [, number, rest = title] = /^(\d+)\.\s+(.*)$/s.exec(title) ?? []
  if (last?.type === 'cards') last.cards.push({ title: last.numbered ? rest : title, parts: [] })
  else parts.push({ type: 'cards', numbered: number !== undefined, cards: [{ title: rest, parts: [] }] })
}

/** Reads a heading such as `Verify before you meet {#verify}`. Without an id, it has one of its words. */
function readHeading(block: Block): { id: string; title: string } {
  const text = toPlainText(inlineOf(block)).trim()
  const [, title = text, id = slugOf(text)] = /^(.*?)\s*\{#([a-z0-9][a-z0-9-]*)\}$/is.exec(text) ?? []
  return { id: id.toLowerCase(), title }
}

const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[’'\p{M}]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'section'

/** Adds a number to an id that the page has already. `counts` has how often it had each. */
function uniqueId(counts: Map<string, number>, id: string): string {
  const count = (counts.get(id) ?? 0) + 1
  counts.set(id, count)
  return count === 1 ? id : uniqueId(counts, `${id}-${count}`)
}
