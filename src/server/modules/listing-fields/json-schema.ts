/** Describes the values of a listing's fields for the API reference, with the fields that this site has. */
import type { ListingField } from '../../../shared/listing-fields/field.ts'
import { limitsOf } from '../../../shared/listing-fields/values.ts'

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

function describeType(field: ListingField): JsonSchema {
  const { least, most } = limitsOf(field)
  switch (field.type) {
    case 'yes-no':
      return { type: 'boolean' }
    case 'number':
    case 'money':
      return { type: 'number', minimum: least, maximum: most }
    case 'choice':
      return describeChoices(field)
    case 'choices':
      return { type: 'array', items: describeChoices(field), minItems: least, maxItems: most }
    case 'date':
      return { type: 'string', format: 'date' }
    default: {
      const format = field.type === 'url' ? 'uri' : undefined
      return { type: 'string', format, minLength: least, maxLength: most }
    }
  }
}

const describeChoices = ({ choices }: ListingField): JsonSchema => ({
  type: 'string',
  oneOf: choices.map(({ key, label, retired }) => ({ const: key, description: label, deprecated: retired })),
})
