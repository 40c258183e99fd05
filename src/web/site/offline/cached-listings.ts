import { cachedAtHeader, isListingPath, pagesCache, titleHeader } from './caches.ts'

export type CachedListing = { path: string; title: string; cachedAt: string }

/** Returns the listings in the page cache, most recently cached first. */
export async function listCachedListings(): Promise<CachedListing[]> {
  const pages = await caches.open(pagesCache)
  const found = await Promise.all(
    (await pages.keys()).map(async (request): Promise<CachedListing[]> => {
      const path = new URL(request.url).pathname
      const response = isListingPath(path) && (await pages.match(request))
      if (!response) return []
      const { headers } = response
      return [
        {
          path,
          title: decodeURIComponent(headers.get(titleHeader) ?? ''),
          cachedAt: headers.get(cachedAtHeader) ?? '',
        },
      ]
    }),
  )
  return found.flat().sort((a, b) => b.cachedAt.localeCompare(a.cachedAt))
}
