/** Imports zod: import this file only from code that loads on the first submit. */
import * as z from 'zod/mini'
import type { Checked, Values } from './form.tsx'

/** Returns the parsed values, or the first error of each invalid field. */
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
