import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { acceptForms } from './form-bodies.ts'

test('of the fields of one name, the last one counts, or all where a form has several values', async () => {
  const app = Fastify()
  acceptForms(app, 100, ['kinds', 'topics'])
  app.post('/', async ({ body }) => body)
  const reply = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'kinds=service&label=Level+1&kinds=event&help=&label=1,+2',
  })
  expect(reply.json()).toEqual({ kinds: 'service,event', label: '1, 2', help: '' })
})
