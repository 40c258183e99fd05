/** Validates the form with the server's own schemas. They are large, so this file loads on the first submit. */
import * as z from 'zod/mini'
import type { Kind } from '../../shared/listing.ts'
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

/** An API call with its validated body. */
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
  /** The version being edited; null for a new listing. */
  version: number | null
}

/** Returns the call to make, or the first error of each invalid field. */
export function validateListing(input: FormInput): Validated<ListingCall> {
  const { kind, values, offered, version } = input
  const missing = {
    ...missingChoices(values, offered, { update: version !== null }),
    ...(kind === 'event' && checkRepetition(values)),
  }
  const result = parse(input)
  if ('errors' in result) return { errors: { ...missing, ...result.errors } }
  return Object.keys(missing).length > 0 ? { errors: missing } : { data: result.data }

  function parse({ images }: FormInput): Validated<ListingCall> {
    const body = toBody(kind, values, images)
    if (version === null) {
      return kind === 'service'
        ? parseWith(NewServiceSchema, body, (body) => ({ call: 'postService', body }))
        : parseWith(NewEventSchema, body, (body) => ({ call: 'postEvent', body }))
    }
    const update = { ...body, version }
    return kind === 'service'
      ? parseWith(ServiceUpdateSchema, update, (body) => ({ call: 'updateService', body }))
      : parseWith(EventUpdateSchema, update, (body) => ({ call: 'updateEvent', body }))
  }
}

function parseWith<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
  toCall: (body: z.output<Schema>) => ListingCall,
): Validated<ListingCall> {
  const result = z.safeParse(schema, body)
  if (result.success) return { data: toCall(result.data) }
  const errors: FieldErrors = {}
  for (const { path, message } of result.error.issues) errors[path.join('.')] ??= message
  return { errors }
}
