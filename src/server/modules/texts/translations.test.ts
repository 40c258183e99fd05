import { existsSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { readAs } from '../../../../test/support/data/as-reader.ts'
import type { PagePart } from '../../../shared/contract/texts.ts'
import { textEntryOf, textKeys, variablesOf } from '../../../shared/texts/table.ts'
import { requireUsable } from './check.ts'
import { defaultTextOf, translatedTextOf } from './default-texts.ts'
import { renderPage, type TextSource } from './page-text.ts'

const pages = textKeys.filter((key) => textEntryOf(key).group !== 'emails')
const shipped = ['es', 'fr'].flatMap((language) => pages.map((key) => ({ language, key })))

afterEach(() => readAs(null))

/** What code and links rely on: the ids, the kinds of parts, where links lead, and the variables. */
function structureOf(key: string, source: TextSource) {
  const values = Object.fromEntries(Object.keys(variablesOf(key)).map((name) => [name, `‹${name}›`]))
  const { lead, sections } = renderPage(source, values)
  const shapeOf = (part: PagePart): unknown => {
    if (part.type === 'cards') return [part.numbered, part.cards.map(({ parts }) => parts.map(shapeOf))]
    if (part.type !== 'html') return part.type === 'button' ? part.href : part.name
    return part.html.match(/<\w+|href="\/[^"]*"|‹\w+›/g)?.sort()
  }
  return {
    hasSubtitle: source.subtitle !== '',
    lead: lead.map(shapeOf),
    sections: sections.map(({ id, small, parts }) => ({ id, small, parts: parts.map(shapeOf) })),
  }
}

test.each(shipped)('the text $key in $language has all that the English one has', ({ language, key }) => {
  expect(existsSync(new URL(`../../../../texts/${language}/${key}.md`, import.meta.url))).toBe(true)
  const source = defaultTextOf(key)
  readAs(language)
  const translation = translatedTextOf(key)
  if (!source || !translation) throw new Error(`There is no text ${key}.`)
  requireUsable(key, translation)
  expect(translation.title).not.toBe(source.title)
  expect(structureOf(key, translation)).toEqual(structureOf(key, source))
})
