/**
 * Statements: what the site decided about someone's ad or account, why, and what they can do. Without zod, because pages and emails say
 * the same with these sentences.
 */
import { formatInstantDay } from './format.ts'
import { localName } from './local-names.ts'
import { type Message, msg, t } from './translate.ts'

export const statementKinds = ['hold', 'hide', 'removal', 'suspension'] as const
export type StatementKind = (typeof statementKinds)[number]

export const appealOutcomes = ['upheld', 'reversed'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

/** What a decision by a rule says, by the name that is stored. */
const automaticRules: Record<string, Message> = {
  reports: msg('Several people reported it.'),
  signals: msg('Our automatic checks found signs of spam or fraud.'),
  approval: msg('This site reviews ads like this one before they are public.'),
}

/** What was decided: the name of a kind, and the title of the ad. */
export const statementTitles: Record<StatementKind, Message> = {
  hold: msg('Your ad “{title}” is under review'),
  hide: msg('Your ad “{title}” is hidden'),
  removal: msg('Your ad “{title}” was removed'),
  suspension: msg('Your account is suspended'),
}

/** The same, once it no longer applies. */
export const endedTitles: Record<StatementKind, Message> = {
  hold: msg('Your ad “{title}” was under review'),
  hide: msg('Your ad “{title}” was hidden'),
  removal: msg('Your ad “{title}” had been removed'),
  suspension: msg('Your account was suspended'),
}

/** Returns the rule of a statement in the reader's language; empty if none was given. */
export const ruleOf = ({ rule, automatic }: { rule: string; automatic: boolean }): string => {
  const known = automatic && automaticRules[rule]
  return known ? t(known) : localReason(rule)
}

/**
 * Returns a reason with the saved reason with which it begins in the reader's language. What an admin wrote in their own words stays as it
 * is.
 */
function localReason(reason: string): string {
  for (let end = reason.length; end > 0; end = reason.lastIndexOf(' ', end - 1)) {
    const beginning = reason.slice(0, end).replace(/\.$/, '')
    const translated = localName(beginning)
    if (translated !== beginning) return translated + reason.slice(beginning.length)
  }
  return reason
}

type Decided = { automatic: boolean; created: string; ends: string | null }

/** Returns who decided, when, and until when it applies. Never names an admin. */
export function decidedText({ automatic, created, ends }: Decided, timeZone: string): string {
  const day = formatInstantDay(created, timeZone)
  const decided = automatic
    ? t('A rule of this site decided this on {day}, without a person.', { day })
    : t('A moderator decided this on {day}.', { day })
  return ends ? `${decided} ${t('It ends on {day}.', { day: formatInstantDay(ends, timeZone) })}` : decided
}
