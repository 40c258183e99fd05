/** The contract as an OpenAPI 3.1 document: nothing here is written by hand but the title. */
import * as z from 'zod/mini'
import { contract, type Endpoint } from '../../shared/contract.ts'
import type { Product } from '../../shared/product.ts'

type JsonSchema = { properties?: Record<string, object>; required?: string[] }

export function openApiDocument(product: Product, publicUrl: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
    paths[endpoint.path] ??= {}
    const operations = paths[endpoint.path]
    if (operations) operations[endpoint.method.toLowerCase()] = operation(name, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${product.name} API`,
      version: '1',
      description: 'Every call that the site itself makes. Errors are `{ code, message, fields? }`.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths,
    components: { schemas: { Error: errorSchema } },
  }
}

const errorSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', examples: ['invalid'] },
    message: { type: 'string', description: 'A sentence that may be shown to a person.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'A sentence for each field.',
    },
  },
}

function operation(operationId: string, endpoint: Endpoint) {
  const { summary, who, params, query, body, reply } = endpoint
  const failure = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }
  return {
    operationId,
    summary,
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body) } } },
    }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'The answer.',
        content: { 'application/json': { schema: jsonSchema(reply) } },
      },
      400: { description: 'Something sent cannot be used; `fields` says why.', ...failure },
      ...(who && { 401: { description: 'Nobody is signed in.', ...failure } }),
      ...(who === 'admin' && { 403: { description: 'The one who asks is no admin.', ...failure } }),
      ...(params && { 404: { description: 'There is no such thing.', ...failure } }),
      default: { description: 'Any other failure.', ...failure },
    },
  }
}

function parameters(place: 'path' | 'query', schema: z.ZodMiniType | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema)
  return Object.entries(properties).map(([name, { ...property }]) => ({
    name,
    in: place,
    // A default makes a parameter optional to send though always there once read.
    required: place === 'path' || (required.includes(name) && !('default' in property)),
    schema: property,
  }))
}

function jsonSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  return rest as JsonSchema
}
