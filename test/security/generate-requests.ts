/**
 * Generates requests from the contract: valid ones, and ones with a hostile value in any place. A schema's JSON Schema says
 * what is valid; ids, names, and emails come from the site under attack, so that requests get past the validation.
 */
import fc, { type Arbitrary } from 'fast-check'
import * as z from 'zod/mini'
import type { Endpoint } from '../../src/shared/contract.ts'
import { badIds, badTexts } from '../support/data/bad-values.ts'
import { hostileHeaders, hostileNumbers, hostileTexts } from './hostile-values.ts'

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** Values that exist on the site, by the name of the parameter or field. */
export type KnownValues = Record<string, readonly unknown[]>

export type GeneratedRequest = {
  path: string
  body: Buffer | string | undefined
  headers: Record<string, string>
}

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown

const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(...hostileTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 2, arbitrary: fc.constantFrom<number>(...hostileNumbers) },
  { weight: 1, arbitrary: fc.double() },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, true, [], {}, [[]], ['a'], { $ne: 'x' }, { length: 1e9 }),
  },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 200 }).map(nested) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom<string>(...hostileTexts), { maxLength: 300 }) },
)

/** Returns values that match the schema, as far as JSON Schema can express it. */
function valid(name: string, schema: JsonSchema, known: KnownValues): Arbitrary<unknown> {
  const values = known[name]
  if (values && schema.type !== 'array') return fc.constantFrom(...values)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => valid(name, option, known)))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known)
    case 'array':
      return fc.array(valid(name, schema.items ?? {}, known), { maxLength: 3 })
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, 0),
        max: Math.min(schema.maximum ?? 9, 1_000_000),
      })
    case 'number':
      return fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return textOf(schema)
  }
}

const textOf = ({ maxLength = 100 }: JsonSchema): Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 40) }),
    // At the limit, and one more.
    fc.constantFrom(maxLength, maxLength + 1).map((length) => 'x'.repeat(length)),
  )

/** Fields that a request must not be able to set. */
const forbiddenFields = [
  '__proto__',
  'constructor',
  'isAdmin',
  'status',
  'author_id',
  '_id',
  'posted',
  'email',
]

/** Most fields are valid, so that the hostile one is reached. */
function objectOf({ properties = {} }: JsonSchema, known: KnownValues): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) =>
    fc
      .oneof(
        { weight: 24, arbitrary: valid(name, schema, known).map((value) => [[name, value]]) },
        { weight: 3, arbitrary: hostileValue.map((value) => [[name, value]]) },
        { weight: 1, arbitrary: fc.constant([]) },
      )
      .map((entries) => entries as [string, unknown][]),
  )
  const extra = fc.option(fc.tuple(fc.constantFrom(...forbiddenFields), hostileValue), { freq: 5 })
  return fc.tuple(extra, ...fields).map(([added, ...groups]) => {
    // Without a prototype, `__proto__` is an ordinary key and is sent.
    const object: Record<string, unknown> = Object.create(null)
    for (const [name, value] of [...groups.flat(), ...(added ? [added] : [])]) object[name] = value
    return object
  })
}

function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema
}

/** JSON that is wrong as text: cut off, with repeated keys, nested too deeply, or not UTF-8. */
const broken: ((json: string) => Buffer | string)[] = [
  (json) => json.slice(0, -1),
  (json) => json.replace('{', '{"title":"first","title":"second",'),
  (json) => `${json}\0`,
  (json) => `\ufeff${json}`,
  (json) => json.replaceAll('"', "'"),
  (json) => `{"title":${'['.repeat(50_000)}${']'.repeat(50_000)},${json.slice(1)}`,
  (json) =>
    Buffer.concat([Buffer.from(json.slice(0, -2)), Buffer.from([0xff, 0xc0, 0xaf]), Buffer.from('"}')]),
  (json) => Buffer.from(json, 'utf16le'),
  () => '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
  () => 'null',
  () => '[]',
  () => '"text"',
  () => '1e999',
  () => '',
]

const jsonBody = (schema: JsonSchema, known: KnownValues): Arbitrary<Buffer | string> =>
  fc.oneof(
    { weight: 10, arbitrary: objectOf(schema, known).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...broken), objectOf(schema, known))
        .map(([breakIt, value]) => breakIt(JSON.stringify(value))),
    },
  )

/** Parts of a URL, encoded, wrongly encoded, or not encoded at all. Node refuses to send control characters and spaces. */
const hostileSegment = fc.oneof(
  fc.constantFrom(...badIds, ...badTexts),
  fc.constantFrom(...hostileTexts).map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 6_000)),
)

const segment = (value: unknown) => encodeURIComponent(String(value).toWellFormed())

export function queryString(schema: JsonSchema | null, known: KnownValues): Arbitrary<string> {
  const names = Object.keys(schema?.properties ?? { page: {}, tab: {}, searchtext: {} })
  const hostileName = fc.constantFrom(
    ...names,
    ...names.map((name) => `${name}[]`),
    ...names.map((name) => `${name}[$ne]`),
    ...['__proto__', '__proto__[x]', 'constructor[prototype][x]', '', '%00', 'utm_source', 'status'],
  )
  const hostilePair = fc.tuple(hostileName, hostileSegment).map(([name, value]) => `${name}=${value}`)
  const validPairs = Object.entries(schema?.properties ?? {}).map(([name, property]) =>
    fc
      .option(valid(name, property, known), { freq: 2 })
      .map((value) => (value === null ? [] : [`${name}=${segment(value)}`])),
  )
  return fc
    .tuple(fc.array(hostilePair, { maxLength: 2 }), ...validPairs)
    .map(([hostile, ...pairs]) => [...pairs.flat(), ...hostile].join('&'))
    .map((query) => (query === '' ? '' : `?${query}`).slice(0, 9_000))
}

/** Replaces the parameters of a path such as `/service/{id}` or `/state/:stateName`. */
export const pathWith = (path: string, known: KnownValues): Arbitrary<string> => {
  const parts = path.split('/').map((part) => {
    const name = /^(?:\{(\w+)\}|:(\w+))$/.exec(part)?.slice(1).find(Boolean)
    if (!name) return fc.constant(part)
    return fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...(known[name] ?? [name])).map(segment) },
      { weight: 1, arbitrary: hostileSegment },
    )
  })
  return fc.tuple(...parts).map((filled) => filled.join('/'))
}

/** Returns requests of a call. */
export function requestsOf(
  { path, params, query, body, method }: Endpoint,
  known: KnownValues,
): Arbitrary<GeneratedRequest> {
  const hasBody = method === 'POST' || method === 'PUT'
  return fc
    .record({
      path: params ? pathWith(`/api${path}`, known) : fc.constant(`/api${path}`),
      query: queryString(query ? jsonSchemaOf(query) : null, known),
      body: hasBody ? jsonBody(body ? jsonSchemaOf(body) : {}, known) : fc.constant(undefined),
      headers: hostileHeaders,
    })
    .map(({ query: text, ...request }) => ({
      body: request.body,
      path: request.path + text,
      headers: { ...(hasBody && { 'content-type': 'application/json' }), ...request.headers },
    }))
}
