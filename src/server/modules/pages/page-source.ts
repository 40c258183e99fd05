/** Where pages come from: the build in dist/, or Vite while developing. */
import { readFile } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readerLanguage } from '../../../shared/language.ts'
import type * as EntryServer from '../../../web/entry-server.tsx'
import { makeFree } from '../../platform/http/request-limits.ts'
import { translate, translateName } from '../../platform/language/reader-language.ts'
import type { PageNames } from './page-names.ts'
import { mountTranslatedScripts, urlOfScript } from './translated-scripts.ts'

/** Scripts and styles that a page loads, as URLs: `script` loads the `code`, which begins with the entry. */
type PageAssets = { script: string; styles: string[]; code: string[] }

export type PageSource = {
  /** The path of the web app manifest, and its text. */
  manifest: typeof EntryServer.webAppManifest
  /** Returns the function that renders pages. In development, it contains the latest changes. */
  loadRender: () => Promise<ReturnType<typeof EntryServer.createRender>>
  /** Returns the files that a page needs. The names are those of files in `web/pages`, of the matched routes. */
  assetsOf: (pageFiles: string[]) => PageAssets
}

/** Compiles sources on request, and updates browsers without a reload. */
export async function createVitePages(app: FastifyInstance, slug: string): Promise<PageSource> {
  // Vite is a development dependency: only this function may load it.
  const { createServer } = await import('vite')
  const vite = await createServer({
    appType: 'custom',
    // The other loaders write a temporary file, which would restart the watched process.
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  // Before the server closes, because it would wait for the WebSockets of hot module replacement.
  app.addHook('preClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    vite.middlewares(request.raw, reply.raw, (error?: Error) => done(error))
  })
  const loadEntry = async () => (await vite.ssrLoadModule('/src/web/entry-server.tsx')) as typeof EntryServer
  return {
    manifest: (await loadEntry()).webAppManifest,
    loadRender: async () => (await loadEntry()).createRender(slug, writing),
    assetsOf: () => ({ script: '/@id/virtual:dev-entry', styles: ['/src/web/style.css'], code: [] }),
  }
}

const clientFolder = new URL('../../../../dist/client/', import.meta.url)
const serverEntry = new URL('../../../../dist/server/entry-server.js', import.meta.url)

export async function readBuild(app: FastifyInstance, slug: string, names: PageNames): Promise<PageSource> {
  const { createRender, webAppManifest }: typeof EntryServer = await import(serverEntry.href)
  // Once, not for every request: creating the routes takes as long as rendering a page.
  const render = createRender(slug, writing)
  await app.register(async (files) => {
    makeFree(files)
    await mountFiles(files)
    await mountTranslatedScripts(files, clientFolder, names)
  })
  return { manifest: webAppManifest, loadRender: async () => render, assetsOf: await readAssets() }
}

async function mountFiles(app: FastifyInstance) {
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    preCompressed: true,
    index: false,
    globIgnore: ['manifest.json', 'marked/**', '**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Browsers check for a new service worker, and must find it.
      if (path.endsWith('/service-worker.js')) return reply.header('cache-control', 'no-cache')
      // The names of built files include a content hash.
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
}

const writing: EntryServer.Writing = {
  language: readerLanguage,
  translate,
  localName: translateName,
}

type Chunk = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, Chunk>

/** The script of every page, and what it loads once the page is painted. */
const boot = 'src/web/entry-boot.ts'
const entry = 'src/web/entry-client.tsx'

/** Reads Vite's manifest, which says what each page file imports. */
async function readAssets(): Promise<PageSource['assetsOf']> {
  // The build has just written this file, in the shape that Vite defines.
  const manifest = JSON.parse(await readFile(new URL('manifest.json', clientFolder), 'utf8')) as Manifest
  const script = manifest[boot]
  if (!script) throw new Error('The build is incomplete: run `npm run build`.')
  return (pageFiles) => {
    const chunks = withImports(manifest, [entry, ...pageFiles.map((id) => `src/web/pages/${id}.tsx`)])
    return {
      script: `/${script.file}`,
      styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map((file) => `/${file}`),
      code: chunks.map((chunk) => urlOfScript(chunk.file)),
    }
  }
}

function withImports(manifest: Manifest, keys: string[], seen = new Set<Chunk>()): Chunk[] {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk || seen.has(chunk)) continue
    seen.add(chunk)
    withImports(manifest, chunk.imports ?? [], seen)
  }
  return [...seen]
}
