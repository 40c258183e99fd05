/** The emails about what an admin decided, by their kinds. Replies go to the people who run the site. */
import type { Decision } from '../../../shared/decisions.ts'
import type { Kind } from '../../../shared/listing.ts'
import { privatePaths } from '../../../shared/paths.ts'
import type { EmailContent } from '../../platform/mail/layout.ts'
import { emailOf, type SiteInfo } from './email-text.ts'

type Named = { name: string }

/** What each email is about. `name` is the recipient's. */
type Facts = Record<
  `listing-${Decision | 'restore'}`,
  Named & { kind: Kind; title: string; reason?: string }
> & {
  'account-suspend': Named & { reason: string }
  'account-lift': Named
  /** `hasAccount`: the recipient is an admin already; otherwise they become one once they prove the address. */
  'admin-invitation': Named & { hasAccount: boolean; signUpPath: string }
  'recommendation-hide': Named & { isReply: boolean; reason: string; link: string }
}
export type ModerationEmail = keyof Facts
export type ModerationFacts<K extends ModerationEmail> = Facts[K]

const ownAds = (kind: Kind) => (kind === 'service' ? privatePaths.myServices : privatePaths.myEvents)

const listingRestored = (site: SiteInfo, { name, title, kind }: Facts['listing-restore']): EmailContent =>
  emailOf(site, 'listing-restore', { title, link: ownAds(kind) }, { name })

export const moderationTemplates: {
  [K in ModerationEmail]: (site: SiteInfo, facts: Facts[K]) => EmailContent
} = {
  'listing-approve': listingRestored,
  'listing-restore': listingRestored,
  'listing-hide': (site, { name, title, kind, reason = '' }) =>
    emailOf(site, 'listing-hide', { title, reason, link: ownAds(kind) }, { name }),
  'listing-remove': (site, { name, title, reason = '' }) =>
    emailOf(site, 'listing-remove', { title, reason }, { name }),
  'account-suspend': (site, { name, reason }) => emailOf(site, 'account-suspend', { reason }, { name }),
  'account-lift': (site, { name }) => emailOf(site, 'account-lift', {}, { name }),
  'admin-invitation': (site, { name, hasAccount, signUpPath }) =>
    hasAccount
      ? emailOf(site, 'admin-added', {}, { name })
      : emailOf(site, 'admin-invitation', { link: signUpPath }, { name }),
  'recommendation-hide': (site, { name, isReply, reason, link }) =>
    emailOf(site, isReply ? 'recommendation-reply-hide' : 'recommendation-hide', { reason, link }, { name }),
}
