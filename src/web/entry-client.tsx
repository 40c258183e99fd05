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
import { sessionEnded } from '../shared/messages/pages.ts'
import { createIdentity } from './accounts/identity.ts'
import { createSession, endSession, withSessionTracking } from './accounts/session.ts'
import { BackendProvider } from './backend.ts'
import { Document, stateElementId } from './document.tsx'
import { apiContext, cardTextLengthContext } from './loading.ts'
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
// Trusted without validation: the server wrote this element.
const state = JSON.parse(stateText) as PageState
const routes = createRoutes(state.site.product.slug)

/** Loads the code of the matched pages, which React needs to compare its first render with the server's. */
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
const api = createApi(withSessionTracking(fetchTransport(fetch), session, handleSessionExpired))

let router: ReturnType<typeof createBrowserRouter> | undefined

/** Tells the user that the backend ended their session. The page stays as it is and offers to sign in again. */
async function handleSessionExpired() {
  await endSession({ api, identity }).catch(() => {})
  const here = location.pathname + location.search
  toast({
    tone: 'bad',
    text: sessionEnded,
    action: { label: 'Sign In', run: () => void router?.navigate(paths.signIn(here)) },
  })
}

/** Not top-level `await`: page chunks import this one, so loading a page would wait for itself. */
async function start() {
  await loadMatchedPages()
  router = createBrowserRouter(routes, {
    hydrationData: { loaderData: state.loaderData, errors },
    getContext: () => {
      const context = new RouterContextProvider()
      context.set(apiContext, api)
      context.set(cardTextLengthContext, state.site.product.cardTextLength)
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

  const user = session.signedIn()
  if (user) {
    const { finishRedirect } = await import('./accounts/after-sign-in.ts')
    // A failure is retried on the next page load.
    await finishRedirect(api, user).catch(() => {})
  }
}

void start()
