import { expect, test } from 'vitest'
import { type ListingField, plainField } from '../../shared/listing-fields/field.ts'
import { initialTexts, ownFields, toFormFields } from './form-fields.ts'

const field = (key: string, overrides: Partial<ListingField> = {}): ListingField => ({
  ...plainField,
  key,
  label: key,
  type: 'text',
  kinds: ['service'],
  ...overrides,
})
const categories = [
  {
    _id: '1',
    name: 'Music',
    slug: 'music',
    subcategories: [
      { id: '11', name: 'Piano', slug: 'piano' },
      { id: '12', name: 'Other', slug: 'other' },
    ],
  },
  { _id: '2', name: 'Pets', slug: 'pets', subcategories: [{ id: '21', name: 'Other', slug: 'other' }] },
]
const fields = toFormFields(
  'service',
  [
    field('all', { initial: 'as always' }),
    field('music', { topics: ['1'] }),
    field('piano', { topics: ['11'] }),
    field('other_pets', { topics: ['21'] }),
    field('events', { kinds: ['event'] }),
    field('retired', { retired: true }),
  ],
  categories,
)
const keysOf = (category: string, subcategory: string) =>
  ownFields('service', fields, { category, subcategory }).map(({ key }) => key)

test('has the fields of the chosen topic, by the names of the catalog', () => {
  expect(keysOf('', '')).toEqual(['all'])
  expect(keysOf('Music', '')).toEqual(['all', 'music'])
  expect(keysOf('Music', 'Piano')).toEqual(['all', 'music', 'piano'])
  // Subcategories of two categories can have one name.
  expect(keysOf('Music', 'Other')).toEqual(['all', 'music'])
  expect(keysOf('Pets', 'Other')).toEqual(['all', 'other_pets'])
  expect(keysOf('No such category', 'Piano')).toEqual(['all'])
})

test('begins with the initial values of its kind', () => {
  expect(initialTexts(fields)).toMatchObject({ 'fields.all': 'as always', 'fields.music': '' })
})
