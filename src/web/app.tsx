import { useEffect } from 'react'
import { type Backend, BackendProvider } from './backend.ts'
import { Document } from './document.tsx'
import { Layout } from './layout/layout.tsx'
import { RootError } from './layout/root-error.tsx'
import type { Router } from './router/create-router.ts'
import { RouterProvider } from './router/router-provider.tsx'
import { isPrivate } from './routes.tsx'
import { type Site, SiteProvider } from './site.tsx'
import { hydratedEvent } from './ui/hydrated.ts'

type AppProps = { site: Site; backend: Backend; router: Router; stateText: string }

/** The whole document, which the server renders and the browser hydrates. */
export function App({ site, backend, router, stateText }: AppProps) {
  useEffect(() => {
    document.dispatchEvent(new Event(hydratedEvent, { bubbles: true }))
  }, [])
  return (
    <SiteProvider value={site}>
      <BackendProvider value={backend}>
        <Document stateText={stateText}>
          <RouterProvider
            router={router}
            layout={<Layout isPrivate={isPrivate} />}
            errorElement={<RootError />}
          />
        </Document>
      </BackendProvider>
    </SiteProvider>
  )
}
