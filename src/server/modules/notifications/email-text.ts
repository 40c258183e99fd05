/** Writes the emails of the site from its texts, and other people's names and texts in them. */
import { toAllowedName } from '../../../shared/names.ts'
import type { EmailKey, EmailVariable } from '../../../shared/texts/emails.ts'
import { t } from '../../../shared/translate.ts'
import type { EmailContent, PageLink } from '../../platform/mail/layout.ts'
import { type WriteEmail, writeOwnEmail } from '../texts/service.ts'

/** What the templates say about the site itself. */
export type SiteInfo = {
  name: string
  contactEmail: string
  /** Writes emails in the words of the site, which admins can change; without it, in those that ship with the program. */
  writeEmail?: WriteEmail
}

type EmailDetails = Pick<EmailContent, 'name' | 'fromName'> & {
  /** How long the link of the button works. */
  validMinutes?: number
}

/** Returns an email with the values of its variables. */
export function emailOf<Key extends EmailKey>(
  { name: site, contactEmail, writeEmail = writeOwnEmail }: SiteInfo,
  key: Key,
  values: Readonly<Record<EmailVariable<Key>, string | readonly PageLink[]>>,
  { validMinutes, ...details }: EmailDetails = {},
): EmailContent {
  const content = { ...writeEmail(key, { ...values, site, contact: contactEmail }), ...details }
  return content.action && validMinutes !== undefined
    ? { ...content, action: { ...content.action, validMinutes } }
    : content
}

/** Returns a text on one line, without what turns its direction or shows nothing. */
export const toOneLine = (text: string, maxLength: number) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .slice(0, maxLength)

/** Returns who an email about someone's words is from. It never looks like one of the site itself. */
export function memberOf(name: string | null, site: string) {
  const member = toAllowedName(name, site, t('A neighbor'))
  return {
    name: toOneLine(member, 120),
    short: toOneLine(member, 60),
    fromName: t('{name} via {site}', { name: toOneLine(member, 60), site }),
  }
}
