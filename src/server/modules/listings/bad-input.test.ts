import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { itemsOf, listCalls, listUrl } from '../../../../test/support/checks/list-calls.ts'
import { badNumbers, badTexts } from '../../../../test/support/data/bad-values.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { type CallResponse, createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { contract } from '../../../shared/contract.ts'
import type { ErrorReply } from '../../../shared/errors.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  for (const kind of ['service', 'event'] as const) {
    await createListing(site.database, { kind, title: 'Nothing of note' })
  }
})

afterAll(() => {
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})

/** Appends `raw` to the address without encoding it. */
const addressWith = (call: (typeof listCalls)[number], raw: string) => {
  const address = listUrl(call)
  return `${address}${address.includes('?') ? '&' : '?'}${raw}`
}

function expectRejected({ status, body }: CallResponse<ErrorReply>, field: string) {
  expect(status).toBe(400)
  expect(Object.keys(body).sort()).toEqual(['code', 'fields', 'message'])
  expect(body.code).toBe('invalid')
  expect(Object.keys(body.fields ?? {})).toEqual([field])
  expect(body.fields?.[field]).toMatch(new RegExp(`^${field}\\b.{5,}\\.$`))
  expect(body.message).toBe(body.fields?.[field])
}

describe.each(listCalls)('$path', (call) => {
  test.each([...badNumbers, '999999999', '1000001'])('rejects page=%s', async (value) => {
    expectRejected(await site.get<ErrorReply>(addressWith(call, `page=${value}`)), 'page')
  })

  test.each([...badNumbers, '51', '1000', '1000000'])('rejects limit=%s', async (value) => {
    expectRejected(await site.get<ErrorReply>(addressWith(call, `limit=${value}`)), 'limit')
  })

  test.each(['cheapest', 'price', 'NEWEST', 'id;--', '%00', '__proto__', 'newest%20desc', 'posted'])(
    'rejects sort=%s',
    async (value) => {
      expectRejected(await site.get<ErrorReply>(addressWith(call, `sort=${value}`)), 'sort')
    },
  )

  test.each(['page', 'limit', 'sort'])('rejects a repeated %s', async (name) => {
    const value = name === 'sort' ? 'newest' : '1'
    const address = addressWith(call, `${name}=${value}&${name}=${value}`)
    expectRejected(await site.get<ErrorReply>(address), name)
  })

  test('names every invalid field', async () => {
    const { status, body } = await site.get<ErrorReply>(addressWith(call, 'page=0&limit=0&sort=no'))
    expect(status).toBe(400)
    expect(Object.keys(body.fields ?? {}).sort()).toEqual(['limit', 'page', 'sort'])
  })

  test.each([
    '__proto__[x]=1',
    '__proto__=1',
    'constructor[prototype][x]=1',
    'constructor=1',
    '[]=1',
    '&&&=&=',
  ])('ignores %s', async (raw) => {
    const { status, body } = await site.get(addressWith(call, raw))
    expect(status).toBe(200)
    expect(itemsOf(body)).toHaveLength(1)
  })
})

/** Every text parameter of every list call. */
const textParameters = listCalls.flatMap(({ path, required }) => {
  const names = required ? [required.name] : []
  const filters = ['searchtext', 'category', 'subcategory', 'country', 'state', 'city']
  return (path.endsWith('byfilter') ? filters : names).map((name) => ({ path, name }))
})

describe.each(textParameters)('$path?$name=', ({ path, name }) => {
  test.each(badTexts)('rejects %s or finds nothing', async (value) => {
    const response = await site.get<ErrorReply>(`${path}?${name}=${value}`)
    if (response.status === 400) expectRejected(response, name)
    else {
      expect(response.status).toBe(200)
      expect(itemsOf(response.body)).toEqual([])
    }
  })

  test.each(['%00', 'a%00b', 'x'.repeat(5_000)])('rejects %s and names the field', async (value) => {
    expectRejected(await site.get<ErrorReply>(`${path}?${name}=${value}`), name)
  })

  test('rejects a repeated parameter', async () => {
    expectRejected(await site.get<ErrorReply>(`${path}?${name}=a&${name}=b`), name)
    expectRejected(await site.get<ErrorReply>(`${path}?${name}=&${name}=`), name)
  })

  test('ignores the parameter as an object or an array', async () => {
    for (const raw of [`${name}[$ne]=x`, `${name}[]=x`, `${name}.x=1`]) {
      const { status } = await site.get(`${path}?${raw}`)
      expect(status).toBe(path.endsWith('byfilter') ? 200 : 400)
    }
  })
})

test('rejects half a surrogate pair, which only an in-process caller can send, and names the field', () => {
  const { error } = contract.filterServices.query.safeParse({ category: 'Pet \ud83d', searchtext: '\udfff' })
  expect(error?.issues.map(({ path }) => path.join('.')).sort()).toEqual(['category', 'searchtext'])
})
