import type { WebSite } from 'schema-dts'
import { paths } from '../../paths.ts'

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
  return { '@type': 'WebSite', name, url: origin + paths.home(), potentialAction: search }
}
