import './style.css'
import { hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  matchRoutes,
  UNSAFE_ErrorResponseImpl as RouteErrorResponse,
  RouterContextProvider,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createApi, overFetch } from '../shared/api-client.ts'
import { Document, stateElementId } from './document.tsx'
import { apiContext } from './loading.ts'
import { routes } from './routes.tsx'
import { type Site, SiteProvider } from './site.tsx'

type PageState = {
  site: Site
  loaderData: Record<string, unknown>
  errors: Record<string, { status: number; data: unknown }> | null
}

const stateText = document.getElementById(stateElementId)?.textContent ?? ''
// The one border where the server's own words are believed: it wrote this element.
const state = JSON.parse(stateText) as PageState

/** The code of the matched pages must be there before React compares its first render with the server's. */
async function loadMatchedPages() {
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

const errors =
  state.errors &&
  Object.fromEntries(
    Object.entries(state.errors).map(([routeId, { status, data }]) => [
      routeId,
      new RouteErrorResponse(status, '', data, true),
    ]),
  )

await loadMatchedPages()
const router = createBrowserRouter(routes, {
  hydrationData: { loaderData: state.loaderData, errors },
  getContext: () => {
    const context = new RouterContextProvider()
    context.set(apiContext, createApi(overFetch(window.fetch.bind(window))))
    return context
  },
})

hydrateRoot(
  document,
  <SiteProvider value={state.site}>
    <Document stateText={stateText}>
      <RouterProvider router={router} />
    </Document>
  </SiteProvider>,
)
