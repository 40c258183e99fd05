/** What the forms of the dashboard may hold. Loaded with the first of them that is sent: the schemas are heavy. */
import type * as z from 'zod/mini'
import { AdminSchema, SuspensionSchema } from '../../shared/moderation.ts'
import { checkBySchema } from '../schemas/check-by-schema.ts'
import type { Checked, Values } from '../ui/forms/form.tsx'

const forms = { admin: AdminSchema, suspension: SuspensionSchema }

export type FormName = keyof typeof forms
export type Sent<Name extends FormName> = z.output<(typeof forms)[Name]>

export const check = <Name extends FormName>(name: Name, values: Values): Checked<Sent<Name>> =>
  checkBySchema(forms[name], values) as Checked<Sent<Name>>
