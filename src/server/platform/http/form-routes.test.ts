import { expect, test } from 'vitest'
import { createTestApp } from '../../../../test/support/site/app.ts'
import { contract, type Endpoint } from '../../../shared/contract.ts'
import { privatePaths, publicPaths } from '../../../shared/paths.ts'

const forms = Object.values(contract as Record<string, Endpoint>).flatMap(({ forms = [] }) => forms)
const site = await createTestApp()
const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  site.app.http.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
  })

test.each([...Map.groupBy(forms, ({ path }) => path)])(
  'the forms of %s can be told apart',
  (_path, forms) => {
    const actions = forms.flatMap((form) => Object.keys(form.actions ?? {}))
    const markers = forms.flatMap(({ marker = [] }) => marker)
    expect(new Set([...actions, ...markers]).size).toBe(actions.length + markers.length)
    expect(forms.filter((form) => !form.actions && !form.marker).length).toBeLessThan(2)
  },
)

test('an error of the call is a page with its sentence', async () => {
  const { statusCode, headers, body } = await post(publicPaths.stopMessages(), 'token=unknown')
  expect([statusCode, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  expect(body).toContain('This link is not complete.')
})

test('a refused form has what was typed, and hides the field that only bots fill in', async () => {
  const path = publicPaths.messageAuthor('service', '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b')
  const { statusCode, body } = await post(path, 'name=Ada&email=x&message=Hello&website=')
  expect(statusCode).toBe(400)
  expect(body).toContain('<input name="name" value="Ada">')
  expect(body).toContain('<input type="hidden" name="website" value="">')
})

test('a form with an unknown action is out of date', async () => {
  const { statusCode, body } = await post(`${privatePaths.recommendation}/x`, 'action=like')
  expect([statusCode, body]).toEqual([400, expect.stringContaining('This form is out of date.')])
})

test('a form that is too large, or from another site, is not read', async () => {
  const path = publicPaths.cancelEvent('0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b')
  expect((await post(path, `canceled=${'y'.repeat(64 * 1024)}`)).statusCode).toBe(413)
  expect((await post(path, 'canceled=yes', { origin: 'https://evil.example' })).statusCode).toBe(403)
})
