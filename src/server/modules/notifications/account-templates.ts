/**
 * The emails about someone's account, by their kinds. Each one says what happened, what to do next, how long a link works, and what
 * to do if the email is unexpected. Links are paths on this site.
 */
import type { EmailContent } from '../../platform/mail/layout.ts'
import type { SiteInfo } from './email-text.ts'

type Named = { name: string }
type ExpiringLink = { link: string; validMinutes: number }

/** What each email is about. `name` is the recipient's. */
type Facts = {
  'verify-email': Named & ExpiringLink
  'reset-password': Named & ExpiringLink
  'email-link': ExpiringLink
  'someone-signed-up': Named
  'password-changed': Named
  'confirm-new-email': Named & ExpiringLink
  'email-changed': Named & { newEmail: string }
  'accept-admin-invitation': Named & ExpiringLink
  /** `passwordRemoved`: the account had a password that anyone could have set. */
  'admin-rights-active': Named & { passwordRemoved: boolean }
}
export type AccountEmail = keyof Facts
export type AccountFacts<K extends AccountEmail> = Facts[K]

const ignoreNotice = 'If this wasn’t you, ignore this email. Nothing will happen.'
const resetLink = '/signin?forgot=1'

export const accountTemplates: { [K in AccountEmail]: (site: SiteInfo, facts: Facts[K]) => EmailContent } = {
  'verify-email': ({ name: site }, { name, link, validMinutes }) => ({
    subject: `Confirm your email address for ${site}`,
    name,
    paragraphs: [
      `Welcome to ${site}! Please confirm your email address. Then you can sign in.`,
      'The link opens a page that shows who signed up, and when. Nothing happens until you press a button there.',
    ],
    action: { label: 'Confirm my email', link, validMinutes },
    notes: ["If this wasn't you, say so on that page and we'll delete the sign-up, or ignore this email."],
  }),
  'reset-password': ({ name: site }, { name, link, validMinutes }) => ({
    subject: `Reset your password for ${site}`,
    name,
    paragraphs: [`We got a request to reset the password for your account on ${site}.`],
    action: { label: 'Reset my password', link, validMinutes },
    notes: ['If this wasn’t you, ignore this email. Your password won’t change.'],
  }),
  'email-link': ({ name: site }, { link, validMinutes }) => ({
    subject: `Sign in to ${site}`,
    paragraphs: [`Here’s your link to sign in to ${site} without a password. It works once.`],
    action: { label: 'Sign in', link, validMinutes },
    notes: [ignoreNotice, 'Don’t share this link. Anyone who opens it is signed in as you.'],
  }),
  // For someone who already has an account, after another sign-up with the same address.
  'someone-signed-up': ({ name: site }, { name }) => ({
    subject: `You already have an account on ${site}`,
    name,
    paragraphs: [
      `Someone tried to sign up for ${site} with your email address. You already have an account, so we didn’t create a new one.`,
      'If this was you, just sign in.',
    ],
    action: { label: 'Sign in', link: '/signin' },
    secondaryAction: { label: 'I forgot my password', link: resetLink },
    notes: ['If this wasn’t you, there’s nothing to do. Nobody got into your account.'],
  }),
  'password-changed': ({ name: site, contactEmail }, { name }) => ({
    subject: `Your password for ${site} was changed`,
    name,
    paragraphs: [
      `The password for your account on ${site} was just changed. If this was you, you’re all set.`,
      'If this wasn’t you, reset your password right away. That also signs out everyone else.',
    ],
    action: { label: 'Reset my password', link: resetLink },
    notes: [`Need help? Write to ${contactEmail}.`],
  }),
  // For the new address, before it replaces the old one.
  'confirm-new-email': ({ name: site }, { name, link, validMinutes }) => ({
    subject: `Confirm your new email address for ${site}`,
    name,
    paragraphs: [
      `You asked to use this email address for your account on ${site}. Until you confirm it, your old one stays in place.`,
    ],
    action: { label: 'Use this address', link, validMinutes },
    notes: [ignoreNotice],
  }),
  // For the old address, so that its owner learns about a takeover.
  'email-changed': ({ name: site, contactEmail }, { name, newEmail }) => ({
    subject: `Your email address for ${site} was changed`,
    name,
    paragraphs: [
      `Your account on ${site} now uses a different email address: ${newEmail}. We won’t write to this one anymore.`,
      'If this was you, there’s nothing to do.',
    ],
    notes: [`If this wasn’t you, write to ${contactEmail} as soon as you can.`],
  }),
  // For an invited admin who signed in without proving the address.
  'accept-admin-invitation': ({ name: site, contactEmail }, { name, link, validMinutes }) => ({
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
  }),
  'admin-rights-active': ({ name: site, contactEmail }, { name, passwordRemoved }) => ({
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
    action: { label: 'Open the dashboard', link: '/admin' },
    ...(passwordRemoved && { secondaryAction: { label: 'Choose a new password', link: resetLink } }),
    notes: [`If this wasn't you, write to ${contactEmail} as soon as you can.`],
  }),
}
