import type { WebSite } from 'schema-dts'
import { paths } from '../paths.ts'

/** Where the whole board is searched: search engines may offer a field for it. */
export function websiteData(name: string, origin: string): WebSite {
  const search = {
    '@type': 'SearchAction' as const,
    target: {
      '@type': 'EntryPoint' as const,
      urlTemplate: `${origin}${paths.allServices()}?searchtext={search_term_string}`,
    },
    // In no vocabulary, and asked for by those who read it.
    'query-input': 'required name=search_term_string',
  }
  return { '@type': 'WebSite', name, url: origin + paths.home(), potentialAction: search }
}
