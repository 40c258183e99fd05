import { type Decision, decisionNames, decisions } from './decisions.ts'
import { type Message, msg } from './translate.ts'

const decisionActions = Object.fromEntries(
  decisionNames.map((name) => [`listing.${name}`, decisions[name].logged]),
) as Record<`listing.${Decision}`, Message>

/** What the audit log records. Each action has the words that the dashboard shows and its search finds. */
export const auditActions = {
  ...decisionActions,
  'listing.edit': msg('Edited an ad'),
  'listing.restore': msg('Undid a decision'),
  'account.suspend': msg('Suspended an account'),
  'account.lift': msg('Lifted a suspension'),
  'appeal.uphold': msg('Let a decision stand after an appeal'),
  'appeal.reverse': msg('Reversed a decision after an appeal'),
  'admin.add': msg('Added an admin'),
  'admin.remove': msg('Removed an admin'),
  'moderator.add': msg('Added a moderator'),
  'moderator.change': msg('Changed what a moderator is responsible for'),
  'moderator.remove': msg('Removed a moderator'),
  'reasons.change': msg('Changed the saved reasons'),
  'message.done': msg('Marked a message as done'),
  'message.resend': msg('Sent a message again'),
  'message.remove': msg('Deleted a message'),
  'held-message.release': msg('Released a held message'),
  'held-message.delete': msg('Deleted a held message'),
  'conversation-report.close': msg('Closed a report of a conversation'),
  'seller-report.close': msg('Closed a report of a person'),
  'case.reopen': msg('Opened a report again'),
  'recommendation.hide': msg('Hid a recommendation'),
  'recommendation.hide-reply': msg('Hid a reply to a recommendation'),
  'recommendation.restore': msg('Showed a recommendation again'),
  'field.add': msg('Added a field'),
  'field.change': msg('Changed a field'),
  'field.order': msg('Changed the order of fields'),
  'category.add': msg('Added a category'),
  'category.change': msg('Changed a category'),
  'category.order': msg('Changed the order of categories'),
  'category.merge': msg('Merged a category'),
  'category.move': msg('Moved a category'),
  'category.split': msg('Undid a merge or a move of a category'),
  'category.set': msg('Added a set of categories'),
  'place.add': msg('Added a place'),
  'place.change': msg('Changed a place'),
  'place.merge': msg('Merged a place'),
  'place.move': msg('Moved a place'),
  'place.split': msg('Undid a merge or a move of a place'),
  'country.add': msg('Added or updated a country'),
  'country.remove': msg('Removed a country'),
  'setting.change': msg('Changed a setting'),
  'invitation.create': msg('Created an invitation'),
  'invitation.withdraw': msg('Withdrew an invitation'),
  'demo.add': msg('Added the demo ads'),
  'demo.remove': msg('Deleted the demo ads'),
  'text.change': msg('Changed a text'),
  'authz.denied': msg('Denied a change'),
} as const
/** Is in the log in place of an admin's email for commands that run on the server. */
export const commandLine = 'command line'

export type AuditAction = keyof typeof auditActions

export const isAuditAction = (action: string): action is AuditAction => Object.hasOwn(auditActions, action)
