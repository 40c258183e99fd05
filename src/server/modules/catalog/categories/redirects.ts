/** Redirects pages with the former name or address of a topic. Calls and feeds understand those without a redirect. */
import type { FastifyInstance } from 'fastify'
import type { Catalog } from '../service.ts'

type Topics = Pick<Catalog, 'currentNames' | 'currentTopicPath'>

/** Lists whose filters name topics. */
const listPages = /^\/(all-services|all-events|search)$|^\/(location|state)\/[^/]+$/
const topicPage = /^\/category\/([^/]+)(?:\/subcategory\/([^/]+))?$/

export function mountTopicRedirects(app: FastifyInstance, catalog: Topics) {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url } = request.raw
    const path = method === 'GET' || method === 'HEAD' ? currentUrl(catalog, url ?? '') : null
    if (path === null) return done()
    return void reply.header('cache-control', 'no-cache').redirect(path, 301)
  })
}

/** Returns the URL of the same page with the current names and addresses; null if it has them. */
function currentUrl(catalog: Topics, url: string): string | null {
  if (!/category[=/]/.test(url)) return null
  const [pathname = '', ...rest] = url.split('?')
  const search = rest.join('?')
  const found = topicPage.exec(pathname)
  if (found) {
    const [category = '', subcategory] = [found[1], found[2]].map((part) => part && decode(part))
    const path = catalog.currentTopicPath(category, subcategory)
    return path === null ? null : withSearch(path, search)
  }
  if (!listPages.test(pathname)) return null
  const query = new URLSearchParams(search)
  const names = { category: query.get('category') ?? '', subcategory: query.get('subcategory') ?? '' }
  const current = catalog.currentNames(names)
  const isSame = (['category', 'subcategory'] as const).every(
    (part) => names[part].toLowerCase() === (current[part] ?? '').toLowerCase(),
  )
  if (isSame) return null
  for (const [part, name] of Object.entries(current)) if (name) query.set(part, name)
  for (const part of ['category', 'subcategory'] as const) if (!current[part]) query.delete(part)
  return withSearch(pathname, query.toString())
}

const withSearch = (path: string, search: string) => (search ? `${path}?${search}` : path)

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
