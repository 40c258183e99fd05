/** Chooses a server for each shard: one that has all of it. If it fails, another one takes over, and it is tried again in the background. */
import { setTimeout as delay } from 'node:timers/promises'
import type { LRUCache } from 'lru-cache'
import { SearchUnavailable } from '../../engine.ts'
import { type Host, isRejected, isTimeout, type Rows } from './host.ts'
import { type IndexState, readStates, type Tables, tablesOf } from './tables.ts'
import type { Tree } from './tree.ts'

const probeMs = 1_000
/** A server that misses more changes was away, and catches up. The feed is behind a busy site by some, too. */
const maxMissing = 100
/** The feed looks for changes four times a second, but a large import takes it longer. */
const maxFreshMs = 3_000
const freshPollMs = 50

/** What is committed in the database. */
export type CommittedChanges = {
  /** Returns what is committed now, for `missing`. */
  snapshot: () => Promise<string>
  /** Returns whether an index at a position misses more than so many changes of a snapshot, by default of all. */
  missing: (position: string, tolerated: number, snapshot?: string) => Promise<boolean>
}

/**
 * A server that is not ready is used only if no other is. One that did not respond in time is not used until it responds: otherwise, each
 * search would wait for it.
 */
type Member = { host: Host; state: IndexState | null; isReady: boolean; isHanging: boolean }

/** Asks each shard, and returns the rows of each statement of each shard. */
type Query = (compose: (tables: Tables) => string[]) => Promise<Rows[][]>

/** What a call reads with. */
export type Engine = {
  query: Query
  shards: number
  tree: Tree
  /** How many listings have a token, as counted recently. */
  knownCounts: LRUCache<string, number>
  fresh: boolean
}

export function createCluster(hosts: readonly Host[], shards: number, changes: CommittedChanges | null) {
  const members = hosts.map((host): Member => ({ host, state: null, isReady: false, isHanging: false }))
  const allShards = Array.from({ length: shards }, (_, shard) => shard)
  const closing = new AbortController()
  let turn = 0
  for (const member of members) void untilReady(member)
  return {
    query(fresh: boolean): Query {
      turn++
      const untilFresh = fresh && changes ? createFreshWait(changes) : null
      return (compose) => Promise.all(allShards.map((shard) => askShard(shard, compose, untilFresh)))
    },
    /** Whether each shard is on a server that responds and has what others have. */
    isReady: () =>
      allShards.every((shard) => members.some(({ host, isReady }) => isReady && host.shards.includes(shard))),
    async close() {
      closing.abort()
      await Promise.all(hosts.map((host) => host.close()))
    },
  }

  async function askShard(
    shard: number,
    compose: (tables: Tables) => string[],
    untilFresh: ((member: Member) => Promise<boolean>) | null,
  ): Promise<Rows[]> {
    let rejected: unknown
    for (const member of inTurn(shard)) {
      try {
        if (untilFresh && !(await untilFresh(member))) continue
        const rows = await ask(member, shard, compose)
        if (rows) return rows
      } catch (error) {
        // A server that is being stopped rejects statements, too.
        if (isRejected(error)) rejected = error
        else if (isTimeout(error)) member.isHanging = true
        if (member.isReady && !isRejected(error)) void untilReady(member)
      }
    }
    throw new SearchUnavailable(undefined, rejected)
  }

  /** Returns null if the server has no index. */
  async function ask(
    member: Member,
    shard: number,
    compose: (tables: Tables) => string[],
  ): Promise<Rows[] | null> {
    member.state ??= await readCurrent(member)
    while (member.state) {
      const { generation, build } = member.state
      const rows = await member.host.read(compose(tablesOf(generation, shard)))
      // The tables of a former index are emptied after it was replaced.
      member.state = await readCurrent(member)
      if (member.state?.build === build) return rows
    }
    return null
  }

  async function readCurrent({ host }: Member): Promise<IndexState | null> {
    return (await readStates(host, shards)).current
  }

  /** Returns the servers of a shard, each in turn, and first those that are ready. */
  function inTurn(shard: number): Member[] {
    const holding = members.filter(({ host, isHanging }) => host.shards.includes(shard) && !isHanging)
    const first = (shard + turn) % holding.length
    const rotated = [...holding.slice(first), ...holding.slice(0, first)]
    return rotated.toSorted((a, b) => Number(b.isReady) - Number(a.isReady))
  }

  /**
   * Returns a function that waits until a server has what is committed now, and returns whether it has. All servers together have three
   * seconds.
   */
  function createFreshWait({ snapshot, missing }: CommittedChanges) {
    const end = Date.now() + maxFreshMs
    const committed = snapshot()
    // It is awaited after a server has responded.
    committed.catch(() => {})
    const fresh = new Set<Member>()
    return async (member: Member): Promise<boolean> => {
      while (!fresh.has(member)) {
        member.state = await readCurrent(member)
        if (!member.state) return false
        if (!(await missing(member.state.position, 0, await committed))) fresh.add(member)
        else if (Date.now() > end) return false
        else await delay(freshPollMs)
      }
      return true
    }
  }

  /** Tries a server until it responds and has what others have. */
  async function untilReady(member: Member): Promise<void> {
    member.isReady = false
    while (!member.isReady && !closing.signal.aborted) {
      member.isReady = await isReady(member).catch(() => false)
      if (!member.isReady)
        await delay(probeMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }

  async function isReady(member: Member): Promise<boolean> {
    const state = await readCurrent(member)
    member.isHanging = false
    return state !== null && !(await changes?.missing(state.position, maxMissing))
  }
}
