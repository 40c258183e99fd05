import { beforeAll, describe, expect, test } from 'vitest'
import { badIds } from '../../../../test/support/data/bad-values.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { ErrorReply } from '../../../shared/errors.ts'

let site: TestApp
const ids = { service: '', event: '' }
beforeAll(async () => {
  site = await createTestApp()
  ids.service = await createListing(site.database)
  ids.event = await createListing(site.database, { kind: 'event' })
})

const internals = /select|postgres|syntax|uuid|at .*\.ts|node_modules/i

describe.each(['service', 'event'] as const)('/%s/{id}', (kind) => {
  test('finds an id in uppercase', async () => {
    const { status, body } = await site.get(`/${kind}/${ids[kind].toUpperCase()}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ _id: ids[kind] })
  })

  test('does not return a listing of the other kind', async () => {
    const { status, body } = await site.get(`/${kind}/${ids[kind === 'service' ? 'event' : 'service']}`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'not_found' })
  })

  test.each(['0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b', '00000000-0000-0000-0000-000000000000'])(
    'returns 404 for the unknown id %s',
    async (id) => {
      const { status, body } = await site.get<ErrorReply>(`/${kind}/${id}`)
      expect(status).toBe(404)
      expect(body).toEqual({ code: 'not_found', message: expect.stringContaining(kind) })
    },
  )

  test.each(badIds)('rejects or does not find %s', async (id) => {
    const { status, body, text } = await site.get<ErrorReply>(`/${kind}/${id}`)
    expect([400, 404]).toContain(status)
    expect(body.code).toBe(status === 400 ? 'invalid' : 'not_found')
    expect(text).not.toMatch(internals)
  })

  test('names the field if the id is malformed', async () => {
    const { status, body } = await site.get<ErrorReply>(`/${kind}/0`)
    expect(status).toBe(400)
    expect(Object.keys(body.fields ?? {})).toEqual(['id'])
  })
})

describe.each(['category', 'location'] as const)('/%s/{id}', (noun) => {
  test.each(badIds)('rejects or does not find %s', async (id) => {
    const { status, text } = await site.get(`/${noun}/${id}`)
    expect([400, 404]).toContain(status)
    expect(text).not.toMatch(internals)
  })
})
