/**
 * What waits in the queue of the dashboard, by where it comes from: its words, and what admins can decide. What a decision does is in the
 * module of each source (`modules/cases/service.ts`). Without zod, because the dashboard loads it.
 */
import { type Decision, type DecisionEntry, decisionNames, decisions } from './decisions.ts'
import { maxCountedCases, undoDays } from './limits.ts'
import type { Kind } from './listing.ts'
import { confirmDeletion } from './messages/forms.ts'
import { type Message, msg, t } from './translate.ts'

export type CaseDecision = Decision | 'hide-reply' | 'reverse' | 'uphold'
export const caseDecisions = [...decisionNames, 'hide-reply', 'reverse', 'uphold'] as [
  CaseDecision,
  ...CaseDecision[],
]

type CaseDialog = Pick<NonNullable<DecisionEntry['dialog']>, 'reason' | 'busy' | 'hint'> & {
  title: Message
  /** What happens to `count` cases. `days` is how long it can be undone. */
  text: Message
  confirm: Message
  cancel: Message
}

export type CaseAction = {
  /** The button. */
  label: Message
  danger?: boolean
  /** What the admin reads afterwards, about `count` cases. */
  done: Message
  /** Decided without a dialog if missing. */
  dialog?: CaseDialog
}

type CaseSourceEntry = {
  /** The choice in the filter. */
  label: Message
  /** What a row says that it is. */
  badge: Message
  /** What `count` cases are called, after their number. */
  cases: Message
  actions: Partial<Record<CaseDecision, CaseAction>>
}

type AdWords = { done: Message; text?: Message }

/** Without the sentence of other deletions that they cannot be undone: admins can. */
const adWords: Record<Kind, Record<Decision, AdWords>> = {
  service: {
    approve: { done: msg('{count, plural, one {Service Approved} other {# services approved}}') },
    hide: {
      done: msg('{count, plural, one {Service hidden} other {# services hidden}}'),
      text: msg(
        '{count, plural, one {This service will be visible only to the poster and to admins.} other {# services will be visible only to the poster and to admins.}}',
      ),
    },
    remove: {
      done: msg('{count, plural, one {Service deleted} other {# services deleted}}'),
      text: msg(
        '{count, plural, one {This service will be removed right away.} other {# services will be removed right away.}} You can undo this for {days} days, here or in the log.',
      ),
    },
  },
  event: {
    approve: { done: msg('{count, plural, one {Event Approved} other {# events approved}}') },
    hide: {
      done: msg('{count, plural, one {Event hidden} other {# events hidden}}'),
      text: msg(
        '{count, plural, one {This event will be visible only to the poster and to admins.} other {# events will be visible only to the poster and to admins.}}',
      ),
    },
    remove: {
      done: msg('{count, plural, one {Event deleted} other {# events deleted}}'),
      text: msg(
        '{count, plural, one {This event will be removed right away.} other {# events will be removed right away.}} You can undo this for {days} days, here or in the log.',
      ),
    },
  },
}

/** Decisions about ads are the same everywhere in the dashboard. */
function adActions(kind: Kind): Record<Decision, CaseAction> {
  const actionOf = (decision: Decision): CaseAction => {
    const { label, danger, dialog }: DecisionEntry = decisions[decision]
    const { done, text } = adWords[kind][decision]
    const action = { label, danger: danger === true, done }
    if (!dialog || !text) return action
    const { title, confirm, cancel } = confirmDeletion
    const words = { title, confirm: decision === 'remove' ? confirm : label, cancel }
    return { ...action, dialog: { ...dialog, ...words, text } }
  }
  return { approve: actionOf('approve'), hide: actionOf('hide'), remove: actionOf('remove') }
}

const closeReports: CaseAction = {
  label: msg('Close'),
  done: msg('{count, plural, one {Report closed.} other {# reports closed.}}'),
}

const hideText = (words: Pick<CaseAction, 'label' | 'done'> & { title: Message }): CaseAction => ({
  label: words.label,
  done: words.done,
  dialog: {
    title: words.title,
    text: msg(
      'Visitors no longer see it, and all reports of it are closed. You can undo this here or in the log.',
    ),
    reason: 'optional',
    busy: msg('Hiding…'),
    hint: msg('We email this to the person who wrote it, and they can reply.'),
    confirm: msg('Hide'),
    cancel: msg('Cancel'),
  },
})

const appealAction = ({
  title,
  text,
  ...words
}: Pick<CaseAction, 'label' | 'done'> & Pick<CaseDialog, 'title' | 'text'>): CaseAction => ({
  ...words,
  dialog: {
    title,
    text,
    reason: 'optional',
    busy: msg('Deciding…'),
    hint: msg('We email the outcome to both sides, and this to the person who appealed.'),
    confirm: words.label,
    cancel: msg('Cancel'),
  },
})

export const caseSources = {
  service: {
    label: msg('Services'),
    badge: msg('Service'),
    cases: msg('{count, plural, one {reported service} other {reported services}}'),
    actions: adActions('service'),
  },
  event: {
    label: msg('Events'),
    badge: msg('Event'),
    cases: msg('{count, plural, one {reported event} other {reported events}}'),
    actions: adActions('event'),
  },
  message: {
    label: msg('Held messages'),
    badge: msg('Held message'),
    cases: msg('{count, plural, one {held message} other {held messages}}'),
    actions: {
      approve: {
        label: msg('Deliver'),
        done: msg('{count, plural, one {Message delivered.} other {# messages delivered.}}'),
      },
      remove: {
        label: msg('Delete'),
        danger: true,
        done: msg('{count, plural, one {Message deleted.} other {# messages deleted.}}'),
        dialog: {
          title: msg('Delete without delivering?'),
          text: msg(
            '{count, plural, one {Nobody gets this message, and its sender is not told. This can’t be undone.} other {Nobody gets these # messages, and their senders are not told. This can’t be undone.}}',
          ),
          reason: 'optional',
          busy: msg('Deleting…'),
          hint: msg('Optional. Only admins see it, in the log.'),
          confirm: msg('Delete'),
          cancel: msg('Cancel'),
        },
      },
    },
  },
  conversation: {
    label: msg('Conversations'),
    badge: msg('Conversation'),
    cases: msg('{count, plural, one {reported conversation} other {reported conversations}}'),
    actions: { approve: closeReports },
  },
  person: {
    label: msg('People'),
    badge: msg('Person'),
    cases: msg('{count, plural, one {report of a person} other {reports of people}}'),
    actions: {
      approve: closeReports,
      hide: hideText({
        label: msg('Hide recommendation'),
        done: msg('Recommendation hidden.'),
        title: msg('Hide this recommendation?'),
      }),
      'hide-reply': hideText({
        label: msg('Hide reply'),
        done: msg('Reply hidden.'),
        title: msg('Hide this reply?'),
      }),
    },
  },
  appeal: {
    label: msg('Appeals'),
    badge: msg('Appeal'),
    cases: msg('{count, plural, one {appeal} other {appeals}}'),
    actions: {
      reverse: appealAction({
        label: msg('Reverse'),
        done: msg('{count, plural, one {Decision reversed.} other {# decisions reversed.}}'),
        title: msg('Reverse the decision?'),
        text: msg(
          '{count, plural, one {The ad or the account is as it was before.} other {The ads or accounts are as they were before.}}',
        ),
      }),
      uphold: appealAction({
        label: msg('Uphold'),
        done: msg('{count, plural, one {The decision stands.} other {# decisions stand.}}'),
        title: msg('Let the decision stand?'),
        text: msg('Nothing changes.'),
      }),
    },
  },
} as const satisfies Record<string, CaseSourceEntry>

/** Returns how many cases wait, such as `5` or `99+`. */
export const formatWaiting = (count: number): string =>
  count >= maxCountedCases ? `${maxCountedCases - 1}+` : String(count)

/** Returns what so many cases are called, such as `reported services`. */
export const casesInWords = (count: number, source?: CaseSource): string =>
  source ? t(caseSources[source].cases, { count }) : t('{count, plural, one {case} other {cases}}', { count })

/** Returns how many cases wait, such as `3 reported services` or `99+ cases`. */
export const countCases = (count: number, source?: CaseSource): string =>
  t('{count} {cases}', { count: formatWaiting(count), cases: casesInWords(count, source) })

/** Returns what a dialog says about so many cases. */
export const dialogText = ({ text }: CaseDialog, count: number): string => t(text, { count, days: undoDays })

export type CaseSource = keyof typeof caseSources
export const caseSourceNames = Object.keys(caseSources) as [CaseSource, ...CaseSource[]]

const caseSourceOf = (source: CaseSource): CaseSourceEntry => caseSources[source]

/** The action, or undefined if cases from this source cannot be decided that way. */
export const caseActionOf = (source: CaseSource, decision: CaseDecision): CaseAction | undefined =>
  caseSourceOf(source).actions[decision]
