import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Product } from '../../../shared/product.ts'
import { openApiDocument } from './openapi.ts'

/** Mounts the API reference: `/api/openapi.json`, and Swagger UI at `/api/docs`. */
export async function mountDocs(app: FastifyInstance, product: Product, publicUrl: string) {
  const document = openApiDocument(product, publicUrl)
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(document),
  )
  await app.register(async (docs) => {
    await docs.register(swagger, { mode: 'static', specification: { document: document as never } })
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      // The site's own policy is stricter than the one that Swagger UI comes with, and enough for it.
      staticCSP: false,
      uiConfig: { validatorUrl: null, docExpansion: 'list' },
      theme: { title: `${product.name} API` },
    })
  })
}
