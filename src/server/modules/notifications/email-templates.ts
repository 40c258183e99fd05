/** What the site writes to people. Each letter says who writes, what to do, how long that works, and what if not. */
import type { Product } from '../../../shared/product.ts'
import { type EmailContent, renderEmail } from '../../platform/mail/layout.ts'

/** A link is a path of this site, `/reset-password?token=…`; in the letter it carries PUBLIC_URL. */
type WithLink = { link: string; validMinutes: number }
type ToSomebody = { name: string }
type AboutListing = { title: string; reason: string }

export function createEmailTemplates(product: Product, publicUrl: string) {
  const site = product.name
  const write = (letter: Parameters<typeof renderEmail>[1]) => renderEmail({ site, publicUrl }, letter)
  const ignore = 'If it was not you, you can ignore this mail: nothing happens without the link.'

  return {
    verifyEmail: ({ name, link, validMinutes }: ToSomebody & WithLink): EmailContent =>
      write({
        subject: `Confirm your email address for ${site}`,
        name,
        paragraphs: [
          `Welcome to ${site}! Please confirm that this is your email address. Then you can sign in.`,
        ],
        action: { label: 'Confirm my address', link: absolute(publicUrl, link), validMinutes },
        after: [ignore],
      }),

    resetPassword: ({ name, link, validMinutes }: ToSomebody & WithLink): EmailContent =>
      write({
        subject: `Choose a new password for ${site}`,
        name,
        paragraphs: [`Somebody, hopefully you, asked for a new password for your account at ${site}.`],
        action: { label: 'Choose a new password', link: absolute(publicUrl, link), validMinutes },
        after: ['If it was not you, you can ignore this mail: your password stays as it is.'],
      }),

    emailLink: ({ link, validMinutes }: WithLink): EmailContent =>
      write({
        subject: `Sign in to ${site}`,
        paragraphs: [`Here is the link to sign in to ${site} without a password. It works once.`],
        action: { label: 'Sign in', link: absolute(publicUrl, link), validMinutes },
        after: [ignore, 'Do not pass it on: whoever opens it is signed in as you.'],
      }),

    /** To somebody who has an account, when this address was used to sign up once more. */
    someoneSignedUp: ({
      name,
      signInLink,
      resetLink,
    }: ToSomebody & { signInLink: string; resetLink: string }): EmailContent =>
      write({
        subject: `You already have an account at ${site}`,
        name,
        paragraphs: [
          `Somebody tried to sign up at ${site} with your email address. You already have an account, so no new one was made.`,
          'If it was you, just sign in.',
        ],
        action: { label: 'Sign in', link: absolute(publicUrl, signInLink) },
        second: { label: 'I forgot my password', link: absolute(publicUrl, resetLink) },
        after: ['If it was not you, there is nothing to do: nobody got into your account.'],
      }),

    passwordChanged: ({ name, resetLink }: ToSomebody & { resetLink: string }): EmailContent =>
      write({
        subject: `Your password for ${site} was changed`,
        name,
        paragraphs: [
          `The password of your account at ${site} was just changed. If it was you, all is well.`,
          'If it was not you, choose a new password at once. That also signs out everybody else.',
        ],
        action: { label: 'Choose a new password', link: absolute(publicUrl, resetLink) },
        after: [`If you need help, write to ${product.contactEmail}.`],
      }),

    /** To the new address, before it takes the place of the old one. */
    confirmNewEmail: ({ name, link, validMinutes }: ToSomebody & WithLink): EmailContent =>
      write({
        subject: `Confirm your new email address for ${site}`,
        name,
        paragraphs: [
          `You asked to use this address for your account at ${site}. Until you confirm it, the old one stays.`,
        ],
        action: { label: 'Use this address', link: absolute(publicUrl, link), validMinutes },
        after: [ignore],
      }),

    /** To the old address, which is told where its account went. */
    emailChanged: ({ name, newEmail }: ToSomebody & { newEmail: string }): EmailContent =>
      write({
        subject: `Your email address for ${site} was changed`,
        name,
        paragraphs: [
          `Your account at ${site} now uses another email address: ${newEmail}. We no longer write to this one.`,
          'If it was you, there is nothing to do.',
        ],
        after: [`If it was not you, write to ${product.contactEmail} as soon as you can.`],
      }),

    listingRemoved: ({ name, title, reason }: ToSomebody & AboutListing): EmailContent =>
      write({
        subject: `Your ad at ${site} was removed`,
        name,
        paragraphs: [
          `Your ad “${title}” was removed by the people who look after ${site}.`,
          ...because(reason),
        ],
        after: ['If you think that this was a mistake, answer this mail: a person reads it.'],
      }),

    listingHidden: ({
      name,
      title,
      reason,
      link,
    }: ToSomebody & AboutListing & { link: string }): EmailContent =>
      write({
        subject: `Your ad at ${site} was hidden`,
        name,
        paragraphs: [
          `Your ad “${title}” was hidden by the people who look after ${site}. Only you and they can see it.`,
          ...because(reason),
        ],
        action: { label: 'See my ads', link: absolute(publicUrl, link) },
        after: ['You can change the ad, and answer this mail to have it looked at again: a person reads it.'],
      }),

    listingShown: ({ name, title, link }: ToSomebody & { title: string; link: string }): EmailContent =>
      write({
        subject: `Your ad at ${site} can be seen again`,
        name,
        paragraphs: [`Your ad “${title}” was looked at and is in order. Everybody can see it again.`],
        action: { label: 'See my ads', link: absolute(publicUrl, link) },
        after: ['There is nothing that you have to do.'],
      }),

    accountSuspended: ({ name, reason, link }: ToSomebody & { reason: string; link: string }): EmailContent =>
      write({
        subject: `Your account at ${site} is suspended`,
        name,
        paragraphs: [
          `The people who look after ${site} have suspended your account. Your ads are hidden, and you cannot post new ones.`,
          ...because(reason),
        ],
        action: { label: 'Sign in to read more', link: absolute(publicUrl, link) },
        after: [
          'You can still sign in, and take your data with you.',
          'If you think that this was a mistake, answer this mail: a person reads it.',
        ],
      }),

    suspensionLifted: ({ name, link }: ToSomebody & { link: string }): EmailContent =>
      write({
        subject: `Your account at ${site} is open again`,
        name,
        paragraphs: ['Your account is no longer suspended, and the ads that were hidden with it are back.'],
        action: { label: 'Sign in', link: absolute(publicUrl, link) },
        after: ['Thank you for your patience.'],
      }),

    /** `known`: the address has an account, which is an admin’s from now on; else the rights wait for one. */
    adminInvitation: ({ name, known, link }: ToSomebody & { known: boolean; link: string }): EmailContent =>
      write({
        subject: `You are asked to help look after ${site}`,
        name,
        paragraphs: known
          ? [`You are an admin of ${site} now: you can see reports, and take care of ads and people.`]
          : [
              `Somebody who looks after ${site} would like you to help as an admin. Sign up with this email address and confirm it; then the rights are yours.`,
            ],
        action: {
          label: known ? 'Open the dashboard' : 'Sign up',
          link: absolute(publicUrl, link),
        },
        after: [`If you do not want to, write to ${product.contactEmail}, or just ignore this mail.`],
      }),

    /** To the people who look after the site; its text is somebody else’s, and stays text. */
    contactMessage: ({
      name,
      email,
      message,
    }: ToSomebody & { email: string; message: string }): EmailContent =>
      write({
        subject: `Message from ${oneLine(name)} through ${site}`,
        paragraphs: [`${name} <${email}> wrote through the contact form:`, ...message.split(/\n{2,}/)],
        after: ['Answer this mail to answer the person who wrote.'],
      }),
  }
}

/** Throws for an address that is not of this site: no letter leads anywhere else. */
function absolute(publicUrl: string, link: string): string {
  if (link.startsWith(`${publicUrl}/`)) return link
  if (/^\/(?![/\\])/.test(link)) return publicUrl + link
  throw new Error('A link in a letter must be a path of this site.')
}

const because = (reason: string) => (reason === '' ? [] : [`The reason: ${reason}`])

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 60)
