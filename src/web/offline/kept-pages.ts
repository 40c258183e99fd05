/** Copies of pages, whole enough to be opened without a connection. Part of the service worker. */
import { CacheExpiration } from 'workbox-expiration/CacheExpiration.js'
import {
  filesCache,
  isListingPath,
  keptAttribute,
  keptHeader,
  maxCachedListings,
  mostFiles,
  offlinePath,
  pagesCache,
  titleHeader,
} from './caches.ts'

/** What is always there: how to stay safe, and what to say when something is not there. */
const always = [offlinePath, '/safety-guide', '/customer-safety-guide', '/provider-safety-guide']

export const isKept = (path: string) => isListingPath(path) || always.includes(path)

const files = new CacheExpiration(filesCache, { maxEntries: mostFiles })
const pages = new CacheExpiration(pagesCache, { maxEntries: maxCachedListings + always.length })

/** Throws when one of them cannot be had: then they are tried again with the next visit. */
export async function keepAlways() {
  for (const path of always) await keepAsVisitor(path)
}

/** What a page answered, when anybody may see it; else the page as a visitor sees it, or nothing at all. */
export async function keepAnswered(path: string, answer: Response) {
  if (answer.status === 404 || answer.status === 410) return forget(path)
  if (!answer.ok || answer.redirected) return
  if (isPrivate(answer)) return keepAsVisitor(path)
  await keep(path, await answer.text())
}

/** Asked without cookies: whatever comes is nobody's own. */
export async function keepAsVisitor(path: string) {
  const answer = await fetch(path, { credentials: 'omit' })
  if (answer.ok && !isPrivate(answer)) return keep(path, await answer.text())
  if (answer.status === 404 || answer.status === 410) return forget(path)
  throw new Error(`${path} answered ${answer.status}.`)
}

export async function isKeptSince(path: string, instant: number): Promise<boolean> {
  const copy = await (await caches.open(pagesCache)).match(path)
  return copy !== undefined && Date.parse(copy.headers.get(keptHeader) ?? '') > instant
}

/** The copy, which says that it is one. */
export async function findKept(path: string): Promise<Response | null> {
  const copy = await (await caches.open(pagesCache)).match(path)
  if (!copy) return null
  const html = await copy.text()
  const marked = html.replace('<html ', `<html ${keptAttribute}="${copy.headers.get(keptHeader) ?? ''}" `)
  return new Response(marked, { headers: copy.headers })
}

const isPrivate = ({ headers }: Response) => /private|no-store/.test(headers.get('cache-control') ?? '')

async function keep(path: string, html: string) {
  const kept = new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      [keptHeader]: new Date().toISOString(),
      [titleHeader]: encodeURIComponent(headingOf(html)),
    },
  })
  await keepFiles(html)
  await (await caches.open(pagesCache)).put(path, kept)
  // What is always there was asked for last, so that it is never what goes.
  for (const each of always) await pages.updateTimestamp(new URL(each, location.origin).href)
  await pages.updateTimestamp(new URL(path, location.origin).href)
  await pages.expireEntries()
}

async function forget(path: string) {
  await (await caches.open(pagesCache)).delete(path)
}

/** Named in pages and styles alike. */
const fileNames = /\/assets\/[\w.-]+/g

/** The files that the page is made of, and those that its styles name. What has a hash in its name never changes. */
async function keepFiles(html: string) {
  const kept = await caches.open(filesCache)
  const add = async (name: string) => {
    await files.updateTimestamp(new URL(name, location.origin).href)
    if (await kept.match(name)) return
    const answer = await fetch(name)
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}.`)
    await kept.put(name, answer)
  }
  const named = [...new Set(html.match(fileNames) ?? [])]
  await Promise.all(named.map(add))
  const styles = await Promise.all(
    named.filter((name) => name.endsWith('.css')).map(async (name) => (await kept.match(name))?.text()),
  )
  const inStyles = styles.flatMap((style) => style?.match(fileNames) ?? [])
  await Promise.all([...new Set(inStyles)].map(add))
}

/** As it stands in the page's metadata: without the name of the site. */
function headingOf(html: string): string {
  const [, content = ''] = /<meta property="og:title" content="([^"]*)"/.exec(html) ?? []
  return content.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
