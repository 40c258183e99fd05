/** Derives an OpenAPI 3.1 document from the contract. Only the title and the multipart uploads are written by hand. */
import * as z from 'zod/mini'
import { ProfilePhotoSchema } from '../../../shared/account.ts'
import { contract, type Endpoint } from '../../../shared/contract.ts'
import { CalendarFileReplySchema } from '../../../shared/imported-calendar.ts'
import { pictureFolder } from '../../../shared/picture.ts'
import { PictureSchema } from '../../../shared/picture-upload.ts'
import type { Product } from '../../../shared/product.ts'
import { photoFolder } from '../../../shared/profile-photo.ts'

type JsonSchema = { properties?: Record<string, object>; required?: string[] }

export function openApiDocument(product: Product, publicUrl: string) {
  contractPaths ??= pathsOfContract()
  return {
    openapi: '3.1.0',
    info: {
      title: `${product.name} API`,
      version: '1',
      description:
        'The API that the site itself uses. An error response is `{ code, message, fields? }`, where `code` identifies the error and `message` can be shown to users.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths: {
      ...contractPaths,
      '/images': { post: uploadPicture },
      '/profile-photo': { post: uploadPhoto },
      '/imported-calendar-file': { post: uploadCalendar },
    },
    components: { schemas: { Error: errorSchema } },
  }
}

type Paths = Record<string, Record<string, object>>

/** The same for every site. Converting the schemas takes 60 ms of CPU time, which tests with an app each would pay often. */
let contractPaths: Paths | null = null

function pathsOfContract(): Paths {
  const paths: Paths = {}
  for (const [name, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
    paths[endpoint.path] ??= {}
    const operations = paths[endpoint.path]
    if (operations) operations[endpoint.method.toLowerCase()] = operation(name, endpoint)
  }
  return paths
}

const errorSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', examples: ['invalid'] },
    message: { type: 'string', description: 'A sentence that can be shown to users.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'A sentence for each invalid field.',
    },
  },
}

const errorBody = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }

type Upload = {
  operationId: string
  summary: string
  /** The fields of the form besides `file`. */
  fields: Record<string, object>
  reply: z.ZodMiniType
}

function uploadBody(fields: Record<string, object>) {
  const properties = { file: { type: 'string', format: 'binary' }, ...fields }
  const schema = { type: 'object', required: ['file'], properties }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

/** Uploads are not part of the contract: their multipart bodies are streamed to disk. */
const uploadOperation = ({ operationId, summary, fields, reply }: Upload) => ({
  operationId,
  summary,
  parameters: [],
  requestBody: uploadBody(fields),
  responses: {
    201: {
      description: 'The stored picture.',
      content: { 'application/json': { schema: jsonSchema(reply) } },
    },
    400: { description: 'The request is not a form with one file.', ...errorBody },
    401: { description: 'The request has no session.', ...errorBody },
    413: { description: 'The file is too large.', ...errorBody },
    415: { description: 'The file is not a picture in a supported format.', ...errorBody },
    422: { description: 'The picture is damaged or empty.', ...errorBody },
    429: { description: 'The upload limit is reached.', ...errorBody },
    503: { description: 'The picture storage is not available.', ...errorBody },
    default: { description: 'Another error.', ...errorBody },
  },
})

const uploadPicture = uploadOperation({
  operationId: 'uploadPicture',
  summary: 'Uploads one picture. Pass its `secure_url` in the `images` of a listing.',
  fields: { upload_preset: { type: 'string' }, folder: { type: 'string', enum: [pictureFolder] } },
  reply: PictureSchema,
})

const uploadPhoto = uploadOperation({
  operationId: 'uploadProfilePhoto',
  summary: 'Uploads your profile photo, cropped to a square. It replaces the current one.',
  fields: { folder: { type: 'string', enum: [photoFolder] } },
  reply: ProfilePhotoSchema,
})

const uploadCalendar = {
  operationId: 'uploadCalendar',
  summary:
    'Imports the upcoming events of a calendar file of up to 2 MB as drafts, and says what it could not read.',
  parameters: [],
  requestBody: uploadBody({}),
  responses: {
    200: {
      description: 'What was read.',
      content: { 'application/json': { schema: jsonSchema(CalendarFileReplySchema) } },
    },
    400: { description: 'The request is not a form with a calendar.', ...errorBody },
    401: { description: 'The request has no session.', ...errorBody },
    413: { description: 'The file is too large.', ...errorBody },
    429: { description: 'The limit is reached.', ...errorBody },
    default: { description: 'Another error.', ...errorBody },
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
        description: 'Success.',
        content: { 'application/json': { schema: jsonSchema(reply) } },
      },
      400: {
        description: 'The request is invalid. `fields` has a sentence for each invalid field.',
        ...errorBody,
      },
      ...(access && { 401: { description: 'The request has no session.', ...errorBody } }),
      ...(access === 'admin' && { 403: { description: 'The account is not an admin.', ...errorBody } }),
      ...(params && { 404: { description: 'Not found.', ...errorBody } }),
      default: { description: 'Another error.', ...errorBody },
    },
  }
}

function parameters(location: 'path' | 'query', schema: z.ZodMiniType | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema)
  return Object.entries(properties).map(([name, { ...property }]) => ({
    name,
    in: location,
    // The output schema requires a parameter with a default; callers may omit it.
    required: location === 'path' || (required.includes(name) && !('default' in property)),
    schema: property,
  }))
}

function jsonSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  return rest as JsonSchema
}
