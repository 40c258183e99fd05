import { beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '../../shared/account.ts'
import { createApi, type Transport } from '../../shared/api-client.ts'
import { AppError } from '../../shared/errors.ts'
import { ensureProfile } from './after-sign-in.ts'

const rosa: CurrentUser = {
  email: 'rosa@example.org',
  name: 'Rosa',
  photo: null,
  isAdmin: false,
  role: null,
  suspensionReason: null,
  unread: 0,
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { setItem: () => {} })
})

/** A backend with names of profiles by email. With `otherTab`, another tab creates the profile first. */
function createBackend({ profiles = new Map<string, string>(), otherTab = false } = {}) {
  const transport: Transport = async (call, input) => {
    const { email, name } = (input as { body: { email: string; name: string } }).body
    if (call === 'profileExists') return { exists: profiles.has(email) } as never
    if (otherTab) profiles.set(email, 'created by the other tab')
    if (profiles.has(email)) throw new AppError('conflict', 'Sign In/Up Successful')
    profiles.set(email, name)
    return {} as never
  }
  return { api: createApi(transport), profiles }
}

test('creates a profile for a new user, once', async () => {
  const { api, profiles } = createBackend()
  expect(await ensureProfile(api, rosa)).toBe(true)
  expect(await ensureProfile(api, rosa)).toBe(false)
  expect(profiles).toEqual(new Map([['rosa@example.org', 'Rosa']]))
})

test('accepts that another tab creates the profile first', async () => {
  const { api, profiles } = createBackend({ otherTab: true })
  expect(await ensureProfile(api, rosa)).toBe(false)
  expect(profiles.get('rosa@example.org')).toBe('created by the other tab')
})

test('uses the local part of the email for a user without a name', async () => {
  const { api, profiles } = createBackend()
  await ensureProfile(api, { ...rosa, name: ' ' })
  expect(profiles.get('rosa@example.org')).toBe('rosa')
})
