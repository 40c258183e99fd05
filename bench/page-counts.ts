import { readMetrics } from './server-process.ts'

/** Returns how many pages were looked up in the cache so far, by result. */
export async function countPages(origin: string): Promise<{ hit: number; miss: number }> {
  const text = await readMetrics(origin)
  const count = (result: string) => {
    // Several workers, each with its label.
    const lines = text.matchAll(
      new RegExp(`^corkboard_cache_requests_total\\{[^}]*cache="pages",result="${result}"\\} (\\d+)`, 'gm'),
    )
    return [...lines].reduce((sum, [, count]) => sum + Number(count), 0)
  }
  return { hit: count('hit'), miss: count('miss') }
}
