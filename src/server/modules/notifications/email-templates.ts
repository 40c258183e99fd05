/**
 * The text of every email that the site sends. Each one says what happened, what to do next, how long a link works, and
 * what to do if the email is unexpected. Links are paths on this site.
 */
import { toAllowedName } from '../../../shared/names.ts'
import type { EmailContent, PageLink } from '../../platform/mail/layout.ts'
import { memberOf, toOneLine } from './email-text.ts'

/** What the templates say about the site itself. */
export type SiteInfo = { name: string; contactEmail: string }

export type Named = { name: string }
export type ExpiringLink = { link: string; validMinutes: number }

const ignoreNotice = 'If this wasn’t you, ignore this email. Nothing will happen.'

export const verifyEmail = (
  { name: site }: SiteInfo,
  { name, link, validMinutes }: Named & ExpiringLink,
): EmailContent => ({
  subject: `Confirm your email address for ${site}`,
  name,
  paragraphs: [
    `Welcome to ${site}! Please confirm your email address. Then you can sign in.`,
    'The link opens a page that shows who signed up, and when. Nothing happens until you press a button there.',
  ],
  action: { label: 'Confirm my email', link, validMinutes },
  notes: ["If this wasn't you, say so on that page and we'll delete the sign-up, or ignore this email."],
})

export const resetPassword = (
  { name: site }: SiteInfo,
  { name, link, validMinutes }: Named & ExpiringLink,
): EmailContent => ({
  subject: `Reset your password for ${site}`,
  name,
  paragraphs: [`We got a request to reset the password for your account on ${site}.`],
  action: { label: 'Reset my password', link, validMinutes },
  notes: ['If this wasn’t you, ignore this email. Your password won’t change.'],
})

export const signInLink = ({ name: site }: SiteInfo, { link, validMinutes }: ExpiringLink): EmailContent => ({
  subject: `Sign in to ${site}`,
  paragraphs: [`Here’s your link to sign in to ${site} without a password. It works once.`],
  action: { label: 'Sign in', link, validMinutes },
  notes: [ignoreNotice, 'Don’t share this link. Anyone who opens it is signed in as you.'],
})

/** For someone who already has an account, after another sign-up with the same address. */
export const alreadyRegistered = (
  { name: site }: SiteInfo,
  { name, signInLink: link, resetLink }: Named & { signInLink: string; resetLink: string },
): EmailContent => ({
  subject: `You already have an account on ${site}`,
  name,
  paragraphs: [
    `Someone tried to sign up for ${site} with your email address. You already have an account, so we didn’t create a new one.`,
    'If this was you, just sign in.',
  ],
  action: { label: 'Sign in', link },
  secondaryAction: { label: 'I forgot my password', link: resetLink },
  notes: ['If this wasn’t you, there’s nothing to do. Nobody got into your account.'],
})

export const passwordChanged = (
  { name: site, contactEmail }: SiteInfo,
  { name, resetLink }: Named & { resetLink: string },
): EmailContent => ({
  subject: `Your password for ${site} was changed`,
  name,
  paragraphs: [
    `The password for your account on ${site} was just changed. If this was you, you’re all set.`,
    'If this wasn’t you, reset your password right away. That also signs out everyone else.',
  ],
  action: { label: 'Reset my password', link: resetLink },
  notes: [`Need help? Write to ${contactEmail}.`],
})

/** For the new address, before it replaces the old one. */
export const confirmNewEmail = (
  { name: site }: SiteInfo,
  { name, link, validMinutes }: Named & ExpiringLink,
): EmailContent => ({
  subject: `Confirm your new email address for ${site}`,
  name,
  paragraphs: [
    `You asked to use this email address for your account on ${site}. Until you confirm it, your old one stays in place.`,
  ],
  action: { label: 'Use this address', link, validMinutes },
  notes: [ignoreNotice],
})

/** For the old address, so that its owner learns about a takeover. */
export const emailChanged = (
  { name: site, contactEmail }: SiteInfo,
  { name, newEmail }: Named & { newEmail: string },
): EmailContent => ({
  subject: `Your email address for ${site} was changed`,
  name,
  paragraphs: [
    `Your account on ${site} now uses a different email address: ${newEmail}. We won’t write to this one anymore.`,
    'If this was you, there’s nothing to do.',
  ],
  notes: [`If this wasn’t you, write to ${contactEmail} as soon as you can.`],
})

/** For an invited admin who signed in without proving the address. */
export const acceptInvitation = (
  { name: site, contactEmail }: SiteInfo,
  { name, link, validMinutes }: Named & ExpiringLink,
): EmailContent => ({
  subject: `Accept your invitation to be an admin of ${site}`,
  name,
  paragraphs: [
    `You’ve been invited to be an admin of ${site}, and someone just signed in to the account with your email address.`,
    'If this was you, one step is left: open this link and sign in with it. It shows us that this address is yours.',
  ],
  action: { label: 'Become an admin', link, validMinutes },
  notes: [
    `If this wasn't you, write to ${contactEmail}. Nobody becomes an admin without this link.`,
    'Don’t share this link. Anyone who opens it is signed in as you.',
  ],
})

/** `passwordRemoved`: the account had a password that anyone could have set. */
export const adminRightsActive = (
  { name: site, contactEmail }: SiteInfo,
  {
    name,
    passwordRemoved,
    link,
    resetLink,
  }: Named & {
    passwordRemoved: boolean
    link: string
    resetLink: string
  },
): EmailContent => ({
  subject: `You're now an admin of ${site}`,
  name,
  paragraphs: [
    `You confirmed that this address is yours. You're now an admin of ${site}: you can review reports and manage ads and people.`,
    ...(passwordRemoved
      ? [
          'For your security, we removed the ways to sign in that were set before, such as the password from the sign-up. You can choose a new password, or keep signing in with emailed links.',
        ]
      : []),
  ],
  action: { label: 'Open the dashboard', link },
  ...(passwordRemoved && { secondaryAction: { label: 'Choose a new password', link: resetLink } }),
  notes: [`If this wasn't you, write to ${contactEmail} as soon as you can.`],
})

/** For the site's contact address. The message is a stranger's text and is never treated as markup. */
export const contactMessage = (
  { name: site }: SiteInfo,
  { name, email, message }: Named & { email: string; message: string },
): EmailContent => {
  const from = toAllowedName(name, site, 'A visitor')
  return {
    subject: `Message from ${toOneLine(from, 60)} via ${site}`,
    paragraphs: [`${from} <${email}> wrote through the contact form:`, ...message.split(/\n{2,}/)],
    notes: ['Reply to this email to answer them.'],
  }
}

export type NewRecommendation = {
  /** The name of the person who recommends; null if they have not chosen one. */
  from: string | null
  text: string
  link: string
}

/** Someone recommended the recipient. The text is a stranger's and is never treated as markup. */
export const recommended = (
  { name: site }: SiteInfo,
  { from, text, link }: NewRecommendation,
): EmailContent => {
  const writer = memberOf(from, site)
  return {
    subject: `${writer.short} recommended you on ${site}`,
    fromName: writer.fromName,
    paragraphs: [
      `${writer.name}, who wrote to you about an ad, posted a recommendation on your page:`,
      ...text.split(/\n{2,}/),
    ],
    action: { label: 'Read and reply', link },
    notes: [
      'You can post one public reply. If something is wrong with the recommendation, report it on the same page.',
    ],
  }
}

export type SearchAlert = {
  /** What the person calls the search. */
  name: string
  /** The newest of `total` ads. */
  listings: PageLink[]
  total: number
  /** All ads that match. */
  link: string
}

/** The titles of ads are other people's texts and are never treated as markup. */
export const searchAlert = (
  { name: site }: SiteInfo,
  { name, listings, total, link }: SearchAlert,
): EmailContent => {
  const ads = total === 1 ? '1 new ad' : `${total.toLocaleString('en-US')} new ads`
  const [first] = listings
  const more = total - listings.length
  return {
    subject: `${total === 1 && first ? `New: ${toOneLine(first.label, 100)}` : `${ads} for “${toOneLine(name, 100)}”`} on ${site}`,
    paragraphs: [
      `${total === 1 ? 'There is' : 'There are'} ${ads} for your search “${toOneLine(name, 120)}”:`,
    ],
    links: listings.map((listing) => ({ ...listing, label: toOneLine(listing.label, 120) })),
    action: { label: more > 0 ? `See ${more.toLocaleString('en-US')} more` : 'See all ads', link },
    secondaryAction: { label: 'Change or delete this search', link: '/saved-searches' },
    notes: [],
  }
}
