/** Describes the values of a listing's fields for the API reference, with the fields that this site has. */
import {
  choicesOf,
  type FieldType,
  hasChoices,
  type ListingField,
  maxTextLength,
} from '../../../shared/listing-fields/field.ts'

type JsonSchema = Record<string, unknown>

/** Returns a JSON Schema. Retired fields are left out: nobody sees or sets them. */
export const describeFields = (fields: readonly ListingField[]): JsonSchema => ({
  type: 'object',
  description:
    'The values of the fields that this site has. `GET /listing-fields` says which listings have them.',
  properties: Object.fromEntries(
    fields.filter(({ retired }) => !retired).map((field) => [field.key, describeField(field)]),
  ),
})

function describeField(field: ListingField): JsonSchema {
  const { label, help, kinds, unit } = field
  const of = kinds.map((kind) => `${kind}s`).join(' and ')
  return {
    description: [`${label}${unit && ` (${unit})`}, of ${of}.`, help].filter(Boolean).join(' '),
    ...describeType(field),
  }
}

const formats: Partial<Record<FieldType, string>> = { date: 'date', url: 'uri' }

function describeType(field: ListingField): JsonSchema {
  const { type, min, max } = field
  const limits = (least: string, most: string) => ({
    ...(min !== null && { [least]: min }),
    ...(max !== null && { [most]: max }),
  })
  if (type === 'yes-no') return { type: 'boolean' }
  if (type === 'number' || type === 'money') return { type: 'number', ...limits('minimum', 'maximum') }
  if (!hasChoices(field)) {
    const format = formats[type]
    const longest = type !== 'date' && { maxLength: maxTextLength[type as keyof typeof maxTextLength] }
    return { type: 'string', ...(format && { format }), ...longest, ...limits('minLength', 'maxLength') }
  }
  const choice = {
    type: 'string',
    oneOf: choicesOf(field).map(({ key, label, retired }) => ({
      const: key,
      description: label,
      ...(retired && { deprecated: true }),
    })),
  }
  return type === 'choice' ? choice : { type: 'array', items: choice, ...limits('minItems', 'maxItems') }
}
