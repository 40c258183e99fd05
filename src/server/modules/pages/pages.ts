/** Renders a page for every URL that is neither an API call nor a file. */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pTimeout from 'p-timeout'
import { type Api, createApi } from '../../../shared/api-client.ts'
import { authorPaths } from '../../../shared/author-paths.ts'
import type { CallInput } from '../../../shared/contract.ts'
import { dayIn } from '../../../shared/days.ts'
import { AppError } from '../../../shared/errors.ts'
import { readerLanguage } from '../../../shared/language.ts'
import { maintenanceRetrySeconds } from '../../../shared/limits.ts'
import type { Author } from '../../../shared/listing.ts'
import { somethingWentWrong } from '../../../shared/messages/pages.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { Viewer } from '../../../shared/policy.ts'
import { announcementOn } from '../../../shared/settings/announcement.ts'
import { type CurrentSettings, pageSettingsOf, type SiteSettings } from '../../../shared/settings/table.ts'
import { msg, t } from '../../../shared/translate.ts'
import { type CacheTracker, createCacheTracker } from '../../platform/cache/cache-tracker.ts'
import type { Found } from '../../platform/cache/tag-cache.ts'
import type { Clock } from '../../platform/clock.ts'
import { cacheControlFor, type ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Dispatch } from '../../platform/http/dispatch.ts'
import { toAppError } from '../../platform/http/errors.ts'
import { makeFree } from '../../platform/http/request-limits.ts'
import { cameraPolicy, sandboxPolicy } from '../../platform/http/security-headers.ts'
import { languageInUrl, languagesAt, varyByLanguage } from '../../platform/language/request-language.ts'
import { lookOf } from '../look/service.ts'
import type { Texts } from '../texts/service.ts'
import { withAlternates } from './alternates.ts'
import { apiFor } from './page-api.ts'
import { cacheKeyOf, type PageCache, type RenderedPage } from './page-cache.ts'
import type { PageNames } from './page-names.ts'
import { createVitePages, type PageSource, readBuild } from './page-source.ts'
import { toPreview } from './preview.ts'
import { type CachedPage, sendCachedPage, sendOnce } from './send-page.ts'
import { urlOfNames } from './translated-scripts.ts'
import type { PathFor } from './visitor-place.ts'

/** How long a page may wait for its data. */
const maxLoadMs = 10_000

/** The patterns of pages that may be cached. All others, whose URLs can contain tokens and emails, never are. */
const cachedPatterns = [
  '/',
  '/all-services',
  '/all-events',
  '/ad-details/:id',
  '/event-details/:id',
  '/seller/:id',
  '/search',
  '/all-categories',
  '/category/:id',
  '/category/:id/subcategory/:subId',
  '/all-locations',
  '/location/:id',
  '/state/:stateName',
  '/safety-guide',
  '/customer-safety-guide',
  '/provider-safety-guide',
  '/about',
  '/contact',
  '/privacy',
  '/transparency',
  '/:address',
  '/cookies',
  '/offline',
  '/embed-events',
]

/** Above the pages that are open during maintenance. */
const duringMaintenance = msg('The site is down for maintenance. Only admins can use it.')

/** The page about maintenance needs no call. */
const closedApi = createApi(() => Promise.reject(new AppError('unavailable', t(duringMaintenance))))

const demoPictures = new URL('../../../../demo/pictures/', import.meta.url)

export type PageOptions = {
  dispatch: Dispatch
  viewerOf: ViewerOf
  /** Whether the sender gets the page about maintenance. */
  isClosed: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
  settings: CurrentSettings
  texts: Pick<Texts, 'links'>
  slug: string
  publicUrl: string
  /** The icons that admins chose, by the names of categories. */
  categoryIcons: () => Record<string, string>
  /** Returns the address of the style of maps with streets; empty if there is none. */
  mapStyleUrl: (settings: SiteSettings) => string
  clock: Clock
  pageNames: PageNames
  /** Leads lists to the visitor's place. */
  placedPathOf: PathFor
  /** If null, every page is rendered for its request. */
  cache: PageCache | null
  /** Compile pages with Vite on request instead of serving the build. */
  devServer: boolean
}

export type Pages = Awaited<ReturnType<typeof mountPages>>

export async function mountPages(app: FastifyInstance, options: PageOptions) {
  const { dispatch, viewerOf, isClosed, settings, texts, slug, publicUrl, clock, cache, devServer } = options
  const { categoryIcons, mapStyleUrl, placedPathOf, pageNames } = options
  const { manifest, loadRender, assetsOf } = devServer
    ? await createVitePages(app, slug)
    : await readBuild(app, slug, pageNames)
  await app.register(async (files) => {
    makeFree(files)
    await mountDemoPictures(files)
    mountManifest(files, manifest, settings)
  })

  /**
   * If the session cannot be read, every call of the page fails with that error, so the page explains it. A request that is
   * rejected, such as one beyond a limit, is not a page at all.
   */
  const identify = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return { viewer: await viewerOf(request, reply), failure: null }
    } catch (error) {
      // The page says why someone is signed out.
      if (error instanceof AppError && error.code === 'unauthenticated')
        return { viewer: null, failure: error }
      if (error instanceof AppError) throw error
      request.log.error({ err: error }, 'The session of a page could not be read.')
      return { viewer: null, failure: toAppError(error) }
    }
  }

  async function renderPage(
    { raw, log }: PageRequest,
    api: Api,
    now: Date,
    { site = settings(), maintenance = null }: Shown = {},
  ): Promise<Page> {
    const [render, names] = await Promise.all([loadRender(), pageNames.current()])
    const today = dayIn(site.timeZone, now)
    const rendering = render({
      // The Host header is not trusted: URLs use the configured origin.
      url: new URL(`${publicUrl}${raw.url}`),
      api,
      site: {
        settings: {
          ...pageSettingsOf(site),
          languages: languagesAt(raw.url ?? '', site.languages),
          mapStyleUrl: mapStyleUrl(site),
        },
        look: lookOf(site).page ?? undefined,
        slug,
        maintenance,
        announcement: site.maintenance ? duringMaintenance : announcementOn(site, today),
        categoryIcons: categoryIcons(),
        pageLinks: texts.links(),
        origin: new URL(publicUrl).origin,
        today,
        renderedAt: now.toISOString(),
      },
      assetsOf: (pageFiles) => withNames(assetsOf(pageFiles), names),
      onError: (error) => log.error({ err: error }, 'A page could not be loaded.'),
    })
    const withLinks = rendering.then((page) =>
      page instanceof Response ? page : { ...page, html: withAlternates(page.html, languageInUrl(raw.url)) },
    )
    // Without a timer that outlives the page: it would keep the page's data.
    const message = `A page did not load within ${maxLoadMs / 1000} seconds.`
    return pTimeout(withLinks, { milliseconds: maxLoadMs, message }).catch((error: unknown) => {
      log.error({ err: error }, 'A page could not be rendered.')
      return { status: 500, html: plainPage(site.name), pattern: '/*', changesAt: 0 }
    })
  }

  const cacheable = new Set([...cachedPatterns, publicPaths.suggestions(slug)])

  /** Renders a page for a visitor, and records what it depends on. */
  async function renderForVisitor(request: FastifyRequest, tracker: CacheTracker): Promise<Page> {
    const api = apiFor(dispatch, null, request.headers.cookie, tracker)
    const page = await renderPage(request, api, clock())
    if (page instanceof Response || page.status !== 200 || !cacheable.has(page.pattern))
      tracker.preventCaching()
    else tracker.expireAt(page.changesAt)
    return page
  }

  async function pageOf(request: FastifyRequest, reply: FastifyReply): Promise<Found<Page, CachedPage>> {
    const { viewer, failure } = await identify(request, reply)
    // The link of an email can show private data without a session.
    const hasToken = Object.hasOwn(Object(request.query), 'token')
    reply.header('cache-control', hasToken ? 'private, no-store' : cacheControlFor(viewer))
    if (failure) {
      const api = createApi(() => Promise.reject(failure))
      const page = await renderPage(request, api, clock())
      // A page that makes no call does not show the failure, so the next one has to: do not expire the cookie yet.
      if (page.status === 200) reply.removeHeader('set-cookie')
      return { isStored: false, value: page }
    }
    if (viewer) {
      const api = apiFor(dispatch, viewer, request.headers.cookie)
      return { isStored: false, value: await renderPage(request, api, clock()) }
    }
    const render = (tracker: CacheTracker) => renderForVisitor(request, tracker)
    if (!cache) return { isStored: false, value: await render(createCacheTracker()) }
    return cache.get(cacheKeyOf(request), render)
  }

  app.get('/*', async (request, reply) => {
    if (languagesAt(request.url).length > 1) reply.header('content-language', readerLanguage())
    if (await isClosed(request, reply)) {
      const { maintenanceText } = settings()
      reply.header('cache-control', 'no-store').header('retry-after', maintenanceRetrySeconds)
      return send(
        request,
        reply,
        await renderPage(request, closedApi, clock(), { maintenance: maintenanceText }),
      )
    }
    const placed = await placedPathOf(request, reply)
    if (placed !== null) return reply.header('cache-control', 'private, no-store').redirect(placed)
    const { isStored, value } = await pageOf(request, reply)
    if (!(value instanceof Response)) {
      request.pagePattern = value.pattern
      if (value.pattern === authorPaths.checkIn(':id')) reply.header('permissions-policy', cameraPolicy)
    }
    return isStored ? sendCachedPage(request, reply, value) : send(request, reply, value)
  })

  return {
    /** Returns the home page as visitors see it with other settings: nothing in it runs, or can be used. */
    async renderPreview({ log }: FastifyRequest, site: SiteSettings, notes: string[]): Promise<string> {
      const api = apiFor(dispatch, null, undefined)
      const page = await renderPage({ raw: { url: publicPaths.home() }, log }, api, clock(), { site })
      return page instanceof Response ? '' : toPreview(page.html, lookOf(site), notes)
    },

    /** Sends the page of an ad with these contact details, for this response only. */
    async sendAd(request: FastifyRequest, reply: FastifyReply, viewer: Viewer | null, author: Author) {
      const api = apiFor(dispatch, viewer, request.headers.cookie)
      const withAuthor: Api = Object.assign(Object.create(api), {
        getService: async (input: CallInput<'getService'>) => ({ ...(await api.getService(input)), author }),
        getEvent: async (input: CallInput<'getEvent'>) => ({ ...(await api.getEvent(input)), author }),
      })
      reply.header('cache-control', 'private, no-store')
      return send(request, reply, await renderPage(request, withAuthor, clock()))
    },
  }
}

/** Adds the script of names, which loads with the others. Scripts of the development server are in English. */
function withNames(assets: ReturnType<PageSource['assetsOf']>, names: { version: string } | null) {
  if (!names || assets.code.length === 0) return assets
  const url = urlOfNames(names.version)
  return { ...assets, code: [...assets.code, url], names: url }
}

/** Other settings than the site's, and what the page about maintenance says. */
type Shown = { site?: SiteSettings; maintenance?: string | null }
/** What rendering needs of a request. */
type PageRequest = { raw: { url?: string | undefined }; log: Pick<FastifyRequest['log'], 'error'> }
type Page = Awaited<ReturnType<Awaited<ReturnType<PageSource['loadRender']>>>>

function send(request: FastifyRequest, reply: FastifyReply, page: Response | RenderedPage) {
  if (page instanceof Response) return reply.redirect(page.headers.get('location') ?? '/', page.status)
  if (page.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '5')
  return sendOnce(request, reply.code(page.status), page.html)
}

async function mountDemoPictures(app: FastifyInstance) {
  await app.register(fastifyStatic, {
    root: demoPictures,
    prefix: '/demo-pictures/',
    decorateReply: false,
    index: false,
    maxAge: '7d',
    setHeaders: (reply) => {
      reply.header('content-security-policy', `${sandboxPolicy}; style-src 'unsafe-inline'`)
    },
  })
}

function mountManifest(
  app: FastifyInstance,
  { path, textOf }: PageSource['manifest'],
  settings: CurrentSettings,
) {
  app.get(path, (request, reply) => {
    varyByLanguage(request, reply)
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json')
      .send(textOf(settings(), lookOf(settings()).page))
  })
}

/** A fallback for when rendering fails: no script, style, or layout that could fail as well. */
const plainPage = (name: string) =>
  `<!doctype html><html lang="${readerLanguage()}"><meta charset="utf-8"><title>${name}</title><p>${t(somethingWentWrong)}</p><p><a href="/">${t('Take me home')}</a></p></html>`
