/** Other people's names and texts in emails of the site. */
import { toAllowedName } from '../../../shared/names.ts'

/** What the templates say about the site itself. */
export type SiteInfo = { name: string; contactEmail: string }

/** Returns a text on one line, without what turns its direction or shows nothing. */
export const toOneLine = (text: string, maxLength: number) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .slice(0, maxLength)

/** Returns who an email about someone's words is from. It never looks like one of the site itself. */
export function memberOf(name: string | null, site: string) {
  const member = toAllowedName(name, site, 'A neighbor')
  return {
    name: toOneLine(member, 120),
    short: toOneLine(member, 60),
    fromName: `${toOneLine(member, 60)} via ${site}`,
  }
}
