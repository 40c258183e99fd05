/** What the roles are called, in the dashboard and in emails. */
import type { Role } from '../policy.ts'
import { type Message, msg } from '../translate.ts'

export const roleLabels: Record<Role, Message> = {
  admin: msg('Admin'),
  moderator: msg('Moderator'),
  'scoped-moderator': msg('Moderator of some categories or places'),
}
