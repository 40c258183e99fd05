/** Imports zod: only what is fetched when a form is sent may import it. */
import * as z from 'zod/mini'
import type { Checked, Values } from '../ui/forms/form.tsx'

/** Every field that is wrong, with its first error. */
export function checkBySchema<Schema extends z.ZodMiniType>(
  schema: Schema,
  values: Values,
): Checked<z.output<Schema>> {
  const result = z.safeParse(schema, values)
  if (result.success) return { sent: result.data }
  const errors: Record<string, string> = {}
  for (const { path, message } of result.error.issues) errors[String(path[0])] ??= message
  return { errors }
}
