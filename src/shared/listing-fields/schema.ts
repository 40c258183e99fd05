/** The schemas of fields and their values in calls. `values.ts` checks values by the entries of the table, which differ from site to site. */
import * as z from 'zod/mini'
import { fieldLimits, maxNameLength } from '../limits.ts'
import { requiredText, textField } from '../schemas/fields.ts'
import { fieldAudiences, fieldScreens, fieldTypes } from './field.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

/** In replies: the values that the viewer may see. */
export const FieldValuesSchema = z.record(z.string(), value)

const invalidFields = 'fields must be an object, such as { "years": 5 }.'
/** In requests. Null removes a value. If omitted, an update keeps the stored values. */
export const fieldsInput = z.optional(
  z
    .record(z.string().check(z.maxLength(40)), z.nullable(value), invalidFields)
    .check(z.refine((values) => Object.keys(values).length <= 2 * fieldLimits.fields, invalidFields)),
)

const keyPattern = /^[a-z][a-z0-9_]{0,39}$/
const keySentence =
  'A key has at most 40 lowercase letters, digits, and underscores, and begins with a letter.'
const key = z.string(keySentence).check(z.regex(keyPattern, keySentence))

const choice = z.object({
  key,
  label: requiredText('the choice', maxNameLength, 'Please enter a name for each choice.'),
  retired: z._default(z.boolean(), false),
})
const oneOf = <const Values extends readonly [string, ...string[]]>(name: string, values: Values) =>
  z.enum(values, `${name} must be one of ${values.join(', ')}.`)
const limit = z._default(z.nullable(z.number('A limit must be a number.')), null)
const kind = oneOf('A kind', ['service', 'event'])

/** An entry of the table as an operator writes it. `fields.ts` of the server checks what depends on other entries. */
export const ListingFieldSchema = z
  .object({
    key,
    label: requiredText('the name', maxNameLength, 'Please enter a name for the field.'),
    help: z._default(textField('the help text', 200), ''),
    type: oneOf('type', fieldTypes),
    kinds: z.array(kind).check(z.minLength(1, 'Please choose services, events, or both.')),
    topics: z._default(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(200)), []),
    required: z._default(z.boolean(), false),
    unit: z._default(textField('the unit', 20), ''),
    min: limit,
    max: limit,
    choices: z._default(
      z
        .array(choice)
        .check(z.maxLength(fieldLimits.choices, `A field has at most ${fieldLimits.choices} choices.`)),
      [],
    ),
    initial: z._default(z.nullable(value), null),
    audience: z._default(oneOf('audience', fieldAudiences), 'everyone'),
    shownOn: z._default(z.array(oneOf('shownOn', fieldScreens)), ['details']),
    searchable: z._default(z.boolean(), false),
    filter: z._default(z.boolean(), false),
    sortable: z._default(z.boolean(), false),
    role: z._default(z.nullable(z.literal('travel-distance')), null),
    retired: z._default(z.boolean(), false),
  })
  .check(
    z.refine(
      ({ type, choices }) =>
        (type !== 'choice' && type !== 'choices') || choices.some(({ retired }) => !retired),
      { path: ['choices'], error: 'Please add at least one choice.' },
    ),
    z.refine(({ choices }) => new Set(choices.map(({ key }) => key)).size === choices.length, {
      path: ['choices'],
      error: 'Two choices have the same key.',
    }),
    z.refine(({ min, max }) => min === null || max === null || min <= max, {
      path: ['max'],
      error: 'The highest value cannot be below the lowest one.',
    }),
  )
