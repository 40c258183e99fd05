import { defaultTextOf } from '../../../src/server/modules/texts/default-texts.ts'
import { renderPage } from '../../../src/server/modules/texts/page-text.ts'
import type { TextKey } from '../../../src/shared/texts/table.ts'

/** Returns the topics of a guide that ships with the program: what has no button, which only the note at the end has. */
function topicsOf(key: TextKey) {
  const text = defaultTextOf(key)
  if (!text) throw new Error(`There is no text ${key}.`)
  return renderPage(text, {}).sections.filter(({ parts }) => !parts.some(({ type }) => type === 'button'))
}

export const customerTopics = topicsOf('customer-safety-guide')
export const providerTopics = topicsOf('provider-safety-guide')
