/** Renders one page. The only web file that the server may import. */
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router'
import type { CurrentUser } from '../shared/account.ts'
import type { Api } from '../shared/api-client.ts'
import { nextAgoChange } from '../shared/format.ts'
import type { Product } from '../shared/product.ts'
import { createIdentity } from './accounts/identity.ts'
import { createSession } from './accounts/session.ts'
import { BackendProvider } from './backend.ts'
import { Document, serializeState } from './document.tsx'
import { apiContext, cardTextLengthContext } from './loading.ts'
import { AgeObserver } from './now.ts'
import { paths } from './paths.ts'
import { createRoutes, layoutId, pageFile } from './routes.tsx'
import { type Site, SiteProvider } from './site.tsx'
import { webManifest } from './web-manifest.ts'

/** Never called: browsers submit the forms. The provider still needs one. */
const identity = createIdentity(fetch)

export type RenderRequest = {
  request: Request
  api: Api
  site: Omit<Site, 'assets'>
  /** Returns the built files that these pages need, given the names of their files. */
  assetsOf: (pageFiles: string[]) => Site['assets']
  /** Receives every unexpected error; the reader sees only a generic message. */
  onError: (error: unknown) => void
}

type Handler = ReturnType<typeof createStaticHandler>

/** `slug` is the product's, which the operator can change (see the README). */
export function createRender(slug: string) {
  const handler = createStaticHandler(createRoutes(slug))
  return (request: RenderRequest) => render(handler, request)
}

/** Returns the web app manifest, which makes the site installable, and its path. */
export const createManifest = (product: Product) => ({
  path: paths.webManifest(),
  text: JSON.stringify(webManifest(product)),
})

/**
 * Returns the page's HTML with its status, the pattern of its path, and when one of the ages that it shows changes
 * (milliseconds; Infinity if only with the day). Returns the Response of a redirect.
 */
async function render(handler: Handler, { request, api, site, assetsOf, onError }: RenderRequest) {
  const requestContext = new RouterContextProvider()
  requestContext.set(apiContext, api)
  requestContext.set(cardTextLengthContext, site.product.cardTextLength)
  const context = await handler.query(request, { requestContext })
  if (context instanceof Response) return context

  const page: Site = { ...site, assets: assetsOf(context.matches.map((match) => pageFile(match.route.id))) }
  const errors = context.errors && presentableErrors(context.errors, onError)
  const stateText = serializeState({ site: page, loaderData: context.loaderData, errors })
  const session = createSession((context.loaderData[layoutId] as CurrentUser | null | undefined) ?? null)
  let changesAt = Number.POSITIVE_INFINITY
  const observeAge = (instant: string) => {
    changesAt = Math.min(changesAt, nextAgoChange(instant, site.renderedAt))
  }
  const html = renderToString(
    <SiteProvider value={page}>
      <AgeObserver value={observeAge}>
        <BackendProvider value={{ api, identity, session }}>
          <Document stateText={stateText}>
            <StaticRouterProvider
              router={createStaticRouter(handler.dataRoutes, context)}
              context={context}
              hydrate={false}
            />
          </Document>
        </BackendProvider>
      </AgeObserver>
    </SiteProvider>,
  )
  const pattern = `/${context.matches.map((match) => match.route.path ?? '').join('/')}`.replace(/\/+/g, '/')
  return { status: context.statusCode, html: `<!doctype html>${html}`, pattern, changesAt }
}

/** Passes to the browser only what a route threw on purpose; anything else becomes a plain 500. */
function presentableErrors(errors: Record<string, unknown>, onError: (error: unknown) => void) {
  return Object.fromEntries(
    Object.entries(errors).map(([routeId, error]) => {
      if (isRouteErrorResponse(error)) return [routeId, { status: error.status, data: error.data }]
      onError(error)
      return [routeId, { status: 500, data: null }]
    }),
  )
}
