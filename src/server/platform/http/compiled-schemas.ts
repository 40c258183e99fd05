/** Schemas as generated code: zod's own parser takes ten times as long for a page of listings, and creates several objects per field. */
import * as z from 'zod/mini'

const compiled = new WeakMap<z.ZodMiniType, z.ZodMiniType>()

/** Returns a schema that parses like this one, generated when it is first asked for. One that cannot be generated stays as it is. */
export function compiledSchema<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  const known = compiled.get(schema)
  if (known) return known as Schema
  const created = z.compile(schema)
  compiled.set(schema, created)
  return created
}
