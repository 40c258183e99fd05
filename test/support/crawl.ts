/** Reads a site link by link, as a search engine does, and tells which links lead nowhere. */

export type Crawled = {
  /** The addresses of the pages that were read. */
  pages: string[]
  /** Each with what is wrong with it and a page on which it stands. */
  broken: string[]
}

type Wanted = {
  start: string[]
  /** The cookies to send. */
  cookie?: string
  /** Which links are looked at; all of the site unless told. */
  within?: (path: string) => boolean
}

/** What somebody came from is carried along in links to sign in: one such link stands for all. */
const ignored = ['to']
const atOnce = 8

export async function crawl(
  site: string,
  { start, cookie = '', within = () => true }: Wanted,
): Promise<Crawled> {
  const asked = new Set<string>()
  const waiting: string[] = []
  /** The ids that links point to, by page, and where those links stand. */
  const fragments: { path: string; id: string; on: string }[] = []
  const idsOf = new Map<string, Set<string>>()
  const crawled: Crawled = { pages: [], broken: [] }
  const foundOn = new Map<string, string>()

  function meet(link: string, on: string) {
    const url = new URL(link, site + on)
    if (url.origin !== site) return
    for (const name of ignored) url.searchParams.delete(name)
    const path = url.pathname + url.search
    if (!within(url.pathname)) return
    if (url.hash.length > 1) fragments.push({ path, id: decodeURIComponent(url.hash.slice(1)), on })
    if (asked.has(path)) return
    asked.add(path)
    foundOn.set(path, on)
    waiting.push(path)
  }

  async function read(path: string) {
    const response = await fetch(site + path, { redirect: 'manual', headers: { cookie } })
    const moved = response.headers.get('location')
    if (moved) return meet(moved, path)
    if (!response.ok) {
      crawled.broken.push(`${path} answers ${response.status}, linked on ${foundOn.get(path)}`)
      return void (await response.body?.cancel())
    }
    const type = response.headers.get('content-type') ?? ''
    if (!/html|svg/.test(type)) return void (await response.body?.cancel())
    const text = await response.text()
    idsOf.set(path, new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)))
    if (!type.includes('html')) return
    crawled.pages.push(path)
    for (const link of linksIn(text)) meet(link, path)
  }

  for (const path of start) meet(path, '/')
  while (waiting.length > 0) await Promise.all(waiting.splice(0, atOnce).map(read))
  for (const { path, id, on } of fragments) {
    const ids = idsOf.get(path)
    if (ids && !ids.has(id)) crawled.broken.push(`${path}#${id} is not there, linked on ${on}`)
  }
  return crawled
}

/** Of pages, pictures, scripts, styles: whatever the document names. A link that opens a dialog leads to no page. */
function linksIn(html: string): string[] {
  const tags = [...html.matchAll(/<[a-z][^>]*?\s(?:href|src)="([^"]*)"[^>]*>/g)]
  const named = tags.filter(([tag]) => !tag.includes('aria-haspopup')).map(([, link = '']) => plain(link))
  return named.filter((link) => link !== '' && link !== '#')
}

const plain = (text: string) =>
  text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
