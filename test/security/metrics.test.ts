/** The metrics of the running server, which are for the operator only. */
import { describe, expect, test } from 'vitest'
import { startProductionSite } from './site.ts'

const token = 'f3b1c0a94d7e42688a15c9d2e07b6f31'
const site = await startProductionSite({ METRICS_TOKEN: token })

describe('F10 /metrics does not exist from outside', () => {
  test.each(['/metrics', '/metrics/', '//metrics', '/METRICS', '/%6detrics', '/metrics?token=1'])(
    'as %s',
    async (path) => {
      const { status, text } = await site.open().get(path)
      expect(status).toBe(404)
      expect(text).not.toContain('corkboard_http')
    },
  )

  test.each<[string, Record<string, string>]>([
    ['a client that claims to be this machine', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }],
    ['a proxy on this machine that adds no header and replaces the host name', { host: 'localhost' }],
    ['a proxy on this machine that passes on its own address', { host: '127.0.0.1:3000' }],
    ['a proxy that only names itself', { host: 'localhost', via: '1.1 proxy' }],
    ['a wrong token', { authorization: 'Bearer wrong' }],
    ['the token as a password', { authorization: `Basic ${btoa(`metrics:${token}`)}` }],
  ])('for %s', async (_name, headers) => {
    expect((await site.open().get('/metrics', headers)).status).toBe(404)
  })

  test('but for who has the token', async () => {
    const { status, text } = await site.open().get('/metrics', { authorization: `Bearer ${token}` })
    expect(status).toBe(200)
    expect(text).toContain('corkboard_build_info')
    expect(text).not.toContain(token)
  })
})
