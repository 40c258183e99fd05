/** Random definitions of listing fields, and values that they accept. */
import fc from 'fast-check'
import { normalizeField } from '../../../src/shared/listing-fields/definition.ts'
import {
  choicesOf,
  type FieldType,
  type FieldValue,
  fieldAudiences,
  fieldTypes,
  type ListingField,
  plainField,
} from '../../../src/shared/listing-fields/field.ts'

const word = fc.constantFrom('piano', 'Ärzte', '日本', '🎸', "O'Neil", '<b>&', 'a"b', '100%', 'x,y')
/** A text as it is stored: one line, trimmed. */
const words = (least: number, most: number) =>
  fc.array(word, { minLength: least, maxLength: most }).map((list) => list.join(' '))
const cents = (min: number, max: number) =>
  fc.integer({ min: min * 100, max: max * 100 }).map((amount) => amount / 100)
const day = fc
  .integer({ min: 0, max: 60_000 })
  .map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10))

const limits = fc.record({
  min: fc.option(fc.integer({ min: 1, max: 2 }), { nil: null }),
  max: fc.option(fc.integer({ min: 60, max: 90 }), { nil: null }),
})

/** Any definition that an operator can write. */
export const anyField = (key: string): fc.Arbitrary<ListingField> =>
  fc
    .record({
      label: words(1, 3),
      help: words(0, 3),
      type: fc.constantFrom<FieldType>(...fieldTypes),
      kinds: fc.constantFrom<ListingField['kinds']>(['service'], ['event'], ['service', 'event']),
      limits,
      choiceCount: fc.integer({ min: 1, max: 6 }),
      unit: words(0, 1),
      audience: fc.constantFrom(...fieldAudiences),
      searchable: fc.boolean(),
      filter: fc.boolean(),
      sortable: fc.boolean(),
    })
    .map(({ limits, choiceCount, ...field }) =>
      normalizeField({
        ...plainField,
        ...field,
        ...(field.type === 'choices' ? { min: null, max: null } : limits),
        key,
        shownOn: ['card', 'details', 'flyer'],
        choices: Array.from({ length: choiceCount }, (_, at) => ({
          key: `c${at}`,
          label: `Choice ${at}`,
          retired: at > 0 && at % 4 === 0,
        })),
      }),
    )

/** A value that the field accepts, as it is stored. */
function acceptedBy(field: ListingField): fc.Arbitrary<FieldValue> {
  const { type, min, max } = field
  const choices = choicesOf(field).flatMap(({ key, retired }) => (retired ? [] : key))
  switch (type) {
    case 'yes-no':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(...choices)
    case 'choices':
      return fc.subarray(choices, { minLength: 1 })
    case 'number':
    case 'money':
      return cents(min ?? (type === 'money' ? 0 : -1_000_000), max ?? 1_000_000)
    case 'date':
      return day
    case 'url':
      return fc.nat(999).map((number) => `https://example.com/${number}`)
    case 'phone':
      return fc.integer({ min: 1_000_000, max: 9_999_999 }).map((number) => `+1 512 ${number}`)
    case 'long-text':
      return fc.tuple(words(1, 4), words(1, 4)).map((lines) => lines.join('\n'))
    default:
      return words(1, 5).filter((text) => [...text].length >= (min ?? 1))
  }
}

/** Values of some of these fields. */
export const valuesOf = (fields: readonly ListingField[]): fc.Arbitrary<Record<string, FieldValue>> =>
  fc
    .record(Object.fromEntries(fields.map((field) => [field.key, fc.option(acceptedBy(field))])))
    .map((values) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
      ),
    )
