import { findSecret } from '../server/config/secret.ts'
import { grantAdmin, listAdmins, revokeAdmin } from '../server/modules/accounts/admins.ts'
import { signUpPathForInvited } from '../server/modules/accounts/invitations.ts'
import { recordAudit } from '../server/modules/audit/service.ts'
import { nowAdmin } from '../shared/messages/forms.ts'
import { emailAddress } from '../shared/schemas/fields.ts'
import type { DatabaseCommand } from './command.ts'

export const adminGrant: DatabaseCommand = {
  usage: 'give admin rights to the person with this email',
  argument: 'email',
  async run(database, argument, config) {
    const email = requireEmail(argument)
    const result = await database.kysely.transaction().execute(async (tx) => {
      const granted = await grantAdmin(tx, email)
      const after = { pending: granted === 'pending' }
      if (granted !== 'already-admin')
        await recordAudit(tx, null, [{ action: 'admin.add', target: targetOf(email), after }])
      return granted
    })
    if (result === 'pending') {
      const secret = await findSecret(config)
      // Works even if nobody else can sign up.
      const at = secret ? ` at ${config.publicUrl}${signUpPathForInvited(secret, email)}` : ''
      return `${email} has no account yet. They become an admin once they sign up${at}, verify this email, and sign in with an emailed link.`
    }
    return result === 'already-admin' ? `${email} is already an admin.` : nowAdmin(email)
  },
}

export const adminRevoke: DatabaseCommand = {
  usage: 'remove the admin rights of the person with this email',
  argument: 'email',
  async run(database, argument) {
    const email = requireEmail(argument)
    await database.kysely.transaction().execute(async (tx) => {
      await revokeAdmin(tx, email)
      await recordAudit(tx, null, [{ action: 'admin.remove', target: targetOf(email) }])
    })
    return `${email} is no longer an admin.`
  },
}

export const adminList: DatabaseCommand = {
  usage: 'list the admins',
  async run(database) {
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

const targetOf = (email: string) => ({ type: 'address' as const, id: email })

function requireEmail(argument = ''): string {
  const { success, data } = emailAddress.safeParse(argument)
  if (!success) throw new Error(`"${argument}" is not an email address. Enter one such as ada@example.org.`)
  return data.toLowerCase()
}
