import { cachedAtHeader, isListingPath, pagesCache, titleHeader } from './caches.ts'

export type CachedListing = { path: string; title: string; cachedAt: string }

/** The listings that can be read, the one seen last first. */
export async function listCachedListings(): Promise<CachedListing[]> {
  const pages = await caches.open(pagesCache)
  const listed = await Promise.all(
    (await pages.keys()).map(async (request): Promise<CachedListing[]> => {
      const path = new URL(request.url).pathname
      const copy = isListingPath(path) && (await pages.match(request))
      if (!copy) return []
      const { headers } = copy
      return [
        {
          path,
          title: decodeURIComponent(headers.get(titleHeader) ?? ''),
          cachedAt: headers.get(cachedAtHeader) ?? '',
        },
      ]
    }),
  )
  return listed.flat().sort((a, b) => b.cachedAt.localeCompare(a.cachedAt))
}
