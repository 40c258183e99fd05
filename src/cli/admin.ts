import { grantAdmin, listAdmins, revokeAdmin } from '../server/modules/accounts/admins.ts'
import { emailAddress } from '../shared/fields.ts'
import type { DatabaseCommand } from './command.ts'
import { requireMigrated } from './require-migrated.ts'

export const adminGrant: DatabaseCommand = {
  usage: 'make somebody an admin, by email',
  argument: 'email',
  async run(database, given) {
    await requireMigrated(database)
    const email = requireEmail(given)
    const outcome = await grantAdmin(database, email)
    if (outcome === 'pending')
      return `${email} has no profile yet: the rights come as soon as that address has been verified and signed in.`
    return outcome === 'already-admin' ? `${email} is an admin already.` : `${email} is an admin now.`
  },
}

export const adminRevoke: DatabaseCommand = {
  usage: 'take the rights of an admin away, by email',
  argument: 'email',
  async run(database, given) {
    await requireMigrated(database)
    const email = requireEmail(given)
    await revokeAdmin(database, email)
    return `${email} is no admin any more.`
  },
}

export const adminList: DatabaseCommand = {
  usage: 'list the admins',
  async run(database) {
    await requireMigrated(database)
    const admins = await listAdmins(database)
    if (admins.length === 0) return 'There are no admins.'
    return admins
      .map(
        ({ email, name, pending }) =>
          `${email}${name && `  ${name}`}${pending ? '  (not signed up yet)' : ''}`,
      )
      .join('\n')
  },
}

function requireEmail(given: string | undefined): string {
  const { success, data } = emailAddress.safeParse(given ?? '')
  if (!success)
    throw new Error(`"${given ?? ''}" is not an email address. Please give one, such as ada@example.org.`)
  return data.toLowerCase()
}
