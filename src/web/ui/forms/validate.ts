import type * as z from 'zod/mini'
import type { Validated, Values } from './form.tsx'

/** Returns a form's `validate`, which loads the schema and zod at the first submit and returns the first error of each invalid field. */
export function validateBy<Schema extends z.ZodMiniType>(load: () => Promise<Schema>) {
  return async (values: Values): Promise<Validated<z.output<Schema>>> => {
    const schema = await load()
    const result = schema.safeParse(values)
    if (result.success) return { data: result.data }
    const errors: Record<string, string> = {}
    for (const { path, message } of result.error.issues) errors[String(path[0])] ??= message
    return { errors }
  }
}
