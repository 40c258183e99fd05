import type * as z from 'zod/mini'
import type { Checked, Values } from './form.tsx'

/** Returns a form's `check` that loads zod and the schema when the form is first sent, so that no page loads them sooner. */
export function lazyCheck<Schema extends z.ZodMiniType>(load: () => Promise<Schema>) {
  return async (values: Values): Promise<Checked<z.output<Schema>>> => {
    const [{ checkBySchema }, schema] = await Promise.all([import('./check-by-schema.ts'), load()])
    return checkBySchema(schema, values)
  }
}
