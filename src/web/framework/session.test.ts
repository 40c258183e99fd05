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
  role: null,
  suspensionReason: null,
  unread: 0,
}

const failWith = (code: ErrorCode): Transport => {
  return async () => {
    throw new AppError(code, 'No.')
  }
}
const replyWith =
  (reply: unknown): Transport =>
  async () =>
    reply as never

function createTrackedApi(transport: Transport, currentUser: CurrentUser | null) {
  const session = createSession(currentUser)
  const expirations: string[] = []
  const onExpired = async () => void expirations.push('expired')
  return { api: createApi(withSessionTracking(transport, session, onExpired)), session, expirations }
}

test.each(['unauthenticated', 'forbidden'] as const)(
  'signs the user out when the backend responds with %s, and passes the error on',
  async (code) => {
    const { api, session, expirations } = createTrackedApi(failWith(code), rosa)
    await expect(api.getUserProfile({})).rejects.toMatchObject({ code })
    expect(session.signedIn()).toBeNull()
    expect(expirations).toEqual(['expired'])
  },
)

test('ends the session once when many calls are refused at once', async () => {
  const { api, expirations } = createTrackedApi(failWith('unauthenticated'), rosa)
  await Promise.allSettled([api.getUserProfile({}), api.getAccount({}), api.getUserProfile({})])
  await Promise.allSettled([api.getAccount({})])
  expect(expirations).toEqual(['expired'])
})

test('ends no session for a visitor', async () => {
  const { api, expirations } = createTrackedApi(failWith('unauthenticated'), null)
  await expect(api.getUserProfile({})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(expirations).toEqual([])
})

test('ends no session when a logout is refused', async () => {
  const { api, expirations } = createTrackedApi(failWith('forbidden'), rosa)
  await expect(api.logout({})).rejects.toMatchObject({ code: 'forbidden' })
  expect(expirations).toEqual([])
})

test.each(['invalid', 'not_found', 'conflict', 'rate_limited', 'unavailable'] as const)(
  'keeps the user signed in after the error %s',
  async (code) => {
    const { api, session, expirations } = createTrackedApi(failWith(code), rosa)
    await expect(api.getUserProfile({})).rejects.toMatchObject({ code })
    expect(session.signedIn()).toEqual(rosa)
    expect(expirations).toEqual([])
  },
)

test('updates the session and notifies subscribers after getSession', async () => {
  const { api, session } = createTrackedApi(replyWith(rosa), null)
  let notifications = 0
  const unsubscribe = session.subscribe(() => {
    notifications += 1
  })
  await api.getSession({})
  expect(session.signedIn()).toEqual(rosa)
  unsubscribe()
  await api.getSession({})
  expect(notifications).toBe(1)
})
