import { ContactMessageInputSchema } from '../../shared/contact.ts'
import { checkBySchema } from '../schemas/check-by-schema.ts'
import type { Values } from '../ui/forms/form.tsx'

/** Fetched with the first message: the schemas are heavy. */
export const checkMessage = (values: Values) => checkBySchema(ContactMessageInputSchema, values)
