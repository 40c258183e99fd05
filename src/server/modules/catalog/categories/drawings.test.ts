/** Drawings that admins upload as icons of categories, hostile ones included. */
import { beforeAll, expect, test } from 'vitest'
import { createUser, send, startSession } from '../../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../../test/support/site/app.ts'
import type { TopicForAdmin } from '../../../../shared/contract/topics.ts'

let site: TestApp
let cookie: string
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  cookie = await startSession(site, (await createUser(site.database, { isAdmin: true })).email)
})

const get = (url: string) => site.app.http.inject({ url, headers: { accept: 'text/html' } })
async function find(name: string) {
  const { body } = await send<{ topics: TopicForAdmin[] }>(site, 'GET', '/moderation/topics', { cookie })
  return body.topics.find((topic) => topic.name === name)
}
async function change(name: string, body: object) {
  const topic = await find(name)
  return send(site, 'PUT', `/moderation/topic/${topic?.id}`, {
    cookie,
    body: { version: topic?.version, ...body },
  })
}

const draw = (content: string, root = 'viewBox="0 0 48 48"') =>
  change('Pet Services', { drawing: `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${content}</svg>` })
async function addressOfDrawing() {
  const page = await get('/all-categories')
  return /href="(\/category-drawings\/[^"#]+)#icon"/.exec(page.body)?.[1] ?? ''
}
const drawn = async () => get(await addressOfDrawing())

test('a drawing is the icon of its category, and has another address after a change', async () => {
  await draw('<path d="M4 4h40v40H4z"/>')
  const { statusCode, headers, body } = await drawn()
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': expect.stringContaining('immutable'),
    'x-content-type-options': 'nosniff',
  })
  expect(body).toMatch(
    /^<svg xmlns="[^"]+"><symbol id="icon".*viewBox="0 0 48 48".*<path d="M4 4h40v40H4z"\/>/,
  )
  const former = await addressOfDrawing()
  await draw('<path d="M8 8h8"/>')
  expect((await drawn()).body).toContain('M8 8h8')
  // Nobody keeps it as the one before, which can come back.
  expect((await get(former)).headers['cache-control']).toBe('no-cache')
})

const link = 'xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"'
test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a script with a prefix', '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'],
  ['an event handler', '<path d="M0 0h9" onload="alert(1)" OnClick="alert(1)"/>'],
  ['a handler of the root', '<path d="M0 0h9"/>', 'viewBox="0 0 9 9" onload="alert(1)"'],
  [
    'HTML',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
  ],
  ['a link', '<a href="javascript:alert(1)"><path d="M0 0h9"/></a>'],
  [
    'an animated link',
    '<a><animate attributeName="href" values="javascript:alert(1)"/><path d="M0 0h9"/></a>',
  ],
  ['a set handler', '<path d="M0 0h9"><set attributeName="onmouseover" to="alert(1)"/></path>'],
  ['an outside picture', '<image href="https://evil.example/a.png"/>'],
  ['an outside use', '<use xlink:href="https://evil.example/a.svg#a"/>', link],
  ['a data use', '<use href="data:image/svg+xml;base64,PHN2Zz4=#a"/>'],
  [
    'an outside style',
    '<style>@import url(https://evil.example/a.css); path { fill: url(//evil.example) }</style><path d="M0 0h9"/>',
  ],
  [
    'an outside paint',
    '<path d="M0 0h9" fill="url(https://evil.example/a.svg#a)" style="background: u\\72l(//evil.example)"/>',
  ],
  [
    'a comment and CDATA',
    '<!-- <script>alert(1)</script> --><style><![CDATA[</style><script>alert(1)</script>]]></style>',
  ],
])('a drawing never keeps %s', async (_, content, root = 'viewBox="0 0 9 9"') => {
  const { status } = await draw(`${content}<path d="M1 1h1"/>`, root)
  expect([200, 400]).toContain(status)
  if (status === 400) return
  const { body } = await drawn()
  expect(body).toContain('M1 1h1')
  expect(body).not.toMatch(
    /script|alert|\bon\w+=|foreignObject|evil|javascript:|data:|<image|<a\b|<set|<animate|url\((?!#)/i,
  )
})

test.each([
  [
    'entities',
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg viewBox="0 0 9 9"><text>&b;</text></svg>',
  ],
  [
    'an outside entity',
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg viewBox="0 0 9 9"><text>&x;</text></svg>',
  ],
  ['no size', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>'],
  ['an unclosed element', '<svg viewBox="0 0 9 9"><g>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
])('refuses %s as a drawing', async (_, drawing) => {
  expect((await change('Pet Services', { drawing })).status).toBe(400)
})

test('subcategories have no drawing', async () => {
  await change('Dog Walking', { drawing: '<svg viewBox="0 0 9 9"><path d="M0 0h9"/></svg>', icon: 'sun' })
  expect(await find('Dog Walking')).toMatchObject({ drawing: '', icon: '' })
})

test.each(['/category-drawings/1-x.svg', '/category-drawings/x', '/category-drawings/1-x.svg%00'])(
  '%s does not exist',
  async (url) => expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400),
)
