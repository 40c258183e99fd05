import { html } from '../../platform/html.ts'
import { siteLanguages } from '../../platform/language/reader-language.ts'
import { withLanguage } from '../../platform/language/request-language.ts'

/**
 * Adds the URLs of a public page in each language, of which each is canonical in its own. `language` is that of the requested URL, or null.
 * After rendering, because only search engines read them.
 */
export function withAlternates(page: string, language: string | null): string {
  const languages = siteLanguages()
  if (languages.length === 1) return page
  return page.replace(/<link rel="canonical" href="([^"]*)"\/>/, (_link, escaped: string) => {
    const url = unescapeHtml(escaped)
    const canonical = html`<link rel="canonical" href="${withLanguage(url, language)}"/>`
    const links = languages.map((tag) => alternate(tag, withLanguage(url, tag)))
    // Without line breaks: React takes a text in the head for a page that it did not render.
    return [canonical, ...links, alternate('x-default', url)].map(({ text }) => text).join('')
  })
}

/** As React escapes attributes. */
const unescapeHtml = (text: string) =>
  text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const alternate = (tag: string, url: string) => html`<link rel="alternate" hreflang="${tag}" href="${url}"/>`
