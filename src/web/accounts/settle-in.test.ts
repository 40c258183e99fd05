import { beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '../../shared/account.ts'
import { createApi, type Transport } from '../../shared/api-client.ts'
import { AppError } from '../../shared/errors.ts'
import { settleIn } from './settle-in.ts'

const rosa: CurrentUser = {
  email: 'rosa@example.org',
  name: 'Rosa',
  photo: null,
  isAdmin: false,
  suspensionReason: null,
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { setItem: () => {} })
})

/** Profiles by email; another tab may be faster than the one that asks. */
function backend({ profiles = new Map<string, string>(), rival = false } = {}) {
  const carry: Transport = async (name, input) => {
    const { email, name: called } = (input as { body: { email: string; name: string } }).body
    if (name === 'profileExists') return { exists: profiles.has(email) } as never
    if (rival) profiles.set(email, 'made by the other tab')
    if (profiles.has(email)) throw new AppError('conflict', 'Sign In/Up Successful')
    profiles.set(email, called)
    return {} as never
  }
  return { api: createApi(carry), profiles }
}

test('somebody new gets a profile, once', async () => {
  const { api, profiles } = backend()
  expect(await settleIn(api, rosa)).toBe(true)
  expect(await settleIn(api, rosa)).toBe(false)
  expect(profiles).toEqual(new Map([['rosa@example.org', 'Rosa']]))
})

test('another tab that is faster does no harm', async () => {
  const { api, profiles } = backend({ rival: true })
  expect(await settleIn(api, rosa)).toBe(false)
  expect(profiles.get('rosa@example.org')).toBe('made by the other tab')
})

test('who has told no name is called by the front of their email', async () => {
  const { api, profiles } = backend()
  await settleIn(api, { ...rosa, name: ' ' })
  expect(profiles.get('rosa@example.org')).toBe('rosa')
})
