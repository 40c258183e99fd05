import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'

/** What browsers need to install the site, and to search it from the address bar. */
export function SiteLinks() {
  const { product } = useSite()
  return (
    <>
      <link rel="manifest" href={paths.webManifest()} />
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        title={product.name}
        href={paths.searchDescription()}
      />
    </>
  )
}
