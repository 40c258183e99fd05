/** The contract as an OpenAPI 3.1 document. By hand are the title, and the one call that takes a form. */
import * as z from 'zod/mini'
import { contract, type Endpoint } from '../../../shared/contract.ts'
import { pictureFolder } from '../../../shared/picture.ts'
import { PictureSchema } from '../../../shared/picture-upload.ts'
import type { Product } from '../../../shared/product.ts'

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
    paths: { ...paths, '/images': { post: uploadOperation } },
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

const failure = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }

/** Only the upload of a picture is a form: its body is read as it comes, past the contract. */
const uploadOperation = {
  operationId: 'uploadPicture',
  summary: 'Takes a picture in, one at a time; a listing’s `images` then name its `secure_url`',
  parameters: [],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['file'],
          properties: {
            file: { type: 'string', format: 'binary' },
            upload_preset: { type: 'string' },
            folder: { type: 'string', enum: [pictureFolder] },
          },
        },
      },
    },
  },
  responses: {
    201: {
      description: 'The picture, stored.',
      content: { 'application/json': { schema: jsonSchema(PictureSchema) } },
    },
    400: { description: 'It is no picture that can be used; `message` says why.', ...failure },
    401: { description: 'Nobody is signed in.', ...failure },
    413: { description: 'It is too large.', ...failure },
    429: { description: 'Too many pictures for now.', ...failure },
    503: { description: 'There is no place for pictures just now.', ...failure },
    default: { description: 'Any other failure.', ...failure },
  },
}

function operation(operationId: string, endpoint: Endpoint) {
  const { summary, access, params, query, body, reply } = endpoint
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
      ...(access && { 401: { description: 'Nobody is signed in.', ...failure } }),
      ...(access === 'admin' && { 403: { description: 'The one who asks is no admin.', ...failure } }),
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
