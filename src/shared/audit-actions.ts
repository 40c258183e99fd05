import { type Decision, decisionNames, decisions } from './decisions.ts'

const decisionActions = Object.fromEntries(
  decisionNames.map((name) => [`listing.${name}`, decisions[name].logged]),
) as Record<`listing.${Decision}`, string>

/** What the audit log records. Each action has the words that the dashboard shows and its search finds. */
export const auditActions = {
  ...decisionActions,
  'listing.edit': 'Edited an ad',
  'listing.restore': 'Undid a decision',
  'account.suspend': 'Suspended an account',
  'account.lift': 'Lifted a suspension',
  'admin.add': 'Added an admin',
  'admin.remove': 'Removed an admin',
  'reasons.change': 'Changed the saved reasons',
  'message.done': 'Marked a message as done',
  'message.resend': 'Sent a message again',
  'message.remove': 'Deleted a message',
  'held-message.release': 'Released a held message',
  'held-message.delete': 'Deleted a held message',
  'conversation-report.close': 'Closed a report of a conversation',
  'seller-report.close': 'Closed a report of a person',
  'case.reopen': 'Opened a report again',
  'recommendation.hide': 'Hid a recommendation',
  'recommendation.hide-reply': 'Hid a reply to a recommendation',
  'recommendation.restore': 'Showed a recommendation again',
  'field.add': 'Added a field',
  'field.change': 'Changed a field',
  'field.order': 'Changed the order of fields',
  'category.add': 'Added a category',
  'category.change': 'Changed a category',
  'category.order': 'Changed the order of categories',
  'category.merge': 'Merged a category',
  'category.move': 'Moved a category',
  'category.split': 'Undid a merge or a move of a category',
  'category.set': 'Added a set of categories',
  'place.add': 'Added a place',
  'place.change': 'Changed a place',
  'place.merge': 'Merged a place',
  'place.move': 'Moved a place',
  'place.split': 'Undid a merge or a move of a place',
  'country.add': 'Added or updated a country',
  'country.remove': 'Removed a country',
  'setting.change': 'Changed a setting',
  'invitation.create': 'Created an invitation',
  'invitation.withdraw': 'Withdrew an invitation',
  'demo.add': 'Added the demo ads',
  'demo.remove': 'Deleted the demo ads',
  'text.change': 'Changed a text',
  'authz.denied': 'Denied a change',
} as const
/** Is in the log in place of an admin's email for commands that run on the server. */
export const commandLine = 'command line'

export type AuditAction = keyof typeof auditActions

export const isAuditAction = (action: string): action is AuditAction => Object.hasOwn(auditActions, action)
