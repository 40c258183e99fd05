import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createApi, fetchTransport, urlOf } from './api-client.ts'
import { contract } from './contract.ts'
import { type AppError, UnexpectedResponseError } from './errors.ts'

describe('the address of a call', () => {
  test('is under /api, with what was given and without what is empty', () => {
    const query = { category: 'Pets & more', state: '', city: undefined, page: 2 }
    expect(urlOf(contract.filterServices, { query })).toBe(
      '/api/servicesbyfilter?category=Pets+%26+more&page=2',
    )
    expect(urlOf(contract.listServices, { query: {} })).toBe('/api/services')
    expect(urlOf(contract.listCategories, {})).toBe('/api/categories')
  })

  test('keeps a zero, which is not nothing', () => {
    expect(urlOf(contract.listServices, { query: { page: 0 } })).toBe('/api/services?page=0')
  })

  test('carries an id as one part of the path, whatever is in it', () => {
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

  test('carries any text so that the server reads the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (searchtext) => {
        fc.pre(searchtext.isWellFormed())
        const address = urlOf(contract.filterEvents, { query: { searchtext } })
        expect(new URL(address, 'http://site').searchParams.get('searchtext')).toBe(searchtext)
      }),
    )
  })
})

/** An api whose fetch answers this, and what it was asked. */
function answering(response: Response) {
  const asked: { address: string; options: RequestInit | undefined }[] = []
  const fetch: typeof globalThis.fetch = async (address, options) => {
    asked.push({ address: String(address), options })
    return response
  }
  return { api: createApi(fetchTransport(fetch)), asked }
}

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: AppError) => error.toReply(),
  )

describe('over fetch', () => {
  test('every row of the contract is a function', () => {
    const { api } = answering(Response.json({}))
    expect(Object.keys(api)).toEqual(Object.keys(contract))
  })

  test('a reply is passed on and the visitor’s cookies are sent', async () => {
    const page = { services: [], total: 0, totalPages: 0 }
    const { api, asked } = answering(Response.json(page))
    expect(await api.servicesByState({ query: { state: 'Texas' } })).toEqual(page)
    expect(asked).toEqual([
      {
        address: '/api/servicesbystate?state=Texas',
        options: expect.objectContaining({ method: 'GET', credentials: 'same-origin' }),
      },
    ])
  })

  test('a paginated call returns its rows and the total from the header', async () => {
    const { api } = answering(Response.json([], { headers: { 'x-total-count': '1204' } }))
    expect(await api.listUsers({ query: { page: 3 } })).toEqual({ rows: [], total: 1204 })
  })

  test('a refusal of ours is thrown as it was said', async () => {
    const refusal = { code: 'invalid', message: 'page must be a number.', fields: { page: 'page must be.' } }
    const { api } = answering(Response.json(refusal, { status: 400 }))
    expect(await refusalOf(api.listServices({ query: {} }))).toEqual(refusal)
  })

  test.each([
    new Response('<html>Bad Gateway</html>', { status: 502 }),
    new Response('', { status: 500 }),
    Response.json({ code: 'teapot', message: 'not one of ours' }, { status: 418 }),
    Response.json(null, { status: 500 }),
    Response.json({ code: 'toString' }, { status: 500 }),
  ])('throws an UnexpectedResponseError for a response that our server did not write', async (response) => {
    const { api } = answering(response)
    const error = await api.listCategories({}).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnexpectedResponseError)
    expect(error).toMatchObject({ name: 'AppError', code: 'unavailable' })
    expect((error as Error).message).toContain(String(response.status))
  })
})
