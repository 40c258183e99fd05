/**
 * What admins decide about ads. The call, the audit log and its undo, and the dashboard follow from these entries; what a decision does
 * is in `modules/moderation/decisions.ts`, and its email in `modules/notifications/moderation-templates.ts`. Without zod, because the
 * dashboard loads it.
 */
import type { ListingStatus } from './listing.ts'
import { type Message, msg } from './translate.ts'

export type DecisionEntry = {
  /** The button. */
  label: Message
  danger?: true
  /** What the audit log says. */
  logged: Message
  leadsTo: ListingStatus
  /** Whether the dialog needs a reason for the author; decided without a dialog if missing. */
  dialog?: { reason: 'optional' | 'required'; busy: Message; hint: Message }
}

export const decisions = {
  approve: {
    label: msg('Approve'),
    logged: msg('Approved an ad'),
    leadsTo: 'active',
  },
  hide: {
    label: msg('Hide'),
    logged: msg('Hid an ad'),
    leadsTo: 'hidden',
    dialog: {
      reason: 'required',
      busy: msg('Hiding…'),
      hint: msg('Pick a reason or write one. We email it to the poster, who can fix the ad or reply.'),
    },
  },
  remove: {
    label: msg('Delete'),
    danger: true,
    logged: msg('Deleted an ad'),
    leadsTo: 'deleted',
    dialog: {
      reason: 'optional',
      busy: msg('Deleting…'),
      hint: msg('Optional. We email the reason to the poster, who can reply.'),
    },
  },
} as const satisfies Record<string, DecisionEntry>

/** How long a suspension lasts, in the order of the form. Numbers are days. */
export const suspensionLengths = ['always', '1', '7', '30', 'date'] as const
export const suspensionLengthLabels: Record<(typeof suspensionLengths)[number], Message> = {
  always: msg('No end'),
  '1': msg('1 day'),
  '7': msg('7 days'),
  '30': msg('30 days'),
  date: msg('Until a date'),
}

export type Decision = keyof typeof decisions

export const decisionNames = Object.keys(decisions) as [Decision, ...Decision[]]

export const isDecision = (name: string): name is Decision => Object.hasOwn(decisions, name)

export const decisionOf = (decision: Decision): DecisionEntry => decisions[decision]
