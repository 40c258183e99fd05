/**
 * What admins decide about ads. The call, the audit log and its undo, and the dashboard follow from these entries; what a decision does
 * is in `modules/moderation/decisions.ts`, and its email in `modules/notifications/moderation-templates.ts`. Without zod, because the
 * dashboard loads it.
 */
import type { ListingStatus } from './listing.ts'

export type DecisionEntry = {
  /** The button. */
  label: string
  danger?: true
  /** What the audit log says. */
  logged: string
  /** As in "3 services approved". */
  pastTense: string
  /** As in "This ad was already removed by …". */
  adjective: string
  leadsTo: ListingStatus
  /** What the dialog says and whether it needs a reason for the author; decided without a dialog if missing. */
  dialog?: { consequence: string; reason: 'optional' | 'required'; busy: string; hint: string }
}

export const decisions = {
  approve: {
    label: 'Approve',
    logged: 'Approved an ad',
    pastTense: 'approved',
    adjective: 'approved',
    leadsTo: 'active',
  },
  hide: {
    label: 'Hide',
    logged: 'Hid an ad',
    pastTense: 'hidden',
    adjective: 'hidden',
    leadsTo: 'hidden',
    dialog: {
      consequence: 'will be visible only to the poster and to admins.',
      reason: 'required',
      busy: 'Hiding…',
      hint: 'Pick a reason or write one. We email it to the poster, who can fix the ad or reply.',
    },
  },
  remove: {
    label: 'Delete',
    danger: true,
    logged: 'Deleted an ad',
    pastTense: 'deleted',
    adjective: 'removed',
    leadsTo: 'deleted',
    dialog: {
      consequence: 'will be removed right away.',
      reason: 'optional',
      busy: 'Deleting…',
      hint: 'Optional. We email the reason to the poster, who can reply.',
    },
  },
} as const satisfies Record<string, DecisionEntry>

export type Decision = keyof typeof decisions

export const decisionNames = Object.keys(decisions) as [Decision, ...Decision[]]

export const decisionOf = (decision: Decision): DecisionEntry => decisions[decision]
