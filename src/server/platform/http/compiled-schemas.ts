/** Compiles schemas: generated code parses a long list faster than zod's parser, which creates several objects for each field. */
import * as z from 'zod/mini'

const compiled = new WeakMap<z.ZodMiniType, z.ZodMiniType>()

/** Returns a compiled version of a schema, which parses the same. Returns the schema itself if zod cannot compile it. */
export function compiledSchema<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  const known = compiled.get(schema)
  if (known) return known as Schema
  const created = z.compile(schema)
  compiled.set(schema, created)
  return created
}
