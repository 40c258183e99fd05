import './style.css'
import { hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  matchRoutes,
  UNSAFE_ErrorResponseImpl as RouteErrorResponse,
  RouterContextProvider,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { CurrentUser } from '../shared/account.ts'
import { createApi, fetchTransport } from '../shared/api-client.ts'
import { signIn } from '../shared/messages/pages.ts'
import { createIdentity } from './accounts/identity.ts'
import { createSession, withSessionTracking } from './accounts/session.ts'
import { endSession } from './accounts/sign-out.ts'
import { BackendProvider } from './backend.ts'
import { Document, stateElementId } from './document.tsx'
import { apiContext } from './loading.ts'
import { registerServiceWorker } from './offline/register.ts'
import { paths } from './paths.ts'
import { createRoutes, layoutId } from './routes.tsx'
import { type Site, SiteProvider } from './site.tsx'
import { toast } from './ui/toast.ts'

type PageState = {
  site: Site
  loaderData: Record<string, unknown>
  errors: Record<string, { status: number; data: unknown }> | null
}

const stateText = document.getElementById(stateElementId)?.textContent ?? ''
// The one border where the server's own words are believed: it wrote this element.
const state = JSON.parse(stateText) as PageState
const routes = createRoutes(state.site.product.slug)

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

const fetch = window.fetch.bind(window)
const session = createSession((state.loaderData[layoutId] as CurrentUser | null | undefined) ?? null)
const identity = createIdentity(fetch)
const api = createApi(withSessionTracking(fetchTransport(fetch), session, sayEnded))

/** The backend no longer knows who was signed in here. What stands on the page stays; the way back is offered. */
async function sayEnded() {
  await endSession({ api, identity }).catch(() => {})
  const here = location.pathname + location.search
  toast({
    tone: 'bad',
    text: signIn.sessionEnded,
    action: { label: 'Sign In', run: () => void router.navigate(paths.signIn(here)) },
  })
}

await loadMatchedPages()
const router = createBrowserRouter(routes, {
  hydrationData: { loaderData: state.loaderData, errors },
  getContext: () => {
    const context = new RouterContextProvider()
    context.set(apiContext, api)
    return context
  },
})

hydrateRoot(
  document,
  <SiteProvider value={state.site}>
    <BackendProvider value={{ api, identity, session }}>
      <Document stateText={stateText}>
        <RouterProvider router={router} />
      </Document>
    </BackendProvider>
  </SiteProvider>,
)

// The development server has no service worker.
if (import.meta.env.PROD) void registerServiceWorker(state.site.assets.script)

const arrived = session.signedIn()
if (arrived) {
  const { settleOnArrival } = await import('./accounts/settle-in.ts')
  // Tried again with the next page load.
  await settleOnArrival(api, arrived).catch(() => {})
}
