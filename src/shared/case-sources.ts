/**
 * What waits in the queue of the dashboard, by where it comes from: its words, and what admins can decide. What a decision does is in the
 * module of each source (`modules/cases/service.ts`). Without zod, because the dashboard loads it.
 */
import { type Decision, type DecisionEntry, decisionNames, decisions } from './decisions.ts'
import { maxCountedCases, undoDays } from './limits.ts'
import type { Kind } from './listing.ts'
import { adminDone, confirmDeletion } from './messages/forms.ts'

export type CaseDecision = Decision | 'hide-reply'
export const caseDecisions = [...decisionNames, 'hide-reply'] as [CaseDecision, ...CaseDecision[]]

type CaseDialog = Pick<NonNullable<DecisionEntry['dialog']>, 'reason' | 'busy' | 'hint'> & {
  title: string
  /** What happens to one case, and to several. */
  text: (count: number) => string
  confirm: string
  cancel: string
}

export type CaseAction = {
  /** The button. */
  label: string
  danger?: boolean
  /** What the admin reads afterwards, about one case and about several. */
  done: (count: number) => string
  /** Decided without a dialog if missing. */
  dialog?: CaseDialog
}

type CaseSourceEntry = {
  /** The choice in the filter. */
  label: string
  /** What a row says that it is. */
  badge: string
  /** As in "1 reported service" and "2 reported services". */
  one: string
  many: string
  actions: Partial<Record<CaseDecision, CaseAction>>
}

/** Decisions about ads are the same everywhere in the dashboard. */
function adActions(kind: Kind): Record<Decision, CaseAction> {
  const actionOf = (decision: Decision): CaseAction => {
    const { label, danger, pastTense, dialog }: DecisionEntry = decisions[decision]
    const one =
      decision === 'approve' ? adminDone[kind] : `${kind === 'service' ? 'Service' : 'Event'} ${pastTense}`
    const action = {
      label,
      danger: danger === true,
      done: (count: number) => (count > 1 ? `${count} ${kind}s ${pastTense}` : one),
    }
    if (!dialog) return action
    const isRemoval = decision === 'remove'
    // Without the sentence of other deletions that it cannot be undone: admins can.
    const undo = isRemoval ? ` You can undo this for ${undoDays} days, here or in the log.` : ''
    const text = (count: number) =>
      `${count === 1 ? `This ${kind}` : `${count} ${kind}s`} ${dialog.consequence}${undo}`
    const { title, confirm, cancel } = confirmDeletion
    const words = { title, confirm: isRemoval ? confirm : label, cancel }
    return { ...action, dialog: { ...dialog, ...words, text } }
  }
  return { approve: actionOf('approve'), hide: actionOf('hide'), remove: actionOf('remove') }
}

const closeReports: CaseAction = {
  label: 'Close',
  done: (count) => (count === 1 ? 'Report closed.' : `${count} reports closed.`),
}

const hideText = (what: 'recommendation' | 'reply'): CaseAction => ({
  label: what === 'reply' ? 'Hide reply' : 'Hide recommendation',
  done: () => (what === 'reply' ? 'Reply hidden.' : 'Recommendation hidden.'),
  dialog: {
    title: what === 'reply' ? 'Hide this reply?' : 'Hide this recommendation?',
    text: () =>
      'Visitors no longer see it, and all reports of it are closed. You can undo this here or in the log.',
    reason: 'optional',
    busy: 'Hiding…',
    hint: 'We email this to the person who wrote it, and they can reply.',
    confirm: 'Hide',
    cancel: 'Cancel',
  },
})

export const caseSources = {
  service: {
    label: 'Services',
    badge: 'Service',
    one: 'reported service',
    many: 'reported services',
    actions: adActions('service'),
  },
  event: {
    label: 'Events',
    badge: 'Event',
    one: 'reported event',
    many: 'reported events',
    actions: adActions('event'),
  },
  message: {
    label: 'Held messages',
    badge: 'Held message',
    one: 'held message',
    many: 'held messages',
    actions: {
      approve: {
        label: 'Deliver',
        done: (count) => (count === 1 ? 'Message delivered.' : `${count} messages delivered.`),
      },
      remove: {
        label: 'Delete',
        danger: true,
        done: (count) => (count === 1 ? 'Message deleted.' : `${count} messages deleted.`),
        dialog: {
          title: 'Delete without delivering?',
          text: (count) =>
            count === 1
              ? 'Nobody gets this message, and its sender is not told. This can’t be undone.'
              : `Nobody gets these ${count} messages, and their senders are not told. This can’t be undone.`,
          reason: 'optional',
          busy: 'Deleting…',
          hint: 'Optional. Only admins see it, in the log.',
          confirm: 'Delete',
          cancel: 'Cancel',
        },
      },
    },
  },
  conversation: {
    label: 'Conversations',
    badge: 'Conversation',
    one: 'reported conversation',
    many: 'reported conversations',
    actions: { approve: closeReports },
  },
  person: {
    label: 'People',
    badge: 'Person',
    one: 'report of a person',
    many: 'reports of people',
    actions: { approve: closeReports, hide: hideText('recommendation'), 'hide-reply': hideText('reply') },
  },
} as const satisfies Record<string, CaseSourceEntry>

/** Returns how many cases wait, such as `5` or `99+`. */
export const formatWaiting = (count: number): string =>
  count >= maxCountedCases ? `${maxCountedCases - 1}+` : String(count)

export type CaseSource = keyof typeof caseSources
export const caseSourceNames = Object.keys(caseSources) as [CaseSource, ...CaseSource[]]

const caseSourceOf = (source: CaseSource): CaseSourceEntry => caseSources[source]

/** The action, or undefined if cases from this source cannot be decided that way. */
export const caseActionOf = (source: CaseSource, decision: CaseDecision): CaseAction | undefined =>
  caseSourceOf(source).actions[decision]
