/** How many listings have a token: from the dictionaries of the shards, and counted where there are few. */
import type { Cluster } from './cluster.ts'
import { listingTable } from './tables.ts'

/** Dictionaries also count listings that were replaced, so smaller numbers are counted. */
const countedBelow = 1_000
const cacheMs = 60_000
const maxCached = 20_000

export type TokenCounts = ReturnType<typeof createTokenCounts>

export function createTokenCounts(cluster: Cluster) {
  const cached = new Map<string, { count: number; until: number }>()
  return {
    /** Returns the number of listings with each token, and that of all under an empty token. */
    async of(tokens: readonly string[], fresh: boolean): Promise<Map<string, number>> {
      const now = Date.now()
      const counts = new Map<string, number>()
      const missing: string[] = []
      for (const token of new Set(['', ...tokens])) {
        const known = cached.get(token)
        if (known && known.until > now && !fresh) counts.set(token, known.count)
        else missing.push(token)
      }
      if (missing.length === 0) return counts
      if (cached.size + missing.length > maxCached) cached.clear()
      for (const [token, count] of await readCounts(cluster, missing, fresh)) {
        counts.set(token, count)
        cached.set(token, { count, until: now + cacheMs })
      }
      return counts
    },
  }
}

async function readCounts(cluster: Cluster, tokens: string[], fresh: boolean): Promise<Map<string, number>> {
  const named = tokens.filter((token) => token !== '')
  const counts = new Map<string, number>()
  const add = (token: string, count: number) => counts.set(token, (counts.get(token) ?? 0) + count)
  const shards = await cluster.query((generation, shard) => {
    const table = listingTable(generation, shard)
    const all = `SELECT COUNT(*) FROM ${table}`
    // The numbers of the dictionary come with any response.
    const any = `SELECT id FROM ${table} WHERE MATCH('${named.join('|')}') LIMIT 1 OPTION ranker=none,cutoff=1`
    return named.length > 0 ? [all, any, 'SHOW META'] : [all]
  }, fresh)
  for (const [[total] = [], , meta = []] of shards) {
    add('', Number(total?.[0] ?? 0))
    const values = new Map(meta.map(([name = '', value = '']) => [name, value]))
    for (let at = 0; values.has(`keyword[${at}]`); at++)
      add(values.get(`keyword[${at}]`) ?? '', Number(values.get(`docs[${at}]`)))
  }
  const few = named.filter((token) => (counts.get(token) ?? 0) > 0 && (counts.get(token) ?? 0) < countedBelow)
  if (few.length === 0) return counts
  const counted = await cluster.query(
    (generation, shard) =>
      few.map(
        (token) =>
          `SELECT COUNT(*) FROM ${listingTable(generation, shard)} WHERE MATCH('${token}') OPTION ranker=none`,
      ),
    fresh,
  )
  for (const [at, token] of few.entries())
    counts.set(
      token,
      counted.reduce((sum, rows) => sum + Number(rows[at]?.[0]?.[0] ?? 0), 0),
    )
  return counts
}
