/**
 * A session proves that the user owns the account's email if it began with an emailed link, or with a password chosen after one.
 * A sign-up's password proves nothing: anyone can sign up with any address. Pending admin rights need the proof.
 */
import { getCurrentAdapter } from '@better-auth/core/context'
import type { AuthContext } from 'better-auth'

/** The additional field of better-auth's sessions and logins. No request may set it. */
export const emailProvenField = {
  emailProven: { type: 'boolean', required: false, input: false, fieldName: 'email_proven' },
} as const

export const isEmailProven = (row: object): boolean => 'emailProven' in row && row.emailProven === true

const credential = 'credential'

/** Sets the password, or adds one to an account that has only signed in another way. */
export async function setPassword(
  context: AuthContext,
  userId: string,
  password: string,
  emailProven: boolean,
) {
  const { internalAdapter } = context
  if (!(await internalAdapter.findCredentialAccount(userId))) {
    const login = { userId, providerId: credential, accountId: userId, password, emailProven }
    await internalAdapter.createAccount(login)
    return
  }
  await internalAdapter.updatePassword(userId, password)
  const adapter = await getCurrentAdapter(context.adapter)
  await adapter.updateMany({
    model: 'account',
    where: [
      { field: 'userId', value: userId },
      { field: 'providerId', value: credential },
    ],
    update: { emailProven },
  })
}

/** Removes every way to sign in, and the sessions: another person may have set them. */
export async function deleteLogins({ internalAdapter }: AuthContext, userId: string) {
  for (const login of await internalAdapter.findAccounts(userId))
    await internalAdapter.deleteAccount(login.id)
  await internalAdapter.deleteUserSessions(userId)
}

/** To be called when an account gets another email. */
export async function revokeEmailProof(context: AuthContext, userId: string) {
  const adapter = await getCurrentAdapter(context.adapter)
  const change = { where: [{ field: 'userId', value: userId }], update: { emailProven: false } }
  await adapter.updateMany({ model: 'session', ...change })
  await adapter.updateMany({ model: 'account', ...change })
}
