/** Serves the drawings that admins chose as icons of categories. They were cleaned when they were stored. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { notFound } from '../../../../shared/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import { sandboxPolicy } from '../../../platform/http/security-headers.ts'

type DrawingRequest = { Params: { file: string } }

export function mountDrawings(app: FastifyInstance, { kysely }: Database) {
  app.get<DrawingRequest>('/category-drawings/:file', async ({ params }, reply) => {
    const [, id, tag] = /^(\d{1,9})-([\w-]{1,40})\.svg$/.exec(params.file) ?? []
    const { rows } = await sql<{ drawing: string; tag: string }>`
      select drawing, md5(drawing) as tag from category where id = ${id ?? 0} and drawing <> ''`.execute(
      kysely,
    )
    const [found] = rows
    if (!found) throw notFound('drawing')
    return reply
      .headers({
        'content-security-policy': `${sandboxPolicy}; style-src 'unsafe-inline'`,
        // Another drawing has another address. A page from before the change asks for the one before, which can come back.
        'cache-control': found.tag === tag ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
      .type('image/svg+xml')
      .send(toSymbol(found.drawing))
  })
}

/** Pages show the symbol in the color of their text, wherever the drawing has no colors of its own. */
const toSymbol = (drawing: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="icon" viewBox="0 0 24 24"><g fill="currentColor" stroke="none">${drawing.replace(
    /^<svg[^>]*>/,
    (root) => root.replace(/ (width|height|id)="[^"]*"/g, '').replace('<svg', '<svg width="24" height="24"'),
  )}</g></symbol></svg>`
