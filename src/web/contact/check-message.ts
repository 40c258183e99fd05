import { ContactMessageInputSchema } from '../../shared/contact.ts'
import { checkBySchema } from '../ui/check-by-schema.ts'
import type { Values } from '../ui/form.tsx'

/** Fetched with the first message: the schemas are heavy. */
export const checkMessage = (values: Values) => checkBySchema(ContactMessageInputSchema, values)
