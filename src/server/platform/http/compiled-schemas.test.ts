import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract, type Endpoint } from '../../../shared/contract.ts'
import { compiledSchema } from './compiled-schemas.ts'

const replies = Object.entries(contract as Record<string, Endpoint>).map(
  ([name, { reply }]) => [name, reply] as const,
)

test.each(replies)('the reply of %s is parsed by generated code', (_name, reply) => {
  expect(() => z.compile(reply, { strict: true })).not.toThrow()
})

test('generated code returns only what the schema names, and the same issues', () => {
  const schema = z.object({ name: z.string(), price: z.optional(z.number()) })
  const compiled = compiledSchema(schema)
  expect(compiledSchema(schema)).toBe(compiled)
  expect(compiled.parse({ name: 'Piano lessons', secret: 1 })).toEqual({ name: 'Piano lessons' })
  const wrong = { name: 'Piano lessons', price: 'free' }
  expect(compiled.safeParse(wrong).error?.issues).toEqual(schema.safeParse(wrong).error?.issues)
})
