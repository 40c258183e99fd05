import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/support/app.ts'
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

test('the description is OpenAPI 3.1 and names where the calls are', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: 'http://localhost:3000/api' }])
})

test('it has every path of the contract, the upload of pictures, and no other', () => {
  const paths = new Set(['/images', ...rows.map(([, { path }]) => path)])
  expect(Object.keys(document.paths).sort()).toEqual([...paths].sort())
})

test('the upload takes a form with a file, and answers the picture', () => {
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

  test('is described under its own name with every parameter', () => {
    const wanted = [
      ...Object.keys(params?.shape ?? {}).map((key) => `path ${key}`),
      ...Object.keys(query?.shape ?? {}).map((key) => `query ${key}`),
    ]
    expect(operation()?.operationId).toBe(name)
    expect(operation()?.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).toEqual(wanted)
  })

  test('has each parameter of its path, and says that it must be given', () => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key)
    const inPath = operation()?.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath?.map((parameter) => parameter.name)).toEqual(named)
    expect(inPath?.every(({ required }) => required)).toBe(true)
  })

  test('describes the body that it takes', () => {
    const described = operation()?.requestBody?.content['application/json']?.schema.properties
    expect(Object.keys(described ?? {})).toEqual(Object.keys(body?.shape ?? {}))
  })

  test('describes its answer and its refusal', () => {
    expect(operation()?.responses).toMatchObject({
      [status]: {
        // An answer that may be null has no one type.
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

test('only what must be given is said to be required, and what may be left out says what it then is', () => {
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

test('the readable docs are a page, with no script from elsewhere and none in the page', async () => {
  const { statusCode, headers, body } = await site.app.http.inject('/api/docs')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/html/)
  expect(body).toContain('swagger-ui')
  expect(body).not.toMatch(/<script[^>]+src="(https?:)?\/\//)
  const policy = String(headers['content-security-policy'])
  expect(policy.match(/script-src [^;]*/)?.[0]).not.toContain('unsafe-inline')
})
