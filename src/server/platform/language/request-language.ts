/** The language of a request. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languagePart } from '../../../shared/language.ts'
import { inLanguage, setupLanguages, siteLanguages } from './reader-language.ts'

/** What the reader has chosen. Not signed: it decides nothing but the language. */
export function languageCookie(
  language: string,
  publicUrl: string,
  seconds: number = languageCookieSeconds,
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${languageCookieName}=${language}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
export const expiredLanguageCookie = (publicUrl: string): string => languageCookie('', publicUrl, 0)
export const languageCookieName = 'corkboard.language'
export const languageCookieSeconds = 365 * 24 * 60 * 60
const cookiePattern = /(?:^|;\s*)corkboard\.language=([\w-]{2,35})/

/** Returns the language of the header `Cookie`, which the reader has chosen, if it is offered. */
export const chosenLanguage = (cookie: string, offered = siteLanguages()): string | null =>
  known(cookiePattern.exec(cookie)?.[1], offered)

/** The pages of the setup, and the calls that they make. */
const setupUrl = /^\/(setup([/?]|$)|api\/(setup-link|auth\/first-admin|moderation\/))/

/** Returns the languages in which a URL can be read. */
export const languagesAt = (url: string, ofSite = siteLanguages()): readonly string[] =>
  setupUrl.test(url) ? setupLanguages(ofSite) : ofSite

/** Chooses a language in links, such as those of `hreflang`, for this page only. */
const languageParameter = 'lang'

/** Returns a path or URL that names a language, or none. */
export function withLanguage(url: string, language: string | null): string {
  const path = url.split('?', 1)[0] ?? ''
  const search = queryOf(url)
  search.delete(languageParameter)
  if (language !== null) search.set(languageParameter, language)
  return search.size > 0 ? `${path}?${search}` : path
}

/** A query may contain question marks. */
const queryOf = (url: string) => new URLSearchParams(url.slice(url.split('?', 1)[0]?.length))

/** Browsers send at most ten or so. Thousands would take milliseconds. */
const maxRanges = 20

/** Runs each request in its language. Calls of pages say in `Accept-Language` in which language the page is. */
export function followReaderLanguage(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    if (isCall(request)) varyByLanguage(request, reply)
    inReaderLanguage(request, done)
  })
  // Node reads a body outside of what the first hook began.
  app.addHook('preValidation', (request, _reply, done) => inReaderLanguage(request, done))
}

/** Runs a function in the language of a request: that of the URL, then the reader's choice, then the first of their browser that the site has. */
export function inReaderLanguage<Result>(request: FastifyRequest, run: () => Result): Result {
  const offered = languagesAt(request.url)
  return offered.length > 1 ? inLanguage(languageOf(request, offered), run, offered) : run()
}

const isCall = ({ url }: FastifyRequest) => url.startsWith('/api/')

/** Returns the language that the URL of a page names, if it is offered. */
export function languageInUrl(url = ''): string | null {
  return url.includes(`${languageParameter}=`)
    ? known(queryOf(url).get(languageParameter), languagesAt(url))
    : null
}

const known = (tag: string | null | undefined, offered: readonly string[]): string | null =>
  offered.find((language) => language === tag) ?? null

function languageOf(request: FastifyRequest, offered: readonly string[]): string | null {
  const { cookie = '', 'accept-language': accepted = '' } = request.headers
  const chosen = isCall(request) ? null : (languageInUrl(request.url) ?? chosenLanguage(cookie, offered))
  return chosen ?? acceptedLanguage(accepted, offered)
}

/**
 * Returns the language of `languages` that a browser prefers, or null. A browser that asks for `fr-FR` also gets `fr` or `fr-CA` (RFC 4647,
 * with regions that understand each other).
 */
export function acceptedLanguage(header: string, languages: readonly string[]): string | null {
  const ranges = header
    .split(',', maxRanges)
    .map((range) => {
      const [tag = '', quality = ''] = range.split(';')
      return { tag: tag.trim().toLowerCase(), quality: Number(/q\s*=\s*([\d.]+)/.exec(quality)?.[1] ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
  for (const { tag } of ranges) {
    const found =
      languages.find((language) => language.toLowerCase() === tag) ??
      languages.find((language) => languagePart(language) === languagePart(tag))
    if (found) return found
  }
  return null
}

/** Says that a reply is in the reader's language. Pages, which also vary by their encoding, use `languageVary`. */
export function varyByLanguage(request: FastifyRequest, reply: FastifyReply) {
  for (const name of languageVary(request)) reply.header('vary', name)
}

/** Returns what a page depends on besides its URL, for the header `Vary`. */
export const languageVary = (request: FastifyRequest): string[] =>
  languagesAt(request.url).length > 1 && (isCall(request) || languageInUrl(request.url) === null)
    ? ['accept-language']
    : []
