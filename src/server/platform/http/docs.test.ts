import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { contract, type Endpoint } from '../../../shared/contract.ts'

type Parameter = { name: string; in: string; required: boolean; schema: Record<string, unknown> }
type Body = { content: Record<string, { schema: { properties: object } }> }
type Document = {
  openapi: string
  servers: { url: string }[]
  paths: Record<
    string,
    Record<string, { operationId: string; parameters: Parameter[]; requestBody?: Body; responses: object }>
  >
}

let site: TestApp
let document: Document
beforeAll(async () => {
  site = await createTestApp()
  document = (await site.get<Document>('/openapi.json')).body
})

const rows = Object.entries(contract) as [string, Endpoint][]

test('the document is OpenAPI 3.1 and names the server', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: 'http://localhost:3000/api' }])
})

test('has the paths of the contract and of uploads, and no others', () => {
  const paths = new Set([
    '/images',
    '/profile-photo',
    '/message-photo',
    '/imported-calendar-file',
    ...rows.map(([, { path }]) => path),
  ])
  expect(Object.keys(document.paths).sort()).toEqual([...paths].sort())
})

test('describes the upload as a form with a file, and its response as a picture', () => {
  const operation = document.paths['/images']?.post
  const form = operation?.requestBody?.content['multipart/form-data']?.schema
  expect(form?.properties).toMatchObject({
    file: { format: 'binary' },
    upload_preset: {},
    folder: { enum: ['ads'] },
  })
  expect(operation?.responses).toMatchObject({
    201: {
      content: { 'application/json': { schema: { required: expect.arrayContaining(['secure_url']) } } },
    },
    401: { content: expect.anything() },
  })
})

describe.each(rows)('%s', (name, { method, path, access, params, query, body, reply, status = 200 }) => {
  const nullable = reply.safeParse(null).success
  const operation = () => document.paths[path]?.[method.toLowerCase()]

  test('has its name as operation id, and every parameter', () => {
    const expected = [
      ...Object.keys(params?.shape ?? {}).map((key) => `path ${key}`),
      ...Object.keys(query?.shape ?? {}).map((key) => `query ${key}`),
    ]
    expect(operation()?.operationId).toBe(name)
    expect(operation()?.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).toEqual(expected)
  })

  test('requires every parameter of its path', () => {
    const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key)
    const inPath = operation()?.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath?.map((parameter) => parameter.name)).toEqual(pathParameters)
    expect(inPath?.every(({ required }) => required)).toBe(true)
  })

  test('describes its body', () => {
    const described = operation()?.requestBody?.content['application/json']?.schema.properties
    expect(Object.keys(described ?? {})).toEqual(Object.keys(body?.shape ?? {}))
  })

  test('describes its success and error responses', () => {
    expect(operation()?.responses).toMatchObject({
      [status]: {
        // A reply that can be null has no single type.
        content: {
          'application/json': {
            schema: expect.objectContaining(
              nullable ? { anyOf: expect.any(Array) } : { type: expect.stringMatching(/^(object|array)$/) },
            ),
          },
        },
      },
      400: { content: expect.anything() },
      ...(access && { 401: { content: expect.anything() } }),
    })
  })
})

test('describes the fields of the site where listings have them', async () => {
  const described = async () =>
    (await site.get<{ components: { schemas: Record<string, { properties?: object }> } }>('/openapi.json'))
      .body.components.schemas.FieldValues?.properties
  const added = {
    key: 'level',
    label: 'Level',
    type: 'choice',
    kinds: ['event'],
    unit: '',
    help: 'At the end.',
    choices: [{ key: 'high', label: 'High', retired: true }],
  }
  const reply = JSON.stringify(document.paths['/service/{id}']?.get?.responses)
  expect(reply).toContain('#/components/schemas/FieldValues')
  expect(JSON.stringify(document.paths['/services']?.post?.requestBody)).toContain('/FieldValues')
  expect(await described()).toMatchObject({ years: { type: 'number', minimum: 0, maximum: 80 } })
  await sql`insert into listing_field values ('level', ${JSON.stringify(added)}::jsonb)`.execute(
    site.database.kysely,
  )
  const years = { key: 'years', label: 'Years', type: 'number', kinds: ['service'], retired: true }
  await sql`insert into listing_field values ('years', ${JSON.stringify(years)}::jsonb)`.execute(
    site.database.kysely,
  )
  expect(await described()).toMatchObject({
    level: {
      description: 'Level, of events. At the end.',
      oneOf: [{ const: 'high', description: 'High', deprecated: true }],
    },
  })
  expect(await described()).not.toHaveProperty('years')
})

test('marks only mandatory parameters as required, and shows the defaults of others', () => {
  const parameters = document.paths['/servicesbycategory']?.get?.parameters ?? []
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  expect(required).toEqual(['category'])
  expect(parameters.find(({ name }) => name === 'page')?.schema).toMatchObject({
    type: 'integer',
    default: 1,
  })
  expect(parameters.find(({ name }) => name === 'limit')?.schema).toMatchObject({
    type: 'integer',
    default: 12,
  })
})

test('serves Swagger UI without inline scripts or scripts from other hosts', async () => {
  const { statusCode, headers, body } = await site.app.http.inject('/api/docs')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/html/)
  expect(body).toContain('swagger-ui')
  expect(body).not.toMatch(/<script[^>]+src="(https?:)?\/\//)
  const policy = String(headers['content-security-policy'])
  expect(policy.match(/script-src [^;]*/)?.[0]).not.toContain('unsafe-inline')
})
