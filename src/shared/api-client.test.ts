import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createApi, fetchTransport, urlOf } from './api-client.ts'
import { calls } from './calls.ts'
import type { CallName } from './contract/endpoint.ts'
import { contract } from './contract.ts'
import { type AppError, UnexpectedResponseError } from './errors.ts'

describe('the URL of a call', () => {
  test('starts with /api and omits empty parameters', () => {
    const query = { category: 'Pets & more', state: '', city: undefined, page: 2 }
    expect(urlOf(contract.filterServices, { query })).toBe(
      '/api/servicesbyfilter?category=Pets+%26+more&page=2',
    )
    expect(urlOf(contract.listServices, { query: {} })).toBe('/api/services')
    expect(urlOf(contract.listCategories, {})).toBe('/api/categories')
  })

  test('includes a zero', () => {
    expect(urlOf(contract.listServices, { query: { page: 0 } })).toBe('/api/services?page=0')
  })

  test('encodes any id as one path segment', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        fc.pre(id.isWellFormed())
        const address = urlOf(contract.getService, { params: { id } })
        const part = address.slice('/api/service/'.length)
        expect(part).not.toMatch(/[/?#\s]/)
        expect(decodeURIComponent(part)).toBe(id)
      }),
    )
  })

  test('encodes any text so that the server decodes the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (searchtext) => {
        fc.pre(searchtext.isWellFormed())
        const address = urlOf(contract.filterEvents, { query: { searchtext } })
        expect(new URL(address, 'http://site').searchParams.get('searchtext')).toBe(searchtext)
      }),
    )
  })
})

/** Returns an API whose fetch returns `response`, and the requests it received. */
function apiWith(response: Response) {
  const requests: { address: string; options: RequestInit | undefined }[] = []
  const fetch: typeof globalThis.fetch = async (address, options) => {
    requests.push({ address: String(address), options })
    return response
  }
  return { api: createApi(fetchTransport(fetch)), requests }
}

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: AppError) => error.toReply(),
  )

describe('over fetch', () => {
  test('sends the calls of the dashboard, whose addresses other pages do not load', async () => {
    const { api, requests } = apiWith(Response.json({ message: 'Undone.' }))
    await api.undo({ params: { id: 7 } })
    expect(requests).toMatchObject([{ address: '/api/moderation/undo/7', options: { method: 'POST' } }])
    expect(Object.values(calls).filter(({ path }) => path.startsWith('/moderation/'))).toEqual([])
  })

  test('sends every call of the contract to its address', async () => {
    for (const [name, { method, path }] of Object.entries(contract)) {
      const { api, requests } = apiWith(Response.json([]))
      await api[name as CallName]({} as never)
      const address = `/api${path.replaceAll(/\{\w+\}/g, '')}`
      expect(requests, name).toMatchObject([{ address, options: { method } }])
    }
  })

  test('can be what a promise resolves to', async () => {
    const { api } = apiWith(Response.json({}))
    expect(await Promise.resolve(api)).toBe(api)
  })

  test('returns the reply and sends the visitor’s cookies', async () => {
    const page = { services: [], total: 0, totalPages: 0 }
    const { api, requests } = apiWith(Response.json(page))
    expect(await api.servicesByState({ query: { state: 'Texas' } })).toEqual(page)
    expect(requests).toEqual([
      {
        address: '/api/servicesbystate?state=Texas',
        options: expect.objectContaining({ method: 'GET', credentials: 'same-origin' }),
      },
    ])
  })

  test('returns the rows of a paginated call with the total from the header', async () => {
    const { api } = apiWith(Response.json([], { headers: { 'x-total-count': '1204' } }))
    expect(await api.listUsers({ query: { page: 3 } })).toEqual({ rows: [], total: 1204 })
  })

  test('throws the error that our server sent', async () => {
    const body = { code: 'invalid', message: 'page must be a number.', fields: { page: 'page must be.' } }
    const { api } = apiWith(Response.json(body, { status: 400 }))
    expect(await errorOf(api.listServices({ query: {} }))).toEqual(body)
  })

  test.each([
    new Response('<html>Bad Gateway</html>', { status: 502 }),
    new Response('', { status: 500 }),
    Response.json({ code: 'teapot', message: 'not ours' }, { status: 418 }),
    Response.json(null, { status: 500 }),
    Response.json({ code: 'toString' }, { status: 500 }),
  ])('throws an UnexpectedResponseError for a response that our server did not write', async (response) => {
    const { api } = apiWith(response)
    const error = await api.listCategories({}).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnexpectedResponseError)
    expect(error).toMatchObject({ name: 'AppError', code: 'unavailable' })
    expect((error as Error).message).toContain(String(response.status))
  })
})
