import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { acceptForms } from './form-bodies.ts'

test('the fields of one name are joined by commas', async () => {
  const app = Fastify()
  acceptForms(app, 100)
  app.post('/', async ({ body }) => body)
  const reply = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'kinds=service&label=Level+1&kinds=event&help=',
  })
  expect(reply.json()).toEqual({ kinds: 'service,event', label: 'Level 1', help: '' })
})
