/** The emails about what an admin decided, by their kinds. Replies go to the people who run the site. */
import { formatInstantDay } from '../../../shared/format.ts'
import type { Kind } from '../../../shared/listing.ts'
import { roleLabels } from '../../../shared/messages/roles.ts'
import { privatePaths } from '../../../shared/paths.ts'
import type { Role } from '../../../shared/policy.ts'
import { type AppealOutcome, decidedText, ruleOf, type StatementKind } from '../../../shared/statements.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'
import type { EmailContent } from '../../platform/mail/layout.ts'
import { emailOf, type SiteInfo } from './email-text.ts'

type Named = { name: string }

/** A statement, as its person reads it. `rule` is what an admin wrote, or the name of a rule. `title` is empty for accounts. */
type StatementFacts = Named & {
  title: string
  rule: string
  automatic: boolean
  created: string
  ends: string | null
  appealUntil: string
  timeZone: string
  link: string
}

/** `title` is empty for accounts. */
type AppealFacts = Named & { kind: StatementKind; title: string; outcome: AppealOutcome }

/** What each email is about. `name` is the recipient's. */
type Facts = Record<`statement-${StatementKind}`, StatementFacts> & {
  'listing-restore': Named & { kind: Kind; title: string }
  'appeal-decided': AppealFacts & { reason: string; link: string }
  'appeal-reported': AppealFacts
  'account-lift': Named
  /** `hasAccount`: the recipient has the role already; otherwise they get it once they prove the address. */
  'admin-invitation': Named & { role: Role; hasAccount: boolean; signUpPath: string }
  'recommendation-hide': Named & { isReply: boolean; reason: string; link: string }
}
export type ModerationEmail = keyof Facts
export type ModerationFacts<K extends ModerationEmail> = Facts[K]

const ownAds = (kind: Kind) => (kind === 'service' ? privatePaths.myServices : privatePaths.myEvents)

const adEmails = { hold: 'listing-hold', hide: 'listing-hide', removal: 'listing-remove' } as const

const statement =
  (kind: StatementKind) =>
  (site: SiteInfo, { name, title, link, ...facts }: StatementFacts): EmailContent => {
    const appeal = t(
      'If you think this is a mistake, you can appeal on that page until {day}. If possible, someone else decides the appeal. Or reply to this email and a person will review it.',
      { day: formatInstantDay(facts.appealUntil, facts.timeZone) },
    )
    const values = { reason: ruleOf(facts), decision: decidedText(facts, facts.timeZone), appeal, link }
    return kind === 'suspension'
      ? emailOf(site, 'account-suspend', values, { name })
      : emailOf(site, adEmails[kind], { title, ...values }, { name })
  }

/** To whom it happened. */
const outcomes: Record<AppealOutcome, Message> = {
  reversed: msg(
    '{kind, select, suspension {We looked again at the suspension of your account, and lifted it.} other {We looked again at our decision about your ad “{title}”, and reversed it.}}',
  ),
  upheld: msg(
    '{kind, select, suspension {We looked again at the suspension of your account. It stands.} other {We looked again at our decision about your ad “{title}”. It stands.}}',
  ),
}
/** To someone who reported it. */
const reportedOutcomes: Record<AppealOutcome, Message> = {
  reversed: msg(
    '{kind, select, suspension {Someone whom you reported appealed their suspension. We looked at it again, and lifted it.} other {The poster of the ad “{title}”, which you reported, appealed our decision about it. We looked at it again, and reversed it.}}',
  ),
  upheld: msg(
    '{kind, select, suspension {Someone whom you reported appealed their suspension. We looked at it again, and it stands.} other {The poster of the ad “{title}”, which you reported, appealed our decision about it. We looked at it again, and it stands.}}',
  ),
}

export const moderationTemplates: {
  [K in ModerationEmail]: (site: SiteInfo, facts: Facts[K]) => EmailContent
} = {
  'statement-hold': statement('hold'),
  'statement-hide': statement('hide'),
  'statement-removal': statement('removal'),
  'statement-suspension': statement('suspension'),
  'listing-restore': (site, { name, title, kind }) =>
    emailOf(site, 'listing-restore', { title, link: ownAds(kind) }, { name }),
  'appeal-decided': (site, { name, reason, link, ...facts }) =>
    emailOf(site, 'appeal-decided', { outcome: t(outcomes[facts.outcome], facts), reason, link }, { name }),
  'appeal-reported': (site, { name, ...facts }) =>
    emailOf(site, 'appeal-reported', { outcome: t(reportedOutcomes[facts.outcome], facts) }, { name }),
  'account-lift': (site, { name }) => emailOf(site, 'account-lift', {}, { name }),
  'admin-invitation': (site, { name, role, hasAccount, signUpPath }) =>
    hasAccount
      ? emailOf(site, 'admin-added', { role: t(roleLabels[role]) }, { name })
      : emailOf(site, 'admin-invitation', { role: t(roleLabels[role]), link: signUpPath }, { name }),
  'recommendation-hide': (site, { name, isReply, reason, link }) =>
    emailOf(site, isReply ? 'recommendation-reply-hide' : 'recommendation-hide', { reason, link }, { name }),
}
