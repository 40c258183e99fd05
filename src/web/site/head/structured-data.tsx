/** What a page is about, for search engines: JSON-LD with the vocabulary of https://schema.org. */
import type { BreadcrumbList, Event, ProfilePage, Service, WebSite } from 'schema-dts'
import { readerLanguage } from '../../../shared/language.ts'
import { serializeState } from '../../framework/document.tsx'
import { paths } from '../../paths.ts'

export type StructuredThing = BreadcrumbList | Event | ProfilePage | Service | WebSite

/** May be anywhere in the page. It is data, not a script, so the content security policy needs no exception. */
export function StructuredData({ thing }: { thing: StructuredThing }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by serializeState
      dangerouslySetInnerHTML={{
        __html: serializeState({ '@context': 'https://schema.org', ...(thing as object) }),
      }}
      suppressHydrationWarning
    />
  )
}

/** Describes the site's search, for which search engines may offer a field. */
export function websiteData(name: string, origin: string): WebSite {
  const search = {
    '@type': 'SearchAction' as const,
    target: {
      '@type': 'EntryPoint' as const,
      urlTemplate: `${origin}${paths.search()}?searchtext={search_term_string}`,
    },
    // Not part of schema.org, but required by search engines.
    'query-input': 'required name=search_term_string',
  }
  const url = origin + paths.home()
  return { '@type': 'WebSite', name, url, inLanguage: readerLanguage(), potentialAction: search }
}
