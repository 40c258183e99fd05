import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { openLanguages } from '../../platform/language/reader-language.ts'
import { withAlternates } from './alternates.ts'

beforeEach(() => openLanguages(() => ['en', 'fr'], '/nowhere', silentLog))
afterEach(() => openLanguages(() => ['en'], '/nowhere', silentLog))

const canonical = (url: string) => `<head><link rel="canonical" href="${url}"/></head>`

test('adds the URLs of a page in each language, escaped once', () => {
  const url = 'https://example.org/state/Provence-Alpes-Côte%20d&#x27;Azur?page=2&amp;sort=newest'
  const page = withAlternates(canonical(url), 'fr')
  // The only character of URLs that is escaped in another way than React does it.
  const written = url.replace('&#x27;', '&#39;')
  expect(page).toBe(
    `<head><link rel="canonical" href="${written}&amp;lang=fr"/>` +
      `<link rel="alternate" hreflang="en" href="${written}&amp;lang=en"/>` +
      `<link rel="alternate" hreflang="fr" href="${written}&amp;lang=fr"/>` +
      `<link rel="alternate" hreflang="x-default" href="${written}"/></head>`,
  )
})

test('changes nothing on a site with one language', () => {
  openLanguages(() => ['en'], '/nowhere', silentLog)
  expect(withAlternates(canonical('https://example.org/'), null)).toBe(canonical('https://example.org/'))
})
