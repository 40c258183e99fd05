/** Serves the pages through Vite while developing: sources are compiled on request, and browsers update without a reload. */
import type { FastifyInstance } from 'fastify'
import type { Product } from '../../../shared/product.ts'
import type * as EntryServer from '../../../web/entry-server.tsx'
import type { PageSource } from './page-source.ts'

export async function createVitePages(app: FastifyInstance, product: Product): Promise<PageSource> {
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
    manifest: (await loadEntry()).createManifest(product),
    loadRender: async () => (await loadEntry()).createRender(product.slug),
    assetsOf: () => ({ script: '/@id/virtual:dev-entry', styles: ['/src/web/style.css'], code: [] }),
  }
}
