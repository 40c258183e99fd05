/** The calls of the table of listing fields. */
import * as z from 'zod/mini'
import { fieldLimits } from '../limits.ts'
import { definitionLists, readDefinition, swapKeys } from '../listing-fields/definition-form.ts'
import {
  ListingFieldChangeSchema,
  ListingFieldSchema,
  NamedListingFieldSchema,
  NewListingFieldSchema,
} from '../listing-fields/schema.ts'
import { privatePaths, withQuery } from '../paths.ts'
import { textParameter } from '../schemas/fields.ts'
import { t } from '../translate.ts'
import type { Rows } from './endpoint.ts'

const versioned = {
  field: NamedListingFieldSchema,
  /** Changes with every change of the field. */
  version: z.string(),
}
const FieldForAdminSchema = z.object({
  ...versioned,
  /** How many listings have a value, whatever their status; null if there are too many to count. */
  listings: z.nullable(z.int()),
})
export type FieldForAdmin = z.infer<typeof FieldForAdminSchema>

/** The audit entry by which the change can be undone; null if nothing changed. */
const auditEntryId = z.nullable(z.int())
const FieldReplySchema = z.object({ ...versioned, message: z.string(), auditEntryId })

const keys = z
  .array(z.string().check(z.maxLength(40)))
  .check(
    z.minLength(1, { error: () => t('Please send the keys of all fields.') }),
    z.maxLength(40 * fieldLimits.fields),
  )

const path = `${privatePaths.adminFields}/:key`
const next = () => withQuery(privatePaths.admin, { tab: 'fields', status: 'saved' })

export const listingFieldRows = {
  listFields: {
    summary: 'Lists the fields that listings have beyond the fixed ones, in their order.',
    reply: z.object({ fields: z.array(ListingFieldSchema) }),
  },
  listFieldsForAdmin: {
    summary: 'Lists all fields of listings, also retired ones, with how many listings have a value.',
    access: 'admin',
    reply: z.object({ fields: z.array(FieldForAdminSchema) }),
  },
  addField: {
    summary: 'Adds a field to the listings of some kinds and topics. It comes after the others.',
    access: 'admin',
    body: NewListingFieldSchema,
    reply: FieldReplySchema,
    forms: [
      {
        path: privatePaths.adminFields,
        lists: definitionLists,
        hidden: /\.key$/,
        toBody: readDefinition,
        next,
      },
    ],
  },
  changeField: {
    summary:
      'Changes what the body has of a field, also to retire and restore it. Returns 409 if it has changed since `version`.',
    access: 'admin',
    params: z.object({ key: textParameter('key', 40) }),
    body: ListingFieldChangeSchema,
    reply: FieldReplySchema,
    forms: [
      { path, lists: definitionLists, hidden: /\.key$/, toBody: readDefinition, next },
      {
        path,
        actions: { retire: { retired: true }, restore: { retired: false } },
        toBody: ({ version }) => ({ version }),
        next,
      },
    ],
  },
  orderFields: {
    summary: 'Puts all fields in an order. Returns 409 if the order is no longer `before`.',
    access: 'admin',
    body: z.object({ keys, before: keys }),
    reply: z.object({ message: z.string(), auditEntryId }),
    forms: [
      {
        path: `${privatePaths.adminFields}-order`,
        toBody: ({ before = '', swap = '' }) => swapKeys(before, swap),
        next,
      },
    ],
  },
} as const satisfies Rows
