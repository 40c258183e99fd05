import { expect, test } from 'vitest'
import type { CurrentUser } from '../../shared/account.ts'
import { createApi, type Transport } from '../../shared/api-client.ts'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import { createSession, withSessionTracking } from './session.ts'

const rosa: CurrentUser = {
  email: 'rosa@example.org',
  name: 'Rosa',
  photo: null,
  isAdmin: false,
  suspensionReason: null,
}

const refuses = (code: ErrorCode): Transport => {
  return async () => {
    throw new AppError(code, 'No.')
  }
}
const answers =
  (reply: unknown): Transport =>
  async () =>
    reply as never

function watchedApi(carry: Transport, first: CurrentUser | null) {
  const session = createSession(first)
  const ended: string[] = []
  const end = async () => void ended.push('ended')
  return { api: createApi(withSessionTracking(carry, session, end)), session, ended }
}

test.each(['unauthenticated', 'forbidden'] as const)(
  'somebody signed in is signed out when the backend answers %s, and the caller is told',
  async (code) => {
    const { api, session, ended } = watchedApi(refuses(code), rosa)
    await expect(api.getUserProfile({})).rejects.toMatchObject({ code })
    expect(session.signedIn()).toBeNull()
    expect(ended).toEqual(['ended'])
  },
)

test('many refusals at once end one session once', async () => {
  const { api, ended } = watchedApi(refuses('unauthenticated'), rosa)
  await Promise.allSettled([api.getUserProfile({}), api.getAccount({}), api.getUserProfile({})])
  await Promise.allSettled([api.getAccount({})])
  expect(ended).toEqual(['ended'])
})

test('a visitor has no session to end', async () => {
  const { api, ended } = watchedApi(refuses('unauthenticated'), null)
  await expect(api.getUserProfile({})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(ended).toEqual([])
})

test('a refused logout ends nothing again', async () => {
  const { api, ended } = watchedApi(refuses('forbidden'), rosa)
  await expect(api.logout({})).rejects.toMatchObject({ code: 'forbidden' })
  expect(ended).toEqual([])
})

test.each(['invalid', 'not_found', 'conflict', 'rate_limited', 'unavailable'] as const)(
  'an answer %s signs nobody out',
  async (code) => {
    const { api, session, ended } = watchedApi(refuses(code), rosa)
    await expect(api.getUserProfile({})).rejects.toMatchObject({ code })
    expect(session.signedIn()).toEqual(rosa)
    expect(ended).toEqual([])
  },
)

test('whoever asks who is signed in lets everybody know', async () => {
  const { api, session } = watchedApi(answers(rosa), null)
  let told = 0
  const forget = session.subscribe(() => {
    told += 1
  })
  await api.getSession({})
  expect(session.signedIn()).toEqual(rosa)
  forget()
  await api.getSession({})
  expect(told).toBe(1)
})
