import { useEffect } from 'react'
import { PlaceControl } from './browse/place/place-control.tsx'
import { SearchForm } from './browse/suggestions/search-form.tsx'
import { type Backend, BackendProvider } from './framework/api-context.ts'
import { Document } from './framework/document.tsx'
import type { Router } from './framework/router/create-router.ts'
import { RouterProvider } from './framework/router/router-provider.tsx'
import { defer, LazySection } from './framework/sections/deferred.tsx'
import { type Site, SiteProvider, useSite } from './framework/site-context.tsx'
import { SavedLink } from './listing/saved/saved-link.tsx'
import { paths } from './paths.ts'
import { isPrivate } from './routes.tsx'
import { Header } from './site/layout/header.tsx'
import { Layout, RootError } from './site/layout/layout.tsx'
import { hydratedEvent } from './ui/hydrated.ts'

type AppProps = { site: Site; backend: Backend; router: Router; stateText: string }

const header = (
  <Header
    search={(size) => <SearchForm size={size} />}
    place={(where) => <PlaceControl where={where} />}
    savedLink={<SavedLink />}
  />
)

/** The server loads it before it renders the first page. */
export const maintenance = defer(async () => (await import('./site/layout/maintenance.tsx')).Maintenance)

/** The whole document, which the server renders and the browser hydrates. */
export function App({ site, backend, router, stateText }: AppProps) {
  useEffect(() => {
    document.dispatchEvent(new Event(hydratedEvent, { bubbles: true }))
  }, [])
  return (
    <SiteProvider value={site}>
      <BackendProvider value={backend}>
        <Document stateText={stateText} links={<SiteLinks />}>
          <RouterProvider
            router={router}
            layout={
              site.maintenance === null ? (
                <Layout header={header} isPrivate={isPrivate} />
              ) : (
                <LazySection section={maintenance} props={{ text: site.maintenance }} />
              )
            }
            errorElement={<RootError header={header} />}
          />
        </Document>
      </BackendProvider>
    </SiteProvider>
  )
}

/** What browsers need to install the site, and to search it from the address bar. */
function SiteLinks() {
  const { settings } = useSite()
  return (
    <>
      <link rel="manifest" href={paths.webManifest()} />
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        title={settings.name}
        href={paths.searchDescription()}
      />
    </>
  )
}
