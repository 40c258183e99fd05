import { t } from '../shared/translate.ts'
import './style.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { CurrentUser } from '../shared/account.ts'
import { createApi, fetchTransport } from '../shared/api-client.ts'
import { dayIn } from '../shared/days.ts'
import type { AppError } from '../shared/errors.ts'
import { setLanguageSource } from '../shared/language.ts'
import { setLocalNames } from '../shared/local-names.ts'
import { sessionEnded } from '../shared/messages/pages.ts'
import { setSiteFormat } from '../shared/site-format.ts'
import { App } from './app.tsx'
import { layoutId, readPageState, routerStarted } from './framework/document.tsx'
import { keepEarlyEntries } from './framework/early-input.ts'
import { createIdentity } from './framework/identity.ts'
import { createRouter, type Router } from './framework/router/create-router.ts'
import { RouteError } from './framework/router/outcomes.ts'
import { createMatcher, type Page } from './framework/router/route.ts'
import { createSession, endSession, withSessionTracking } from './framework/session.ts'
import { paths } from './paths.ts'
import { createRoutes } from './routes.tsx'
import { cachedAtAttribute } from './site/offline/caches.ts'
import { registerServiceWorker } from './site/offline/register.ts'
import { localStore, sessionStore } from './ui/storage/browser-storage.ts'
import { keptCheckInLists } from './ui/storage/check-in-key.ts'
import { toast } from './ui/toast.ts'

const { state, stateText } = readPageState()
const match = createMatcher(createRoutes(state.site.slug))

/** Returns the page that the server rendered. React needs its code to compare its first render with the server's. */
async function loadRenderedPage(): Promise<Page> {
  const route = match(location.pathname)?.route
  if (!route) throw new Error(`No route matches ${location.pathname}.`)
  const { id } = route
  const error = state.errors?.[id]
  const failure = error ? { error: new RouteError(error.status, error.data) } : null
  return { id, code: await route.load(), data: state.loaderData[id], failure }
}

/** Loads what things of the database are called in the reader's language, if that has names of its own. */
async function loadNames(path = state.site.assets.names): Promise<void> {
  if (!path) return
  const { default: names }: { default: Record<string, string> } = await import(/* @vite-ignore */ path)
  setLocalNames((name) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name))
}

const { lang } = document.documentElement
setLanguageSource(() => lang)
const fetch = window.fetch.bind(window)
const session = createSession((state.loaderData[layoutId] as CurrentUser | null | undefined) ?? null)
const identity = createIdentity(fetch)
const api = createApi(withSessionTracking(fetchTransport(fetch), session, handleSessionExpired))

let router: Router | undefined

/** Shows that the backend ended the session, with the reason if it sends one. The page stays as it is and offers to sign in again. */
async function handleSessionExpired({ fields }: AppError) {
  void forgetOldDoors(null).catch(() => {})
  await endSession({ api, identity }).catch(() => {})
  const here = location.pathname + location.search
  toast({
    tone: 'error',
    text: fields?.session ?? t(sessionEnded),
    action: { label: t('Sign In'), run: () => void router?.navigate(paths.signIn(here)) },
    // It may have ended with a call of the next page.
    onNextPage: true,
  })
}

/** Removes the lists of attendees that the browser should not keep any longer. */
async function forgetOldDoors(user: string | null | undefined) {
  if (keptCheckInLists(localStore).length === 0) return
  const { removeOldDoors } = await import('./listing/check-in/door.ts')
  removeOldDoors(localStore, { today: dayIn(state.site.settings.timeZone, new Date()), user })
}

/** Not top-level `await`: page chunks import this one, so loading a page would wait for itself. */
async function start() {
  const { settings } = state.site
  setSiteFormat(settings)
  const services = { api, settings, today: () => dayIn(settings.timeZone, new Date()) }
  const [page] = await Promise.all([loadRenderedPage(), loadNames()])
  router = createRouter({ window, storage: sessionStore, match, services, page })
  window.dispatchEvent(new Event(routerStarted))
  keepEarlyEntries(document)
  const backend = { api, identity, session }
  const app = <App site={state.site} backend={backend} router={router} stateText={stateText} />
  // As a transition, React hydrates in short slices, so clicks and scrolling do not wait for the whole page.
  startTransition(() => {
    hydrateRoot(document, app)
  })

  // The development server has no service worker.
  if (import.meta.env.PROD) void registerServiceWorker(state.site.assets.code[0] ?? '')

  const user = session.signedIn()
  // A page that was kept for reading offline does not know who is signed in.
  const isOffline = document.documentElement.hasAttribute(cachedAtAttribute)
  void forgetOldDoors(isOffline ? undefined : (user?.email ?? null)).catch(() => {})
  if (user) {
    const { finishRedirect } = await import('./account/after-sign-in.ts')
    // A failure is retried on the next page load.
    await finishRedirect(api, user).catch(() => {})
  }
}

void start()
