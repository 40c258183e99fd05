/**
 * The fields of listings that entries of a table define: those that ship with the program (`shipped.ts`) and those that an operator adds
 * on the screen *Fields*. An entry says everything about its field: forms, validation, replies, cards, pages, filters, search, import, and
 * export follow from it. Without zod, because pages load it.
 *
 * field  — one entry of the table
 * key    — the name of a field or of a choice in data and URLs; it never changes
 * topics — the categories and subcategories whose listings have the field
 */

import { maxLinkLength, maxPhoneLength } from '../limits.ts'
import type { NamesByLanguage } from '../own-names.ts'
import { t } from '../translate.ts'

type Kind = 'service' | 'event'

/** `date` is a calendar day, `money` an amount in the currency of the site. */
export const fieldTypes = [
  'text',
  'long-text',
  'number',
  'money',
  'choice',
  'choices',
  'yes-no',
  'date',
  'url',
  'phone',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** The text of a field; the number; whether it is so; or the keys of the choices, in their order. */
export type FieldValue = string | number | boolean | string[]
/** The values of a listing by the keys of its fields. A field without a value is missing. */
export type FieldValues = Readonly<Record<string, FieldValue>>

export const fieldAudiences = ['everyone', 'signed-in', 'author'] as const
/** Who sees a value: `author` is the author and the admins. Each sees what those before it see. */
export type FieldAudience = (typeof fieldAudiences)[number]

export const fieldScreens = ['card', 'details', 'flyer'] as const
export type FieldScreen = (typeof fieldScreens)[number]

/** A retired choice stays with the listings that have it, and cannot be chosen anymore. */
export type FieldChoice = {
  key: string
  label: string
  retired: boolean
  names?: NamesByLanguage | undefined
}

/** Returns choices with these labels by key. */
export const toChoices = (labels: Record<string, string>): FieldChoice[] =>
  Object.entries(labels).map(([key, label]) => ({ key, label, retired: false }))

/** What admins call a field in other languages. Pages get it in their own language instead (`catalog/own-names.ts`). */
export type FieldNames = { [Property in 'label' | 'help' | 'unit']?: NamesByLanguage | undefined }

export type ListingField = {
  key: string
  label: string
  /** Below the field in the form. */
  help: string
  type: FieldType
  kinds: readonly Kind[]
  /** The ids of categories and subcategories as in the catalog's replies. A category includes its subcategories. Empty: all. */
  topics: readonly string[]
  required: boolean
  /** After a number, such as `years`. */
  unit: string
  /** The limits of a number or an amount; of the characters of a text; of the number of choices. */
  min: number | null
  max: number | null
  choices: readonly FieldChoice[]
  /** What the form of a new listing begins with. */
  initial: FieldValue | null
  audience: FieldAudience
  shownOn: readonly FieldScreen[]
  /** Whether searches find its words. */
  searchable: boolean
  /** Whether lists of its topics can be filtered by it. */
  filter: boolean
  sortable: boolean
  /** What else the site does with it: `travel-distance` is how far an author travels, in the unit of the place. */
  role: 'travel-distance' | null
  /** Its values are kept, and nobody sees them. */
  retired: boolean
  names?: FieldNames | undefined
}

/** What a definition leaves out. */
export const plainField: Omit<ListingField, 'key' | 'label' | 'type' | 'kinds'> = {
  help: '',
  topics: [],
  required: false,
  unit: '',
  min: null,
  max: null,
  choices: [],
  initial: null,
  audience: 'everyone',
  shownOn: ['details'],
  searchable: false,
  filter: true,
  sortable: false,
  role: null,
  retired: false,
}

/** In characters. */
export const maxTextLength = { text: 200, 'long-text': 5_000, url: maxLinkLength, phone: maxPhoneLength }

type Typed = Pick<ListingField, 'type'>

/** Returns whether a field has numbers or days, by whose range lists can be filtered. */
export const hasRange = ({ type }: Typed): boolean => ['number', 'money', 'date'].includes(type)
/** Returns whether a field has choices, of which yes and no are two. */
export const hasChoices = ({ type }: Typed): boolean => ['choice', 'choices', 'yes-no'].includes(type)

export const choicesOf = ({ type, choices }: ListingField): readonly FieldChoice[] =>
  type === 'yes-no' ? toChoices({ yes: t('Yes'), no: t('No') }) : choices

/** Returns what readers see of a field, in the database's words. */
export const namesOfField = ({ label, help, unit, choices }: ListingField): string[] =>
  [label, help, unit, ...choices.map((choice) => choice.label)].filter(Boolean)

/** Returns the choices that a value has. Those that no longer exist are left out. */
export function chosenOf(field: ListingField, value: FieldValue): FieldChoice[] {
  const keys: unknown[] = typeof value === 'boolean' ? [value ? 'yes' : 'no'] : [value].flat()
  return choicesOf(field).filter(({ key }) => keys.includes(key))
}

/** The ids of the category and the subcategory of a listing or list; empty texts or null for none. */
export type FieldTopic = { category: string | null; subcategory: string | null }

/** Returns the fields that listings of a kind on a topic have, in their order. */
export const fieldsOf = (
  fields: readonly ListingField[],
  kind: Kind,
  { category, subcategory }: FieldTopic,
): ListingField[] =>
  fields.filter(
    ({ kinds, topics, retired }) =>
      !retired &&
      kinds.includes(kind) &&
      (topics.length === 0 || topics.some((topic) => topic === category || topic === subcategory)),
  )

/** A reader sees the fields of their own audience and of those before it: an `author` sees all. */
export const visitor: FieldAudience = 'everyone'

export const mayRead = ({ audience }: ListingField, reader: FieldAudience): boolean =>
  fieldAudiences.indexOf(audience) <= fieldAudiences.indexOf(reader)

/** Returns the values of these fields that a reader may see. Every reply, page, and file takes values from here. */
export function visibleValues(
  fields: readonly ListingField[],
  values: FieldValues,
  reader: FieldAudience,
): Record<string, FieldValue> {
  const visible: Record<string, FieldValue> = {}
  for (const field of fields) {
    const value = values[field.key]
    if (value !== undefined && !field.retired && mayRead(field, reader) && hasShape(field, value))
      visible[field.key] = value
  }
  return visible
}

/** A listing that was posted while an admin changed the type of a field can have a value of the type before. */
function hasShape({ type }: ListingField, value: FieldValue): boolean {
  if (type === 'number' || type === 'money') return typeof value === 'number'
  if (type === 'yes-no') return typeof value === 'boolean'
  return type === 'choices' ? Array.isArray(value) : typeof value === 'string'
}
