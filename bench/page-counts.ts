/** Returns how many pages were looked up in the cache so far, by result. */
export async function countPages(origin: string): Promise<{ hit: number; miss: number }> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const count = (result: string) => {
    const line = new RegExp(
      `^corkboard_cache_requests_total\\{cache="pages",result="${result}"\\} (\\d+)`,
      'm',
    )
    return Number(line.exec(text)?.[1] ?? 0)
  }
  return { hit: count('hit'), miss: count('miss') }
}
