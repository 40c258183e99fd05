import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { isNotModified } from './etag.ts'

async function request(ifNoneMatch?: string) {
  const app = Fastify()
  app.get('/', async (request, reply) =>
    isNotModified(request, reply, '"abc"') ? reply.send() : reply.send('content'),
  )
  const headers = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }
  return app.inject({ url: '/', headers })
}

test.each(['"abc"', 'W/"abc"', '"old", W/"abc"', '"abc","old"', '*'])(
  'responds with 304 and no body to If-None-Match: %s',
  async (ifNoneMatch) => {
    const { statusCode, body, headers } = await request(ifNoneMatch)
    expect(statusCode).toBe(304)
    expect(body).toBe('')
    expect(headers.etag).toBe('"abc"')
  },
)

test.each([undefined, '', '"old"', 'abc', '"abcd"', 'W/"old", "older"'])(
  'responds with the content to If-None-Match: %s',
  async (ifNoneMatch) => {
    const { statusCode, body, headers } = await request(ifNoneMatch)
    expect(statusCode).toBe(200)
    expect(body).toBe('content')
    expect(headers.etag).toBe('"abc"')
  },
)
