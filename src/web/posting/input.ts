/** Checks what the boxes say by the schemas that the server checks with. Loaded with the first sending: they are heavy. */
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
import type { Checked, FieldErrors } from '../ui/forms/form.tsx'
import { bodyOf, type ListingValues } from './values.ts'

/** The call that is to be made, and what with. */
export type Sent =
  | { call: 'postService'; body: NewService }
  | { call: 'postEvent'; body: NewEvent }
  | { call: 'updateService'; body: ServiceUpdate }
  | { call: 'updateEvent'; body: EventUpdate }

export type Filled = {
  kind: Kind
  values: ListingValues
  images: string[]
  /** Whether there is anything to choose from below what is chosen. */
  offered: Record<'subcategory' | 'state' | 'city', boolean>
  /** Of the listing that is changed; null for a new one. */
  version: number | null
}

/** Every field that is wrong, with its first error. */
export function checkListing(filled: Filled): Checked<Sent> {
  const { kind, values, offered, version } = filled
  const missing = missingChoices(values, offered, { update: version !== null })
  const result = parse(filled)
  if ('errors' in result) return { errors: { ...missing, ...result.errors } }
  return Object.keys(missing).length > 0 ? { errors: missing } : { sent: result.sent }

  function parse({ images }: Filled): Checked<Sent> {
    const body = bodyOf(kind, values, images)
    if (version === null) {
      return kind === 'service'
        ? parsed(NewServiceSchema, body, (body) => ({ call: 'postService', body }))
        : parsed(NewEventSchema, body, (body) => ({ call: 'postEvent', body }))
    }
    const changed = { ...body, version }
    return kind === 'service'
      ? parsed(ServiceUpdateSchema, changed, (body) => ({ call: 'updateService', body }))
      : parsed(EventUpdateSchema, changed, (body) => ({ call: 'updateEvent', body }))
  }
}

function parsed<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
  toSent: (body: z.output<Schema>) => Sent,
): Checked<Sent> {
  const result = z.safeParse(schema, body)
  if (result.success) return { sent: toSent(result.data) }
  const errors: FieldErrors = {}
  for (const { path, message } of result.error.issues) errors[path.join('.')] ??= message
  return { errors }
}
