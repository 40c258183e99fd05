/** Derives an OpenAPI 3.1 document from the contract and the uploads. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { isRole } from '../../../shared/contract/endpoint.ts'
import { type Upload, uploads } from '../../../shared/contract/uploads.ts'
import { contract, type Endpoint } from '../../../shared/contract.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'

type JsonSchema = { properties?: Record<string, object>; required?: string[] }

type DocsOptions = {
  settings: CurrentSettings
  publicUrl: string
  /** Returns the schemas that differ from site to site, by the names that the contract refers to. */
  siteSchemas: () => Promise<Record<string, object>>
}

const documentPath = '/api/openapi.json'

/** Mounts the API reference: `/api/openapi.json`, and Swagger UI at `/api/docs`. */
export async function mountDocs(app: FastifyInstance, { settings, publicUrl, siteSchemas }: DocsOptions) {
  const { name } = settings()
  app.get(documentPath, async (_request, reply) => {
    const document = openApiDocument(settings().name, publicUrl)
    const schemas = { ...document.components.schemas, ...(await siteSchemas()) }
    return reply.header('cache-control', 'public, max-age=300').send({ ...document, components: { schemas } })
  })
  await app.register(async (docs) => {
    await docs.register(swagger, {
      mode: 'static',
      specification: { document: openApiDocument(name, publicUrl) as never },
    })
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      // The site's own policy is stricter than the one that Swagger UI comes with, and enough for it.
      staticCSP: false,
      uiConfig: {
        validatorUrl: null,
        docExpansion: 'list',
        urls: [{ url: documentPath, name }],
      },
      theme: { title: `${name} API` },
    })
  })
}

function openApiDocument(name: string, publicUrl: string) {
  contractPaths ??= pathsOfContract()
  return {
    openapi: '3.1.0',
    info: {
      title: `${name} API`,
      version: '1',
      description:
        'The API that the site itself uses. An error response is `{ code, message, fields? }`, where `code` identifies the error and `message` can be shown to users.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths: {
      ...contractPaths,
      ...Object.fromEntries(uploads.map((upload) => [upload.path, { post: uploadOperation(upload) }])),
    },
    components: { schemas: { Error: errorSchema } },
  }
}

type Paths = Record<string, Record<string, object>>

/** Computed once for all apps of a process: converting the schemas takes 60 ms of CPU time, which tests would pay for each app. */
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

function uploadOperation({ operationId, summary, fields, status, reply, errors }: Upload) {
  const properties = { file: { type: 'string', format: 'binary' }, ...fields }
  const form = { type: 'object', required: ['file'], properties }
  const failures = Object.entries(errors).map(([code, meaning]) => [
    code,
    { description: meaning, ...errorBody },
  ])
  return {
    operationId,
    summary,
    parameters: [],
    requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
    responses: {
      [status]: { description: 'Success.', content: { 'application/json': { schema: jsonSchema(reply) } } },
      ...Object.fromEntries(failures),
      default: { description: 'Another error.', ...errorBody },
    },
  }
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
      ...(isRole(access) && {
        403: {
          description: `The account does not have the role ${access}, or one with more rights.`,
          ...errorBody,
        },
      }),
      ...(params && { 404: { description: 'Not found.', ...errorBody } }),
      default: { description: 'Another error.', ...errorBody },
    },
  }
}

function parameters(location: 'path' | 'query', schema: z.ZodMiniType | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema)
  return Object.entries(properties).map(([name, property]) => ({
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
