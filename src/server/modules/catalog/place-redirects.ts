/** Redirects pages with another name of a place, such as that of a town which was merged. Calls and feeds understand those without a redirect. */
import type { FastifyInstance } from 'fastify'
import { foldName } from '../../../shared/text-normalization.ts'
import { listPages } from '../../../shared/visitor-place.ts'
import type { Catalog } from './service.ts'

const parts = ['country', 'state', 'city'] as const
const statePage = /^\/state\/([^/]+)$/
const countryPage = /^\/location\/([^/]+)$/

export function mountPlaceRedirects(app: FastifyInstance, catalog: Catalog) {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url = '' } = request.raw
    const path = method === 'GET' || method === 'HEAD' ? currentUrl(catalog, url) : null
    if (path === null) return done()
    return void reply.header('cache-control', 'no-cache').redirect(path, 301)
  })
}

/** Returns the URL of the same page with the names that places have now; null if it has them, or names no place. */
function currentUrl(
  catalog: Pick<Catalog, 'currentPlace' | 'currentCountrySlug'>,
  url: string,
): string | null {
  const [pathname = '', ...rest] = url.split('?')
  const search = rest.join('?')
  const query = new URLSearchParams(search)
  const slug = decode(countryPage.exec(pathname)?.[1])
  const inPath = decode(statePage.exec(pathname)?.[1])
  if (slug === null && inPath === null && !listPages.test(pathname)) return null
  const given = Object.fromEntries(parts.map((part) => [part, query.get(part) ?? '']))
  const current = catalog.currentPlace({ ...given, ...(inPath !== null && { state: inPath }) })
  let path = pathname
  const currentSlug = slug === null ? null : catalog.currentCountrySlug(slug)
  if (currentSlug !== null && currentSlug !== slug) path = `/location/${currentSlug}`
  if (inPath !== null && foldName(current.state ?? '') !== foldName(inPath))
    path = `/state/${encodeURIComponent(current.state ?? '')}`
  for (const part of parts) {
    const isChanged = foldName(current[part] ?? '') !== foldName(given[part] ?? '')
    if (given[part] && isChanged) query.set(part, current[part] ?? '')
  }
  if (path === pathname && query.toString() === new URLSearchParams(search).toString()) return null
  return query.size > 0 ? `${path}?${query}` : path
}

function decode(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text)
  } catch {
    return null
  }
}
