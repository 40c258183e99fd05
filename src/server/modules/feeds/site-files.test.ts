/** The files by which browsers and researchers discover what the site offers. */
import { expect, test } from 'vitest'
import { createTestApp } from '../../../../test/support/site/app.ts'

const settings = {
  name: 'Maple & Elm Street Notice Board',
  contactEmail: 'board@example.org',
}
const { app } = await createTestApp(undefined, { settings, publicUrl: 'https://board.example.org' })
const read = (url: string, from = app) => from.http.inject({ url })

/** The fields of a security.txt by name. */
const fieldsOf = (text: string) =>
  new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/) as [string, string]),
  )

test('says in security.txt whom to tell about a vulnerability, and until when that is true', async () => {
  const response = await read('/.well-known/security.txt')
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
  const fields = fieldsOf(response.body)
  expect(fields.get('Contact')).toBe('mailto:board@example.org')
  expect(fields.get('Canonical')).toBe('https://board.example.org/.well-known/security.txt')
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.parse('2026-11-20T17:00:00Z')) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})

test('names the contact page in security.txt if there is no email address', async () => {
  const other = await createTestApp(undefined, { publicUrl: 'https://board.example.org' })
  const { body } = await read('/.well-known/security.txt', other.app)
  expect(fieldsOf(body).get('Contact')).toBe('https://board.example.org/contact')
})

test('leads password managers to the password of the account, and tells them what does not exist', async () => {
  const response = await read('/.well-known/change-password')
  expect([response.statusCode, response.headers.location]).toEqual([302, '/profile/account#password'])
  const missing = await read(
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
  )
  expect(missing.statusCode).toBe(404)
})

test('describes the search for browsers, and links the description from pages', async () => {
  const response = await read('/opensearch.xml')
  expect(response.headers['content-type']).toBe('application/opensearchdescription+xml; charset=utf-8')
  expect(response.body).toContain('<ShortName>Maple &amp; Elm</ShortName>')
  const template = /template="([^"]+)"/.exec(response.body)?.[1] ?? ''
  expect(template).toBe('https://board.example.org/search?searchtext={searchTerms}')
  const page = await read(new URL(template.replace('{searchTerms}', 'piano%20lessons')).pathname)
  expect(page.statusCode).toBe(200)
  expect((await read('/')).body).toContain(
    '<link rel="search" type="application/opensearchdescription+xml" title="Maple &amp; Elm Street Notice Board" href="/opensearch.xml"/>',
  )
})
