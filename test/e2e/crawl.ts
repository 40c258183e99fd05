/** Crawls a site as a search engine does, and reports broken links. */

export type CrawlResult = {
  /** The paths of the pages that were read. */
  pages: string[]
  /** One message per broken link, with the reason and a page that links to it. */
  broken: string[]
}

type CrawlOptions = {
  start: string[]
  /** The cookies to send. */
  cookie?: string
  /** Which pages of the site to read; by default all. The URL is without `ignoredParams`. */
  includes?: (url: URL) => boolean
  /** How many paths of each pattern to read; by default all. */
  maxPerPattern?: number
}

/** Pages that differ only by an id, a name, or a filter share a pattern. Each dashboard tab has its own. */
export const patternOf = (path: string) =>
  path.replace(/\?(?:.*(tab=[\w-]+))?.*/, '?$1').replace(/(\/[\w-]+)\/[^/]+/g, '$1/*')

/**
 * Sign-in links contain the page to return to, so following one of them is enough. The map and the calendar of a list link to
 * each of its towns and days, and have the other links of the list.
 */
const ignoredParams = ['to', 'view', 'town', 'from', 'month', 'day']
const maxConcurrent = 8

export async function crawl(
  site: string,
  { start, cookie = '', includes = () => true, maxPerPattern = Number.POSITIVE_INFINITY }: CrawlOptions,
): Promise<CrawlResult> {
  const seen = new Set<string>()
  const queue: string[] = []
  /** Links to an element: its page, its id, and the page with the link. */
  const fragments: { path: string; id: string; on: string }[] = []
  const idsOf = new Map<string, Set<string>>()
  const crawled: CrawlResult = { pages: [], broken: [] }
  const foundOn = new Map<string, string>()
  const foundOfPattern = new Map<string, number>()

  function enqueue(link: string, on: string) {
    const url = new URL(link, site + on)
    if (url.origin !== site) return
    for (const name of ignoredParams) url.searchParams.delete(name)
    const path = url.pathname + url.search
    if (!includes(url)) return
    if (url.hash.length > 1) fragments.push({ path, id: decodeURIComponent(url.hash.slice(1)), on })
    if (seen.has(path)) return
    seen.add(path)
    const found = foundOfPattern.get(patternOf(path)) ?? 0
    if (found >= maxPerPattern) return
    foundOfPattern.set(patternOf(path), found + 1)
    foundOn.set(path, on)
    queue.push(path)
  }

  async function read(path: string) {
    const response = await fetch(site + path, { redirect: 'manual', headers: { cookie } })
    const redirect = response.headers.get('location')
    if (redirect) return enqueue(redirect, path)
    if (!response.ok) {
      crawled.broken.push(`${path} returns ${response.status}, linked from ${foundOn.get(path)}`)
      return void (await response.body?.cancel())
    }
    const type = response.headers.get('content-type') ?? ''
    if (!/html|svg/.test(type)) return void (await response.body?.cancel())
    const text = await response.text()
    idsOf.set(path, new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)))
    if (!type.includes('html')) return
    crawled.pages.push(path)
    for (const link of linksIn(text)) enqueue(link, path)
  }

  for (const path of start) enqueue(path, '/')
  while (queue.length > 0) await Promise.all(queue.splice(0, maxConcurrent).map(read))
  for (const { path, id, on } of fragments) {
    const ids = idsOf.get(path)
    if (ids && !ids.has(id)) crawled.broken.push(`${path}#${id} does not exist, linked from ${on}`)
  }
  return crawled
}

/** Returns all links of the document, also to pictures, scripts, and styles, but not those that open a dialog. */
function linksIn(html: string): string[] {
  const tags = [...html.matchAll(/<[a-z][^>]*?\s(?:href|src)="([^"]*)"[^>]*>/g)]
  const links = tags
    .filter(([tag]) => !tag.includes('aria-haspopup'))
    .map(([, link = '']) => decodeEntities(link))
  return links.filter((link) => link !== '' && link !== '#')
}

const decodeEntities = (text: string) =>
  text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
