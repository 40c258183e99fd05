/** Keeps rendered pages of visitors in memory (decision 032). */
import { type CacheSources, createTagCache, type TagCache } from '../../platform/cache/tag-cache.ts'
import { createPageVariants, type PageVariants } from './page-variants.ts'

/** A page as it was rendered for one request. */
export type RenderedPage = {
  status: number
  html: string
  /** The pattern of its path, for the log and the metrics. */
  pattern: string
}

export type CachedPage = {
  pattern: string
  variants: PageVariants
}

/** By the URL. A redirect is never stored. */
export type PageCache = TagCache<RenderedPage | Response, CachedPage>

const defaultMaxBytes = 32 * 1024 * 1024

export function createPageCache(
  sources: CacheSources,
  { maxBytes = defaultMaxBytes }: { maxBytes?: number } = {},
): PageCache {
  return createTagCache<RenderedPage | Response, CachedPage>({
    ...sources,
    maxBytes,
    toStored(page, resize) {
      if (page instanceof Response) throw new Error('unreachable: nothing is stored of a redirect')
      return { pattern: page.pattern, variants: createPageVariants(Buffer.from(page.html), resize) }
    },
    bytesOf: ({ variants }) => variants.bytes(),
  })
}
