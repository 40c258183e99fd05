import type * as z from 'zod/mini'
import type { Validated, Values } from './form.tsx'

/**
 * Returns a form's `validate`, which returns the parsed values, or the first error of each invalid field. It loads zod and the schema
 * when the form is first submitted, so that no page loads them sooner.
 */
export function validateBy<Schema extends z.ZodMiniType>(load: () => Promise<Schema>) {
  return async (values: Values): Promise<Validated<z.output<Schema>>> => {
    const [{ safeParse }, schema] = await Promise.all([import('zod/mini'), load()])
    const result = safeParse(schema, values)
    if (result.success) return { data: result.data }
    const errors: Record<string, string> = {}
    for (const { path, message } of result.error.issues) errors[String(path[0])] ??= message
    return { errors }
  }
}
