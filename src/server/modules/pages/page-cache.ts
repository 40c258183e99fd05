/** Keeps rendered pages of visitors in memory (decision 032). */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { readerLanguage } from '../../../shared/language.ts'
import { type CacheSources, createTagCache, type TagCache } from '../../platform/cache/tag-cache.ts'
import { siteLanguages } from '../../platform/language/reader-language.ts'
import { type CachedPage, compressPage } from './send-page.ts'

/** A page as it was rendered for one request. */
export type RenderedPage = {
  status: number
  html: string
  /** The pattern of its path, for the log and the metrics. */
  pattern: string
}

/** Returns the key of a page: a site with several languages keeps it once for each. */
export const cacheKeyOf = ({ raw: { url = '/' } }: FastifyRequest): string =>
  siteLanguages().length > 1 ? `${readerLanguage()} ${url}` : url

/** Keeps pages by `cacheKeyOf`. It never stores a redirect. */
export type PageCache = TagCache<RenderedPage | Response, CachedPage>

const maxBytes = 32 * 1024 * 1024

export function createPageCache(sources: CacheSources): PageCache {
  return createTagCache<RenderedPage | Response, CachedPage>({
    ...sources,
    maxBytes,
    toStored(page) {
      if (page instanceof Response) throw new Error('unreachable: nothing is stored of a redirect')
      const html = Buffer.from(page.html)
      return {
        pattern: page.pattern,
        hash: createHash('sha1').update(html).digest('base64url'),
        // A copy with memory of its own: Node compresses into a larger buffer, and pools small ones.
        brotli: new Uint8Array(compressPage.br(html)),
      }
    },
    bytesOf: ({ brotli }) => brotli.length,
  })
}
