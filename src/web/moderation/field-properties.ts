/** What admins say about a field, as fields of a form of their own. The form, the list, and the log have their words from here. */
import type { Category } from '../../shared/contract/catalog.ts'
import { maxNameLength } from '../../shared/limits.ts'
import { normalizeField } from '../../shared/listing-fields/definition.ts'
import {
  type FieldType,
  type FieldValue,
  type ListingField,
  plainField,
  toChoices,
} from '../../shared/listing-fields/field.ts'
import { toFormText } from '../../shared/listing-fields/form.ts'
import { choiceLabels } from '../../shared/listing-fields/format.ts'

const property = (
  key: string,
  type: FieldType,
  label: string,
  more: Partial<ListingField> = {},
): ListingField => ({ ...plainField, key, type, label, kinds: [], ...more })

const typeLabels: Record<FieldType, string> = {
  text: 'One line of text',
  'long-text': 'Long text',
  number: 'Number',
  money: 'Amount of money',
  choice: 'One choice',
  choices: 'Several choices',
  'yes-no': 'Yes or no',
  date: 'Date',
  url: 'Web address',
  phone: 'Phone number',
}
const audiences = toChoices({
  everyone: 'Everyone',
  'signed-in': 'Signed-in users',
  author: 'The author and admins',
})

/** In the order of the form. `uses` are the properties that are true. */
export const fieldProperties: readonly ListingField[] = [
  property('label', 'text', 'Name', { required: true, max: maxNameLength }),
  property('key', 'text', 'Key', {
    help: 'Its name in data and URLs, such as skill_level. It can never change. If empty, we make one from the name.',
  }),
  property('help', 'text', 'Help text', { help: 'Below the field in the form.' }),
  property('type', 'choice', 'Type', {
    required: true,
    choices: toChoices(typeLabels),
    help: 'Once ads have values, the type can no longer change.',
  }),
  property('unit', 'text', 'Unit', { max: 20, help: 'After a number, such as years.' }),
  property('min', 'number', 'Lowest', {
    help: 'The lowest number or amount, the fewest characters of a text, or the fewest choices.',
  }),
  property('max', 'number', 'Highest', {
    help: 'The highest number or amount, the most characters of a text, or the most choices.',
  }),
  property('kinds', 'choices', 'Which ads have it', {
    required: true,
    choices: toChoices({ service: 'Services', event: 'Events' }),
  }),
  property('audience', 'choice', 'Who sees it', {
    required: true,
    choices: audiences,
    help: 'Authors always see it in their own ads, and admins in all. Lists, filters, and searches use only what everyone sees.',
  }),
  property('shownOn', 'choices', 'Where it shows', {
    choices: toChoices({ card: 'Cards', details: 'Ad page', flyer: 'Flyer' }),
  }),
  property('uses', 'choices', 'Rules', {
    choices: toChoices({ required: 'Required', filter: 'Filter', sortable: 'Sort', searchable: 'Search' }),
    help: 'Required: nobody can post without it, and older ads stay. Filter: lists of its topics can be narrowed by it (choices, yes or no, numbers, amounts, and dates). Sort: they can be sorted by it (numbers, amounts, and dates). Search: searches find its words (texts and choices).',
  }),
]

export const propertyOf = (key: string): ListingField | undefined =>
  fieldProperties.find((property) => property.key === key)

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
    .flatMap(({ id, name }) => (topics.includes(id) ? name : []))
    .join(', ')

/** Returns the values of an audit entry with the names of a field's topics instead of their ids. */
export function nameTopics(values: unknown, categories: Category[]): unknown {
  const topics = (values as Partial<ListingField> | null)?.topics
  if (!Array.isArray(topics)) return values
  return { ...(values as object), topics: topics.length > 0 ? topicNames(topics, categories) : 'all' }
}

/** Returns whether fields of this type have a property. */
export function hasProperty(field: ListingField, key: string): boolean {
  const most = { unit: '-', min: 1, max: 1 }
  return !(key in most) || Boolean(normalizeField({ ...field, ...most })[key as keyof typeof most])
}
