import { expect, test } from 'vitest'
import { type ListingField, plainField } from '../../shared/listing-fields/field.ts'
import { invalidSocialLink } from '../../shared/social-link.ts'
import { type FormInput, validateListing } from './input.ts'
import { toListingValues } from './values.ts'

const validValues = toListingValues({
  title: 'Piano lessons',
  category: 'Music & Performing Arts',
  subcategory: 'Piano Lessons',
  price: '$1,200',
  description: 'Patient lessons for everyone.',
  country: 'United States',
})
const dates = { startDate: '2026-12-01', endDate: '2026-12-02' }
const inputWith = (values: object = {}, overrides: Partial<FormInput> = {}): FormInput => ({
  kind: 'service',
  values: { ...validValues, ...values },
  images: [],
  offered: { subcategory: true, state: true, city: true },
  fields: [],
  stored: {},
  version: null,
  ...overrides,
})
const errorsOf = (input: FormInput) => {
  const validated = validateListing(input)
  return 'errors' in validated ? Object.keys(validated.errors).sort() : []
}

test('converts a valid form to the request body', () => {
  expect(
    validateListing(
      inputWith({
        title: '  Piano  lessons ',
        price_unit: 'hour',
        'author.facebook': 'facebook.com/rosa',
        'author.instagram': '@rosa',
      }),
    ),
  ).toEqual({
    data: {
      call: 'postService',
      body: {
        title: 'Piano lessons',
        category: 'Music & Performing Arts',
        subcategory: 'Piano Lessons',
        price: 1200,
        price_unit: 'hour',
        description: 'Patient lessons for everyone.',
        country: 'United States',
        state: null,
        city: null,
        author: {
          business_email: '',
          phone: '',
          facebook: 'https://facebook.com/rosa',
          instagram: 'https://www.instagram.com/rosa',
        },
        messages_only: false,
        publishAt: null,
        images: [],
        fields: {},
      },
    },
  })
})

test('reports every required field of an empty service', () => {
  expect(errorsOf({ ...inputWith(), values: toListingValues({}) })).toEqual([
    'category',
    'country',
    'description',
    'price',
    'subcategory',
    'title',
  ])
})

test('requires dates and a picture of a new event, but no state or city', () => {
  expect(errorsOf(inputWith({}, { kind: 'event' }))).toEqual(['endDate', 'images', 'startDate'])
  expect(errorsOf(inputWith(dates, { kind: 'event', images: ['a'] }))).toEqual([])
})

test('rejects an event that ends before it starts', () => {
  const backwards = { startDate: '2026-12-02', endDate: '2026-12-01' }
  expect(errorsOf(inputWith(backwards, { kind: 'event', images: ['a'] }))).toEqual(['endDate'])
})

test('requires state and city of an update, and availability of an event', () => {
  expect(errorsOf(inputWith({}, { version: 3 }))).toEqual(['city', 'state'])
  expect(errorsOf(inputWith(dates, { kind: 'event', version: 3 }))).toEqual([
    'city',
    'event_availability',
    'state',
  ])
  const place = { state: 'Texas', city: 'Austin' }
  expect(validateListing(inputWith(place, { version: 3 }))).toMatchObject({
    data: { call: 'updateService', body: { version: 3 } },
  })
})

test('does not require what the catalog does not offer', () => {
  const offered = { subcategory: false, state: true, city: false }
  expect(errorsOf(inputWith({ subcategory: '', state: 'Texas' }, { version: 3, offered }))).toEqual([])
})

test('reports invalid contact details under their field names', () => {
  const wrong = {
    'author.business_email': 'nobody',
    'author.facebook': 'my page',
    'author.instagram': 'javascript:alert(1)',
  }
  expect(validateListing(inputWith(wrong))).toEqual({
    errors: {
      'author.business_email': 'Invalid email address',
      'author.facebook': invalidSocialLink.facebook,
      'author.instagram': invalidSocialLink.instagram,
    },
  })
})

test('checks the site’s own fields by their rules', () => {
  const fields: ListingField[] = [
    { ...plainField, key: 'years', label: 'Experience', type: 'number', kinds: ['service'], max: 80 },
    {
      ...plainField,
      key: 'level',
      label: 'Skill level',
      type: 'choice',
      kinds: ['service'],
      required: true,
      choices: [
        { key: 'beginner', label: 'Beginner', retired: false },
        { key: 'expert', label: 'Expert', retired: true },
      ],
    },
  ]
  const input = (values: object, stored = {}) => inputWith(values, { fields, stored })
  expect(validateListing(input({ 'fields.years': '81' }))).toEqual({
    errors: {
      'fields.years': 'Experience can be at most 80.',
      'fields.level': 'Please choose: Skill level.',
    },
  })
  const expert = { 'fields.level': 'expert', 'fields.years': '5', 'fields.other': 'dropped' }
  expect(errorsOf(input(expert))).toEqual(['fields.level'])
  expect(validateListing(input(expert, { level: 'expert' }))).toMatchObject({
    data: { body: { fields: { level: 'expert', years: 5 } } },
  })
})
