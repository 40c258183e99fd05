/** The form of a category or subcategory on the dashboard, with and without scripts. */
import { readNames } from '../own-names.ts'

type Texts = Readonly<Record<string, string>>

/** The fields of the form with several values, which are joined by commas. */
export const topicFormLists = ['kinds']

/** Returns what a form says about a topic, as calls take it. Nothing is checked. */
export function readTopicForm(texts: Texts) {
  const { name, kinds = '', icon = '', drawing = '', synonyms = '', parent, version } = texts
  return {
    name: name ?? '',
    names: readNames(texts, 'names'),
    kinds: kinds.split(',').filter(Boolean),
    icon,
    drawing,
    synonyms,
    ...(parent && { parent }),
    ...(version && { version }),
  }
}
