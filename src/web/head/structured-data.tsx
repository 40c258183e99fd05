/** What a page is about, for programs, in the terms of https://schema.org: a block of JSON-LD. */
import type { BreadcrumbList, Event, Service, WebSite } from 'schema-dts'
import { serializeState } from '../document.tsx'

export type StructuredThing = BreadcrumbList | Event | Service | WebSite

/** May stand anywhere in the page. Data, not a program: the content security policy needs no exception for it. */
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
