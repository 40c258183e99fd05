import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../../../test/support/site/app.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { markOf } from '../../platform/language/inline-messages.ts'
import { currentCatalogs, openLanguages } from '../../platform/language/reader-language.ts'
import { mountTranslatedScripts } from './translated-scripts.ts'

const folder = mkdtempSync(join(tmpdir(), 'scripts-'))
const app = fastify()
const versionOf = (language: string) => currentCatalogs().versionOf(language) ?? ''

beforeAll(async () => {
  openLanguages(() => ['en', 'fr', 'de'], '/nowhere', silentLog)
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, 'marked/assets'), { recursive: true })
  const code = (text: string) => `load(["assets/b-2.js","assets/b.css"]);show("${text}")`
  writeFileSync(join(folder, 'assets/a-1.js'), code('Password'))
  writeFileSync(join(folder, 'marked/assets/a-1.js'), code(markOf('Password')))
  writeFileSync(join(folder, 'assets/b-2.js'), 'run()')
  writeFileSync(join(folder, 'secret.js'), '1')
  await app.register((scope) => mountTranslatedScripts(scope, pathToFileURL(`${folder}/`), noNames))
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
  openLanguages(() => ['en'], '/nowhere', silentLog)
})

const noNames = { current: async () => null }
const get = (url: string, encoding = '') => app.inject({ url, headers: { 'accept-encoding': encoding } })

test('a script has the sentences of its language, and loads others of it, in each encoding', async () => {
  const version = versionOf('fr')
  const expected = `load(["translated/${version}/assets/b-2.js","assets/b.css"]);show("Mot de passe")`
  for (const [encoding, decode] of [
    ['', (body: Buffer) => body],
    ['gzip', gunzipSync],
    ['br, gzip', brotliDecompressSync],
  ] as const) {
    const { rawPayload, headers } = await get(`/translated/${version}/assets/a-1.js`, encoding)
    expect(decode(rawPayload).toString()).toBe(expected)
    expect(headers['cache-control']).toContain('immutable')
  }
  expect((await get(`/translated/${version}/assets/b-2.js`)).body).toBe('run()')
})

test('a page of earlier texts gets those of today, which it does not keep', async () => {
  const { body, headers } = await get('/translated/fr-00000000/assets/a-1.js')
  expect(body).toContain('Mot de passe')
  expect(headers['cache-control']).toBe('no-cache')
})

test('other names, folders, and languages are not found', async () => {
  const fr = versionOf('fr')
  for (const path of [
    `${fr}/assets/none.js`,
    `${fr}/assets/..%2Fsecret.js`,
    `${fr}/assets/%2e%2e%2fsecret.js`,
    `..%2F${fr}/assets/a-1.js`,
    // Neither ships nor is the site's, is without a catalog, and is as it is in the code.
    ...['pt-00000000', 'de-00000000', 'en-00000000', '-00000000'].map((name) => `${name}/assets/a-1.js`),
  ])
    expect((await get(`/translated/${path}`)).statusCode, path).toBe(404)
})

test('pages in another language load the names of the site, which change with its catalog', async () => {
  const site = await createTestApp(undefined, { settings: { languages: ['en', 'fr'] } })
  const page = async (language: string) =>
    (await site.app.http.inject({ url: '/all-categories', headers: { 'accept-language': language } })).body
  expect(await page('en')).not.toContain('names.js')
  const french = await page('fr')
  expect(french).toContain('Promenade de chiens')
  expect(french).not.toContain('>Dog Walking<')
  // Also before the code that shows them starts.
  const [path = ''] = /\/translated\/fr-[\w-]{8}\/assets\/names\.js/.exec(french) ?? []
  expect(french).toMatch(new RegExp(`data-code="[^"]*${path}`))
  const { body, headers } = await site.app.http.inject(path)
  const names = JSON.parse(body.replace('export default ', '')) as Record<string, string>
  expect(names).toMatchObject({
    'Dog Walking': 'Promenade de chiens',
    'Comes to you': 'Se déplace chez vous',
    'New Mexico': 'Nouveau-Mexique',
    'United States': 'États-Unis',
  })
  expect(names).not.toHaveProperty('Texas')
  expect(headers['cache-control']).toContain('immutable')
  const other = await site.app.http.inject('/translated/fr-00000000/assets/names.js')
  expect([other.body, other.headers['cache-control']]).toEqual([body, 'no-cache'])
})
