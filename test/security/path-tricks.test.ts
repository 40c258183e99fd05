/** Other spellings of paths, and other methods, give no access. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createListing } from '../support/data/factories.ts'
import { type Cast, createCast } from './actors.ts'
import { publicUrl } from './browser.ts'
import { startProductionSite } from './site.ts'
import { expectUnchanged } from './unchanged.ts'

const site = await startProductionSite()
let cast: Cast
beforeAll(async () => {
  cast = await createCast(site)
})

/** A page shows its user's email, but nobody else's. */
function expectNoOthers(text: string) {
  for (const { email } of [cast.sellerB, cast.adminM, cast.adminN, cast.suspended])
    expect(text).not.toContain(email)
}

describe('A18 tricks with paths and methods', () => {
  const spellings = [
    '//admin',
    '/ADMIN',
    '/admin/',
    '/admin/.',
    '/%61dmin',
    '/public/../admin',
    '/admin;x',
    '/admin%2f',
    '/./admin',
  ]

  test.each(spellings)('%s is no way to the dashboard', async (path) => {
    for (const browser of [cast.visitor, cast.sellerA.browser]) {
      const { status, headers, text } = await browser.get(path)
      expect([301, 302, 303, 308, 400, 404]).toContain(status)
      if (status < 400) expect(headers.location).toMatch(/^\/(?!\/)/)
      expect(text).not.toContain('Dashboard</h1>')
      expectNoOthers(text)
    }
  })

  const calls = [
    '//api/profiles',
    '/API/profiles',
    '/api/PROFILES',
    '/api/profiles/',
    '/api/./profiles',
    '/api/%70rofiles',
    '/x/../api/profiles',
    '/api//profiles',
  ]

  test.each(calls)('%s reveals no users', async (path) => {
    for (const browser of [cast.visitor, cast.sellerA.browser]) {
      const { status, text } = await browser.get(path)
      expect([400, 401, 403, 404]).toContain(status)
      expectNoOthers(text)
    }
  })

  test('method overrides, HEAD, OPTIONS, and TRACE give no access', async () => {
    const id = await createListing(site.database, { authorEmail: cast.sellerA.email })
    await expectUnchanged(site.database, async () => {
      for (const browser of [cast.visitor, cast.sellerB.browser]) {
        for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
          expect((await browser.get(`/api/service/${id}`, { [name]: 'DELETE' })).status).toBe(200)
          expect((await browser.post(`/api/service/${id}`, {}, { [name]: 'DELETE' })).status).toBe(404)
        }
        expect(
          (await browser.submit(`/api/service/${id}?_method=DELETE`, { _method: 'DELETE' })).status,
        ).not.toBe(200)
        for (const path of ['/api/profiles', '/api/admins', '/api/moderation/log']) {
          const { status, headers, content } = await browser.send('HEAD', path)
          expect([401, 403]).toContain(status)
          expect(headers['x-total-count']).toBeUndefined()
          expect(content).toHaveLength(0)
          const options = await browser.send('OPTIONS', path)
          expect(options.status).toBe(404)
          expect(options.headers['access-control-allow-origin']).toBeUndefined()
        }
        for (const path of ['/', '/admin', '/api/profiles', '/api/account']) {
          const trace = await browser.send('TRACE', path, {
            headers: { origin: publicUrl, 'x-secret': 'echo' },
          })
          expect([400, 403, 404, 405]).toContain(trace.status)
          expect(trace.text).not.toContain('echo')
        }
      }
    })
  })
})
