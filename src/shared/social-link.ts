/** Facebook and Instagram pages. The API takes their URLs; the form also takes a username, and shows its URL. */
import { type Message, msg } from './translate.ts'
export type SocialSite = 'facebook' | 'instagram'

const profileUrls: Record<SocialSite, string> = {
  facebook: 'https://www.facebook.com/',
  instagram: 'https://www.instagram.com/',
}

const scheme = /^https?:\/\//i
/** A link to one of the two sites, typed without `https://`. */
const linkWithoutScheme = /^(?:(?:www|m|web)\.)?(?:facebook\.com|fb\.com|instagram\.com|instagr\.am)\//i
const username = /^@?(\w[\w.-]{0,79})$/
/** A website in the wrong field, not a username. With an `@` in front, it is one. */
const domain = /^[^@].*\.(?:com|net|org|us|ca|co|io|me|app|shop|store|biz|info)$/i

/**
 * Returns the URL that a text of this site's field means: `mypottery`, `@mypottery`, and `instagram.com/mypottery` become
 * links. Returns any other text trimmed, with the scheme of a URL in lowercase.
 */
export function toSocialUrl(site: SocialSite, text: string): string {
  const trimmed = text.trim()
  if (linkWithoutScheme.test(trimmed)) return `https://${trimmed}`
  const name = domain.test(trimmed) ? undefined : username.exec(trimmed)?.[1]
  return name ? profileUrls[site] + name : normalizeUrl(trimmed)
}

/** Phone keyboards capitalize the first letter of a field: `Https://`. The database has schemes in lowercase only. */
export const normalizeUrl = (text: string): string =>
  text.trim().replace(scheme, (typed) => typed.toLowerCase())

export const invalidSocialLink: Record<SocialSite, Message> = {
  facebook: msg(
    'Invalid URL. Please enter the link to your Facebook page, such as https://www.facebook.com/mypottery.',
  ),
  instagram: msg(
    'Invalid URL. Please enter the link to your Instagram page, such as https://www.instagram.com/mypottery.',
  ),
}
