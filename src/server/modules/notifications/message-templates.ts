/** The emails about what people write to each other and to the site. Their texts are strangers' and are never treated as markup. */
import { toAllowedName } from '../../../shared/names.ts'
import { t } from '../../../shared/translate.ts'
import type { EmailContent } from '../../platform/mail/layout.ts'
import { replyMarker } from '../../platform/mail/reply-marker.ts'
import { emailOf, memberOf, type SiteInfo, toOneLine } from './email-text.ts'

export type ContactFacts = { name: string; email: string; message: string }

/** For the site's contact address. */
export const contactMessage = (site: SiteInfo, { name, email, message }: ContactFacts): EmailContent => {
  const from = toAllowedName(name, site.name, t('A visitor'))
  const values = { sender: toOneLine(from, 60), writer: `${from} <${email}>`, message }
  return emailOf(site, 'contact-message', values)
}

export type ForwardedMessage = {
  /** The writer's name; null if they have not chosen one. */
  from: string | null
  title: string
  text: string
  /** How many photos it has, which the email does not. */
  photos: number
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

export function conversationMessage(
  site: SiteInfo,
  { from, title, text, photos, isAboutOwnAd, shownAddress, link, stopLink }: ForwardedMessage,
): EmailContent {
  const member = memberOf(from, site.name)
  const ad = isAboutOwnAd ? t('your ad “{title}”', { title }) : t('the ad “{title}”', { title })
  const values = {
    sender: member.short,
    writer: member.name,
    ad: toOneLine(ad, 140),
    full_ad: ad,
    message: [text, photosSentence(photos, link === null)].filter((part) => part !== '').join('\n\n'),
    reply_rule:
      shownAddress === null
        ? t(
            'Reply to this email to answer. {site} hides your email address. Attachments are not passed on.',
            { site: site.name },
          )
        : t('Reply to this email to answer. Your reply goes to {address} and shows your email address.', {
            address: shownAddress,
          }),
  }
  const { fromName } = member
  const content =
    stopLink === null
      ? emailOf(site, 'conversation-message', { ...values, link: link ?? '' }, { fromName })
      : emailOf(site, 'visitor-conversation-message', { ...values, link: stopLink }, { fromName })
  return shownAddress === null ? { ...content, paragraphs: [t(replyMarker), ...content.paragraphs] } : content
}

/** In the email about a message, after its text. Someone without an account has the link of an earlier email. */
function photosSentence(count: number, isVisitor: boolean): string {
  if (count === 0) return ''
  return isVisitor
    ? t(
        '{count, plural, one {# photo. To see it, open the link in our first email about this conversation.} other {# photos. To see them, open the link in our first email about this conversation.}}',
        { count },
      )
    : t(
        '{count, plural, one {# photo. Open the conversation to see it.} other {# photos. Open the conversation to see them.}}',
        { count },
      )
}

export type AnswerNotice = {
  /** Where the owner of the address confirms that they wrote, and reads the answer. */
  link: string
  stopLink: string
}

/**
 * Tells a visitor that there is an answer. Nobody has confirmed the address yet, so it has no variable with what anyone wrote: no
 * message, name, or title.
 */
export const answerNotice = (site: SiteInfo, { link, stopLink }: AnswerNotice): EmailContent =>
  emailOf(site, 'answer-notice', { link, stop_link: stopLink })
