/** Validates the form with the server's own schemas and rules. They are large, so this file loads on the first submit. */
import * as z from 'zod/mini'
import type { Kind } from '../../shared/listing.ts'
import type { FieldValues, ListingField } from '../../shared/listing-fields/field.ts'
import { formName } from '../../shared/listing-fields/form.ts'
import { checkValues } from '../../shared/listing-fields/values.ts'
import {
  type EventUpdate,
  EventUpdateSchema,
  missingChoices,
  type NewEvent,
  NewEventSchema,
  type NewService,
  NewServiceSchema,
  type ServiceUpdate,
  ServiceUpdateSchema,
} from '../../shared/listing-input.ts'
import type { FieldErrors, Validated } from '../ui/forms/form.tsx'
import { checkRepetition } from './schedule-values.ts'
import { type ListingValues, toBody } from './values.ts'

export type ListingCall =
  | { call: 'postService'; body: NewService }
  | { call: 'postEvent'; body: NewEvent }
  | { call: 'updateService'; body: ServiceUpdate }
  | { call: 'updateEvent'; body: EventUpdate }

export type FormInput = {
  kind: Kind
  values: ListingValues
  images: string[]
  /** Whether the dependent selects have any options. */
  offered: Record<'subcategory' | 'state' | 'city', boolean>
  /** The site's own fields that the listing has. */
  fields: readonly ListingField[]
  /** Their saved values. */
  stored: FieldValues
  /** The version being edited; null for a new listing. */
  version: number | null
}

const posts = {
  service: { call: 'postService', schema: NewServiceSchema },
  event: { call: 'postEvent', schema: NewEventSchema },
} as const
const updates = {
  service: { call: 'updateService', schema: ServiceUpdateSchema },
  event: { call: 'updateEvent', schema: EventUpdateSchema },
} as const

/** Returns the call to make, or the first error of each invalid field. */
export function validateListing(input: FormInput): Validated<ListingCall> {
  const { kind, values, offered, fields, stored, version } = input
  const missing = {
    ...missingChoices(values, offered, { update: version !== null }),
    ...(kind === 'event' && checkRepetition(values)),
  }
  const { call, schema } = (version === null ? posts : updates)[kind]
  const body = toBody(input)
  const own = checkValues(fields, body.fields, { stored })
  const result = z.safeParse(schema, version === null ? body : { ...body, version })
  const errors: FieldErrors = {}
  for (const [key, sentence] of Object.entries(own.errors)) errors[formName(key)] = sentence
  for (const { path, message } of result.error?.issues ?? []) errors[path.join('.')] ??= message
  const found = { ...missing, ...errors }
  if (!result.success || Object.keys(found).length > 0) return { errors: found }
  // The schema belongs to the call.
  return { data: { call, body: { ...result.data, fields: own.values } } as ListingCall }
}
