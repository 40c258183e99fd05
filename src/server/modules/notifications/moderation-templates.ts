/** The emails about what an admin decided, by their kinds. Replies go to the people who run the site. */
import type { Decision } from '../../../shared/decisions.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { EmailContent } from '../../platform/mail/layout.ts'
import type { SiteInfo } from './email-text.ts'

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

const appealNotice = 'If you think this was a mistake, reply to this email and a person will review it.'
const reasonParagraph = (reason = '') => (reason === '' ? [] : [`Reason: ${reason}`])
const ownAds = (kind: Kind) => ({
  label: 'See my ads',
  link: kind === 'service' ? '/my-services' : '/my-events',
})

const listingRestored = (
  { name: site }: SiteInfo,
  { name, title, kind }: Facts['listing-restore'],
): EmailContent => ({
  subject: `Your ad on ${site} is live again`,
  name,
  paragraphs: [`We reviewed your ad “${title}” and it’s live again.`],
  action: ownAds(kind),
  notes: ['There’s nothing you need to do.'],
})

export const moderationTemplates: {
  [K in ModerationEmail]: (site: SiteInfo, facts: Facts[K]) => EmailContent
} = {
  'listing-approve': listingRestored,
  'listing-restore': listingRestored,
  'listing-hide': ({ name: site }, { name, title, kind, reason }) => ({
    subject: `Your ad on ${site} was hidden`,
    name,
    paragraphs: [
      `Your ad “${title}” was hidden by our moderators. Only you and they can see it.`,
      ...reasonParagraph(reason),
    ],
    action: ownAds(kind),
    notes: ['You can edit the ad. Then reply to this email and a person will review it.'],
  }),
  'listing-remove': ({ name: site }, { name, title, reason }) => ({
    subject: `Your ad on ${site} was removed`,
    name,
    paragraphs: [`Your ad “${title}” was removed by our moderators.`, ...reasonParagraph(reason)],
    notes: [appealNotice],
  }),
  'account-suspend': ({ name: site }, { name, reason }) => ({
    subject: `Your account on ${site} is suspended`,
    name,
    paragraphs: [
      'Our moderators suspended your account. Your ads are hidden, and you can’t post new ones.',
      ...reasonParagraph(reason),
    ],
    action: { label: 'Sign in for details', link: '/profile' },
    notes: ['You can still sign in and download your data.', appealNotice],
  }),
  'account-lift': ({ name: site }, { name }) => ({
    subject: `Your account on ${site} is active again`,
    name,
    paragraphs: ['Your account is no longer suspended, and the ads that were hidden with it are back.'],
    action: { label: 'Sign in', link: '/signin' },
    notes: ['Thank you for your patience.'],
  }),
  'admin-invitation': ({ name: site, contactEmail }, { name, hasAccount, signUpPath }) => ({
    subject: `You’ve been invited to be an admin of ${site}`,
    name,
    paragraphs: hasAccount
      ? [`You’re now an admin of ${site}: you can review reports and manage ads and people.`]
      : [
          `An admin of ${site} invited you to become an admin too. Sign up with this email address and confirm it.`,
          'After you sign in, we’ll email you one more link. It makes you an admin. The password from the sign-up isn’t enough, because anyone could have signed up with your address.',
        ],
    action: hasAccount
      ? { label: 'Open the dashboard', link: '/admin' }
      : { label: 'Sign up', link: signUpPath },
    notes: [`If you don’t want to be an admin, write to ${contactEmail} or just ignore this email.`],
  }),
  'recommendation-hide': ({ name: site }, { name, isReply, reason, link }) => ({
    subject: `We hid your ${isReply ? 'reply' : 'recommendation'} on ${site}`,
    ...(name && { name }),
    paragraphs: [
      isReply
        ? 'Our moderators hid your reply to a recommendation. Visitors no longer see it.'
        : 'Our moderators hid a recommendation that you wrote. Visitors no longer see it.',
      ...reasonParagraph(reason),
    ],
    action: { label: 'See it', link },
    notes: [appealNotice],
  }),
}
