/** Serves the style sheet of the look, the typefaces, the files of the operator, and the icons made from the logo. */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { notFound } from '../../../shared/errors.ts'
import type { CurrentSettings, SiteSettings } from '../../../shared/settings/table.ts'
import { siteFilesPath } from '../../../shared/site-files.ts'
import { makeFree } from '../../platform/http/request-limits.ts'
import { sandboxPolicy } from '../../platform/http/security-headers.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { readSiteFile } from '../media/service.ts'
import { fontsPath, readBundledFont } from './fonts.ts'
import { drawIcon, emailLogo, isIcon } from './icons.ts'
import {
  drawProgramLogo,
  emailLogoVersion,
  lookOf,
  readIconSource,
  readLogo,
  styleSheetUrl,
} from './service.ts'

const forever = 'public, max-age=31536000, immutable'
/** Caches what keeps its address when its content changes. */
const hour = 'public, max-age=3600'

const types: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  woff2: 'font/woff2',
}

type Options = {
  settings: CurrentSettings
  /** Reads the settings again. */
  refresh: () => Promise<void>
  store: ImageStore
}

export async function mountLook(app: FastifyInstance, { settings, refresh, store }: Options) {
  // Before the files of the same names that are part of the program.
  mountIcons(app, { settings, store })
  const refreshSometimes = limitRefresh(refresh)
  await app.register(async (files) => {
    makeFree(files)
    files.get<{ Params: { hash: string } }>('/look-:hash.css', async (request, reply) => {
      const isCurrent = () => styleSheetUrl(lookOf(settings()).css) === `/look-${request.params.hash}.css`
      // Another process may already know a later look. A page from before a change, or during an outage, gets what is right now.
      if (!isCurrent()) await refreshSometimes().catch(() => {})
      return reply
        .header('cache-control', isCurrent() ? forever : 'no-cache')
        .type('text/css; charset=utf-8')
        .send(lookOf(settings()).css)
    })
    files.get<{ Params: { file: string } }>(`${fontsPath}:file`, async ({ params }, reply) =>
      sendFile(reply, params.file, await readBundledFont(params.file)),
    )
    files.get<{ Params: { name: string } }>(`${siteFilesPath}:name`, async ({ params }, reply) =>
      sendFile(reply, params.name, await readSiteFile(store, params.name)),
    )
  })
}

const refreshPauseMs = 100

/** Anyone can request a style sheet that does not exist, free of charge. */
function limitRefresh(refresh: () => Promise<void>): () => Promise<void> {
  let [latest, startedAt] = [Promise.resolve(), Number.NEGATIVE_INFINITY]
  return () => {
    if (performance.now() - startedAt >= refreshPauseMs) [latest, startedAt] = [refresh(), performance.now()]
    return latest
  }
}

function sendFile(reply: FastifyReply, name: string, content: Buffer | null) {
  if (!content) throw notFound('file')
  return reply
    .headers({ 'cache-control': forever, 'content-security-policy': sandboxPolicy })
    .type(types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
    .send(content)
}

type Drawing = { site: SiteSettings; log: FastifyBaseLogger }
const noPicture = Buffer.alloc(0)
const retryMs = 60_000

function mountIcons(app: FastifyInstance, { settings, store }: Pick<Options, 'settings' | 'store'>) {
  /** The keys are the path and what the picture shows. A picture is empty for a while if it could not be drawn: trying can take long. */
  const drawn = new LRUCache<string, Buffer, Drawing>({
    max: 24,
    async fetchMethod(key, _stale, { context, options }) {
      const picture = await draw(key.split(' ')[0] ?? '', context.site).catch((error: unknown) =>
        context.log.warn({ err: error }, 'An icon could not be drawn.'),
      )
      if (!picture) options.ttl = retryMs
      return picture ?? noPicture
    },
  })

  async function draw(path: string, site: SiteSettings): Promise<Buffer | null> {
    const { accent, page } = lookOf(site).palette.light
    if (path === emailLogo.path)
      return site.logo ? readLogo(site, store, emailLogo) : drawProgramLogo(accent, emailLogo)
    const content = await readIconSource(site, store)
    return content && drawIcon(path, content, page)
  }

  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (path !== emailLogo.path && !isIcon(path)) return
    const site = settings()
    const version = path === emailLogo.path ? emailLogoVersion(site) : lookOf(site).page?.icons
    if (!version) return
    const key = `${path} ${version}`
    // Without its file, such as during an outage of the store, the program's own is better than none.
    const content = await drawn.fetch(key, { context: { site, log: request.log } })
    if (!content?.length) return
    // Mail programs in a browser are other sites.
    if (path === emailLogo.path) reply.header('cross-origin-resource-policy', 'cross-origin')
    return reply
      .header('cache-control', request.url.includes('?v=') ? forever : hour)
      .type('image/png')
      .send(content)
  })
}
