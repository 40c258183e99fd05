/** The emails about what people write to each other and to the site. Their texts are strangers' and are never treated as markup. */
import { toAllowedName } from '../../../shared/names.ts'
import type { EmailContent } from '../../platform/mail/layout.ts'
import { replyMarker } from '../../platform/mail/reply-marker.ts'
import { memberOf, toOneLine } from './email-text.ts'

export type ContactFacts = { name: string; email: string; message: string }

/** For the site's contact address. */
export const contactMessage = (
  { name: site }: { name: string },
  { name, email, message }: ContactFacts,
): EmailContent => {
  const from = toAllowedName(name, site, 'A visitor')
  return {
    subject: `Message from ${toOneLine(from, 60)} via ${site}`,
    paragraphs: [`${from} <${email}> wrote through the contact form:`, ...message.split(/\n{2,}/)],
    notes: ['Reply to this email to answer them.'],
  }
}

export type ForwardedMessage = {
  /** The writer's name; null if they have not chosen one. */
  from: string | null
  title: string
  text: string
  /** The recipient posted the ad. */
  isAboutOwnAd: boolean
  /** The writer's address, to which replies go; null if the site relays them. */
  shownAddress: string | null
  /**
   * The conversation on the site; null for a visitor, who answers by email. A link that needs no account would let anyone answer
   * to whom the email is forwarded, or who gets a reply that quotes it.
   */
  link: string | null
  /** Ends the conversation for a visitor; null for someone with an account. */
  stopLink: string | null
}

export const conversationMessage = (
  { name: site }: { name: string },
  { from, title, text, isAboutOwnAd, shownAddress, link, stopLink }: ForwardedMessage,
): EmailContent => {
  const member = memberOf(from, site)
  const ad = `${isAboutOwnAd ? 'your ad' : 'the ad'} “${title}”`
  return {
    subject: `${member.short} wrote about ${toOneLine(ad, 140)} on ${site}`,
    fromName: member.fromName,
    paragraphs: [
      ...(shownAddress === null ? [replyMarker] : []),
      `${member.name} wrote to you on ${site} about ${ad}:`,
      ...text.split(/\n{2,}/),
    ],
    ...(link !== null && { action: { label: 'Read and reply', link } }),
    ...(stopLink !== null && { action: { label: 'Stop these emails', link: stopLink } }),
    notes: [
      shownAddress === null
        ? `Reply to this email to answer. ${site} hides your email address. Attachments are not passed on.`
        : `Reply to this email to answer. Your reply goes to ${shownAddress} and shows your email address.`,
      stopLink !== null
        ? `You get this because someone used this address to write about an ad on ${site}.`
        : 'You can mute, block, or report this person on the site.',
      'Never pay with gift cards or share a verification code.',
    ],
  }
}

export type AnswerNotice = {
  /** Where the owner of the address confirms that they wrote, and reads the answer. */
  link: string
  stopLink: string
}

/**
 * Tells a visitor that there is an answer. Nobody has confirmed the address yet, so it contains nothing that anyone wrote: no
 * message, name, or title.
 */
export const answerNotice = (
  { name: site }: { name: string },
  { link, stopLink }: AnswerNotice,
): EmailContent => ({
  subject: `You have an answer on ${site}`,
  paragraphs: [
    `Someone entered this email address to write about an ad on ${site}, and there is an answer now.`,
    'If that was you, confirm your address and read it. Opening the page confirms nothing. The button on it does.',
  ],
  action: { label: 'Confirm and read', link },
  secondaryAction: { label: 'This wasn’t me', link: stopLink },
  notes: [
    'We send you the answers themselves only after you confirm your address. Until then, you get at most one email like this a day.',
  ],
})
