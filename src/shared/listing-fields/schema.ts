/** The schemas of fields and their values in calls. `values.ts` checks values by the entries of the table, which differ from site to site. */

import * as z from 'zod/mini'
import { fieldLimits, maxNameLength } from '../limits.ts'
import { namesByLanguage, textsByLanguage } from '../own-names.ts'
import { oneOf, requiredText, textField, yesNo } from '../schemas/fields.ts'
import { msg, t } from '../translate.ts'
import { fieldTextLength, keyPattern } from './definition.ts'
import { fieldAudiences, fieldScreens, fieldTypes, type ListingField } from './field.ts'
import { maxNumber } from './values.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

/** Describes the values in the API reference, because fields differ from site to site. */
export const fieldValuesSchema = 'FieldValues'
const described = { $ref: `#/components/schemas/${fieldValuesSchema}` }

/** In replies: the values that the viewer may see. */
export const FieldValuesSchema = z.record(z.string(), value).register(z.globalRegistry, described)

const invalidFields = {
  error: () => t('fields must be an object, such as {example}.', { example: '{ "years": 5 }' }),
}
/** In requests. Null removes a value. If omitted, an update keeps the stored values. */
export const fieldsInput = z.optional(
  z
    .record(z.string().check(z.maxLength(40)), z.nullable(value), invalidFields)
    .check(z.refine((values) => Object.keys(values).length <= 2 * fieldLimits.fields, invalidFields))
    .register(z.globalRegistry, described),
)

const keySentence = {
  error: () =>
    t('A key has at most 40 lowercase letters, digits, and underscores, and begins with a letter.'),
}
const key = z.string(keySentence).check(z.regex(keyPattern, keySentence))

const limitSentence = { error: () => t('A limit must be a number up to {max}.', { max: maxNumber }) }
const limit = z.nullable(
  z.number(limitSentence).check(z.gte(-maxNumber, limitSentence), z.lte(maxNumber, limitSentence)),
)
const choiceLabel = requiredText(msg('the choice'), maxNameLength, {
  error: () => t('Please enter a name for each choice.'),
})
const choice = { label: choiceLabel, retired: z._default(yesNo('retired'), false) }
const choicesOf = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.array(z.object(shape)).check(
    z.maxLength(fieldLimits.choices, {
      error: () => t('A field has at most {max} choices.', { max: fieldLimits.choices }),
    }),
  )

const properties = {
  label: requiredText(msg('the name'), maxNameLength, {
    error: () => t('Please enter a name for the field.'),
  }),
  help: textField(msg('the help text'), fieldTextLength.help),
  type: oneOf('type', fieldTypes),
  kinds: z
    .array(oneOf('A kind', ['service', 'event']))
    .check(z.minLength(1, { error: () => t('Please choose services, events, or both.') }), z.maxLength(2)),
  topics: z
    .array(z.string().check(z.maxLength(20)))
    .check(z.maxLength(500, { error: () => t('Please choose fewer topics.') })),
  required: yesNo('required'),
  unit: textField(msg('the unit'), fieldTextLength.unit),
  min: limit,
  max: limit,
  choices: choicesOf({ ...choice, key }),
  initial: z.nullable(value),
  audience: oneOf('audience', fieldAudiences),
  shownOn: z.array(oneOf('shownOn', fieldScreens)).check(z.maxLength(fieldScreens.length)),
  searchable: yesNo('searchable'),
  filter: yesNo('filter'),
  sortable: yesNo('sortable'),
  retired: yesNo('retired'),
}

const inReplies = { key, ...properties, role: z.nullable(z.literal('travel-distance')) }
/** In replies for everyone. */
export const ListingFieldSchema: z.ZodMiniType<ListingField> = z.object(inReplies)

/** What only admins see and change. */
const names = z.optional(
  z.object({
    label: z.optional(namesByLanguage),
    help: z.optional(textsByLanguage(fieldTextLength.help)),
    unit: z.optional(textsByLanguage(fieldTextLength.unit)),
  }),
)
const namedChoice = { ...choice, names: z.optional(namesByLanguage) }
export const NamedListingFieldSchema: z.ZodMiniType<ListingField> = z.object({
  ...inReplies,
  choices: choicesOf({ ...namedChoice, key }),
  names,
})

/** In requests. A choice without a key gets one from its name. `definition.ts` checks what depends on other properties. */
const written = {
  ...z.partial(z.object(properties)).shape,
  choices: z.optional(choicesOf({ ...namedChoice, key: z.optional(key) })),
  names,
}
const { label, type, kinds } = properties
/** Without a key, the field gets one from its name. */
export const NewListingFieldSchema = z.object({ ...written, key: z.optional(key), label, type, kinds })
export const ListingFieldChangeSchema = z.object({
  ...written,
  /** The version that the editor started from. */
  version: z.string({ error: () => t('version is required.') }).check(z.maxLength(64)),
})
