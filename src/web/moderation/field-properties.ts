/** What admins say about a field, as fields of a form of their own. The form, the list, and the log have their words from here. */
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
  help = '',
  labels: Record<string, string> = {},
): ListingField => ({ ...plainField, key, type, label, help, kinds: [], choices: toChoices(labels) })

const limitHelp =
  'Of a number or an amount, of the characters of a text, or of how many choices there can be.'

/** In the order of the form. `uses` are the properties that are true. */
export const fieldProperties: readonly ListingField[] = [
  { ...property('label', 'text', 'Name'), required: true, max: maxNameLength },
  property(
    'key',
    'text',
    'Key',
    'Its name in data and URLs, such as skill_level. It can never change. If empty, we make one from the name.',
  ),
  property('help', 'text', 'Help text', 'Below the field in the form.'),
  {
    ...property('type', 'choice', 'Type', 'Once ads have values, the type can no longer change.', {
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
    } satisfies Record<FieldType, string>),
    required: true,
  },
  { ...property('unit', 'text', 'Unit', 'After a number, such as years.'), max: 20 },
  property('min', 'number', 'Lowest', limitHelp),
  property('max', 'number', 'Highest', limitHelp),
  {
    ...property('kinds', 'choices', 'Which ads have it', '', { service: 'Services', event: 'Events' }),
    required: true,
  },
  {
    ...property(
      'audience',
      'choice',
      'Who sees it',
      'Authors always see it in their own ads, and admins in all. Lists, filters, and searches use only what everyone sees.',
      { everyone: 'Everyone', 'signed-in': 'Signed-in users', author: 'The author and admins' },
    ),
    required: true,
  },
  property('shownOn', 'choices', 'Where it shows', '', { card: 'Cards', details: 'Ad page', flyer: 'Flyer' }),
  property(
    'uses',
    'choices',
    'Rules',
    'Required: nobody can post without it, and older ads stay. Filter: lists of its topics can be narrowed by it (choices, yes or no, numbers, amounts, and dates). Sort: they can be sorted by it (numbers, amounts, and dates). Search: searches find its words (texts and choices).',
    { required: 'Required', filter: 'Filter', sortable: 'Sort', searchable: 'Search' },
  ),
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

/** Returns whether fields of this type have a property. */
export function hasProperty(field: ListingField, key: string): boolean {
  const most = { unit: '-', min: 1, max: 1 }
  return !(key in most) || Boolean(normalizeField({ ...field, ...most })[key as keyof typeof most])
}
