/** Renders one page. The only web file that the server may import. */
import { renderToString } from 'react-dom/server'
import type { Api } from '../shared/api-client.ts'
import { setLanguageSource } from '../shared/language.ts'
import { setLocalNames } from '../shared/local-names.ts'
import type { PageLook } from '../shared/page-look.ts'
import type { PageSettings } from '../shared/settings/table.ts'
import { setSiteFormat } from '../shared/site-format.ts'
import { setTranslator } from '../shared/translate.ts'
import { App, maintenance } from './app.tsx'
import { placeSection } from './browse/place/place-control.tsx'
import { layoutId, type PageState, serializeState } from './framework/document.tsx'
import { createIdentity } from './framework/identity.ts'
import { ChangeObserverContext, createChangeObserver } from './framework/page-expiry.ts'
import { createLocation, type Router } from './framework/router/create-router.ts'
import { Redirect, RouteError } from './framework/router/outcomes.ts'
import { createMatcher, loadPage, type Matcher, type Page } from './framework/router/route.ts'
import { createSession } from './framework/session.ts'
import type { Site } from './framework/site-context.tsx'
import { paths } from './paths.ts'
import { createRoutes, pageFile } from './routes.tsx'
import { languageForm } from './site/layout/footer.tsx'
import { suspensionBanner } from './site/suspended-notice.tsx'
import { webManifest } from './site/web-manifest.ts'

/** Never called: browsers submit the forms. The provider still needs one. */
const identity = createIdentity(fetch)

export type RenderRequest = {
  url: URL
  api: Api
  site: Omit<Site, 'assets'>
  /** Returns the built files that these pages need in the reader's language, given the names of their files. */
  assetsOf: (pageFiles: string[]) => Site['assets']
  /** Receives every unexpected error; the reader sees only a generic message. */
  onError: (error: unknown) => void
}

/** What the server and its pages have in common: the build has copies of these modules. */
export type Writing = {
  language: Parameters<typeof setLanguageSource>[0]
  translate: Parameters<typeof setTranslator>[0]
  localName: Parameters<typeof setLocalNames>[0]
}

/** `slug` is the site's, which the operator can change (see the README). */
export function createRender(slug: string, { language, translate, localName }: Writing) {
  setLanguageSource(language)
  setTranslator(translate)
  setLocalNames(localName)
  const match = createMatcher(createRoutes(slug))
  return (request: RenderRequest) => render(match, request)
}

/** The path of the web app manifest, which makes the site installable, and its text. */
export const webAppManifest = {
  path: paths.webManifest(),
  textOf: (settings: PageSettings, look: PageLook | null): string =>
    JSON.stringify(webManifest(settings, look)),
}

/**
 * Returns the page's HTML with its status, the pattern of its path, and when one of the ages that it shows changes
 * (milliseconds; Infinity if only with the day). Returns the Response of a redirect.
 */
async function render(match: Matcher, { url, api, site, assetsOf, onError }: RenderRequest) {
  const found = match(url.pathname)
  if (!found) throw new Error(`No route matches ${url.pathname}.`)
  setSiteFormat(site.settings)
  await Promise.all(
    [placeSection, suspensionBanner, maintenance, languageForm].map(({ preload }) => preload()),
  )
  const services = { api, settings: site.settings, today: () => site.today }
  const [currentUser, page] = await Promise.all([
    // For the header. A page must not fail because this call does.
    api.getSession({}).catch(() => null),
    site.maintenance === null
      ? loadPage(found, url, services)
      : { id: found.route.id, code: null, data: undefined, failure: null },
  ])
  if (page instanceof Redirect) return new Response(null, { status: 302, headers: { location: page.path } })

  const { id, path } = found.route
  const error = page.failure && presentableError(page.failure.error, onError)
  const state: PageState = {
    site: { ...site, assets: assetsOf([pageFile(id)]) },
    loaderData: { [layoutId]: currentUser, ...(!error && { [id]: page.data }) },
    errors: error && { [id]: error },
  }
  // Another page may have begun with other settings in the meantime.
  setSiteFormat(site.settings)
  const { observer, changesAt } = createChangeObserver(site.renderedAt)
  const backend = { api, identity, session: createSession(currentUser) }
  const html = renderToString(
    <ChangeObserverContext value={observer}>
      <App
        site={state.site}
        backend={backend}
        router={staticRouter(url, page)}
        stateText={serializeState(state)}
      />
    </ChangeObserverContext>,
  )
  const pattern = path === '*' ? '/*' : path
  return {
    status: site.maintenance === null ? (error?.status ?? 200) : 503,
    html: `<!doctype html>${html}`,
    pattern,
    changesAt: changesAt(),
  }
}

/** Returns a router that stays on the page. Links and forms of the HTML navigate without it. */
function staticRouter(url: URL, page: Page): Router {
  const state = { location: createLocation(url), page, next: null, scroll: 'keep' } as const
  const never = () => Promise.reject(new Error('The server cannot navigate.'))
  return { state: () => state, subscribe: () => () => {}, navigate: never, revalidate: never }
}

/** Passes to the browser only what a loader threw on purpose; anything else becomes a plain 500. */
function presentableError(error: unknown, onError: (error: unknown) => void) {
  if (error instanceof RouteError) return { status: error.status, data: error.data }
  onError(error)
  return { status: 500, data: {} }
}
