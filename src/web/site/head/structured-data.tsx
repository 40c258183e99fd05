/** What a page is about, for search engines: JSON-LD with the vocabulary of https://schema.org. */
import type { BreadcrumbList, Event, ProfilePage, Service, WebSite } from 'schema-dts'
import { serializeState } from '../../framework/document.tsx'

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
