/** What admins say about a field, as fields of a form of their own. The form, the list, and the log have their words from here. */

import type { Category } from '../../shared/contract/catalog.ts'
import { maxNameLength } from '../../shared/limits.ts'
import { fieldTextLength, normalizeField } from '../../shared/listing-fields/definition.ts'
import {
  type FieldType,
  type FieldValue,
  type ListingField,
  plainField,
  toChoices,
} from '../../shared/listing-fields/field.ts'
import { toFormText } from '../../shared/listing-fields/form.ts'
import { choiceLabels } from '../../shared/listing-fields/format.ts'
import { localName } from '../../shared/local-names.ts'
import { type Message, msg, t } from '../../shared/translate.ts'

const property = (
  key: string,
  type: FieldType,
  label: string,
  more: Partial<ListingField> = {},
): ListingField => ({ ...plainField, key, type, label, kinds: [], ...more })

const typeLabels: Record<FieldType, Message> = {
  text: msg('One line of text'),
  'long-text': msg('Long text'),
  number: msg('Number'),
  money: msg('Amount of money'),
  choice: msg('One choice'),
  choices: msg('Several choices'),
  'yes-no': msg('Yes or no'),
  date: msg('Date'),
  url: msg('Web address'),
  phone: msg('Phone number'),
}
const audiences = toChoices({
  everyone: msg('Everyone'),
  'signed-in': msg('Signed-in users'),
  author: msg('The author and admins'),
})

/** In English, in the order of the form. `uses` are the properties that are true. */
export const fieldProperties: readonly ListingField[] = [
  property('label', 'text', msg('Name'), { required: true, max: maxNameLength }),
  property('key', 'text', msg('Key'), {
    help: msg(
      'Its name in data and URLs, such as skill_level. It can never change. If empty, we make one from the name.',
    ),
  }),
  property('help', 'text', msg('Help text'), { help: msg('Below the field in the form.') }),
  property('type', 'choice', msg('Type'), {
    required: true,
    choices: toChoices(typeLabels),
    help: msg('Once ads have values, the type can no longer change.'),
  }),
  property('unit', 'text', msg('Unit'), {
    max: fieldTextLength.unit,
    help: msg('After a number, such as years.'),
  }),
  property('min', 'number', msg('Lowest'), {
    help: msg('The lowest number or amount, the fewest characters of a text, or the fewest choices.'),
  }),
  property('max', 'number', msg('Highest'), {
    help: msg('The highest number or amount, the most characters of a text, or the most choices.'),
  }),
  property('kinds', 'choices', msg('Which ads have it'), {
    required: true,
    choices: toChoices({ service: msg('Services'), event: msg('Events') }),
  }),
  property('audience', 'choice', msg('Who sees it'), {
    required: true,
    choices: audiences,
    help: msg(
      'Authors always see it in their own ads, and admins in all. Lists, filters, and searches use only what everyone sees.',
    ),
  }),
  property('shownOn', 'choices', msg('Where it shows'), {
    choices: toChoices({ card: msg('Cards'), details: msg('Ad page'), flyer: msg('Flyer') }),
  }),
  property('uses', 'choices', msg('Rules'), {
    choices: toChoices({
      required: msg('Required'),
      filter: msg('Filter'),
      sortable: msg('Sort'),
      searchable: msg('Search'),
    }),
    help: msg(
      'Required: nobody can post without it, and older ads stay. Filter: lists of its topics can be narrowed by it (choices, yes or no, numbers, amounts, and dates). Sort: they can be sorted by it (numbers, amounts, and dates). Search: searches find its words (texts and choices).',
    ),
  }),
]

/** Returns a property in the reader's language. */
export function inWords(property: ListingField): ListingField {
  const { label, help, choices } = property
  const write = (text: string) => text && t(text as Message)
  return {
    ...property,
    label: write(label),
    help: write(help),
    choices: choices.map((choice) => ({ ...choice, label: write(choice.label) })),
  }
}

export function propertyOf(key: string): ListingField | undefined {
  const found = fieldProperties.find((property) => property.key === key)
  return found && inWords(found)
}

/** Returns the text of a property in the form. */
export const propertyText = (field: ListingField, key: string): string =>
  key === 'uses'
    ? (['required', 'filter', 'sortable', 'searchable'] as const).filter((use) => field[use]).join()
    : toFormText(field[key as keyof ListingField] as FieldValue | null)

/** Returns what a field says of a property with choices, such as `Services, Events`. */
export function propertyLabels(key: string, value: FieldValue): string {
  const property = propertyOf(key)
  return property ? choiceLabels(property, value) : ''
}

/** Returns the names of topics, such as `Pet Services, Drum Lessons`. */
export const topicNames = (topics: readonly string[], categories: Category[]): string =>
  categories
    .flatMap(({ _id, name, subcategories }) => [{ id: _id, name }, ...subcategories])
    .flatMap(({ id, name }) => (topics.includes(id) ? localName(name) : []))
    .join(', ')

/** Returns the values of an audit entry with the names of a field's topics instead of their ids. */
export function nameTopics(values: unknown, categories: Category[]): unknown {
  const topics = (values as Partial<ListingField> | null)?.topics
  if (!Array.isArray(topics)) return values
  return { ...(values as object), topics: topics.length > 0 ? topicNames(topics, categories) : t('all') }
}

/** Returns the values of an audit entry with the names in other languages as a list, such as `fr: Niveau`. */
export function listNames(values: unknown): unknown {
  const { names, choices = [] } = (values ?? {}) as Partial<ListingField>
  const all = [names ?? {}, ...choices.map((choice) => choice.names ?? {})].flatMap(textsIn)
  return names || all.length > 0 ? { ...(values as object), names: all } : values
}

const textsIn = (names: object): string[] =>
  Object.entries(names).flatMap(([key, text]) =>
    typeof text === 'string' ? `${key}: ${text}` : textsIn(text),
  )

/** Returns whether fields of this type have a property. */
export function hasProperty(field: ListingField, key: string): boolean {
  const most = { unit: '-', min: 1, max: 1 }
  return !(key in most) || Boolean(normalizeField({ ...field, ...most })[key as keyof typeof most])
}
