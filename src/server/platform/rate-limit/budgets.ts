/**
 * Budgets: the points that a client may spend on requests. A budget refills steadily and never holds more than one burst (a
 * token bucket). It is stored as the time at which it will be full again, so nothing needs to refill it.
 *
 * A process decides from its own memory: no request waits for another machine. Once a client has spent a quarter of a
 * burst, the process reports it to a store that all processes share and takes over the time recorded there. What a client
 * spends beyond its budget by spreading its requests over processes is deducted from what it gets next.
 */
import { LRUCache } from 'lru-cache'
import type { Logger } from '../log.ts'
import { limitLines } from '../logging/limit-lines.ts'

export type BudgetLimit = {
  /** Names the budget in the `RateLimit` headers. */
  name: string
  perMinute: number
  /** How many points can be spent at once. */
  burst: number
}

export type Spending = {
  /** Whether the points were spent. */
  allowed: boolean
  /** Points left. */
  remaining: number
  /** Seconds until the budget is full. */
  fullIn: number
  /** Seconds until the points are available; 0 if they were. */
  retryAfter: number
}

export type Budget = ReturnType<Budgets['create']>

/** What a client spent since the last report, in seconds of refill, and how many seconds ago it began to. */
export type BudgetReport = { key: string; spent: number; age: number }

/** Where processes report what was spent: for each key, the time at which its budget is full. */
export type BudgetStore = {
  /** How often a process reports. */
  intervalMs: number
  /** Delays each budget by what was spent. Returns in how many seconds each is full, by key. */
  report: (reports: BudgetReport[]) => Promise<Map<string, number>>
  close: () => Promise<void>
}

/** A budget cannot be overdrawn beyond this: a client waits at most this long. */
export const maxSecondsUntilFull = 120

/** Per process. The clients seen longest ago are forgotten beyond it, about 10 MB. */
const maxClients = 50_000
const maxUnreported = 10_000
/** The share of a burst that is reported at once. Writing less often leaves cached lists valid for longer. */
const reportedShare = 1 / 4
const roundingTolerance = 1e-6

/** Times and amounts are in seconds. `since` is the time of the first spending that is not reported. */
type Account = { key: string; fullAt: number; unreported: number; since: number }

type Options = { store: BudgetStore; factor: number | null; log: Logger }

export type Budgets = ReturnType<typeof createBudgets>

/** `factor` multiplies every limit; null turns limits off. */
export function createBudgets({ store, factor, log }: Options) {
  // Unlike `max`, allocates no entry before it is needed.
  const accounts = new LRUCache<string, Account>({ maxSize: maxClients, sizeCalculation: () => 1 })
  const reports = createReports(store, log)

  return {
    create({ name, perMinute, burst }: BudgetLimit) {
      const points = Math.max(1, Math.round(burst * (factor ?? 1)))
      const perSecond = (perMinute * (factor ?? 1)) / 60
      const capacity = points / perSecond
      return {
        name,
        /** The value of `RateLimit-Policy`. */
        policy: `"${name}";q=${points};w=${Math.ceil(capacity)}`,
        spend(client: string, wanted: number): Spending {
          if (factor === null) return { allowed: true, remaining: points, fullIn: 0, retryAfter: 0 }
          const now = seconds()
          const key = `${name} ${client}`
          const account = accounts.get(key) ?? { key, fullAt: now, unreported: 0, since: now }
          const debt = Math.max(0, account.fullAt - now)
          // A request that costs more than a burst could never be made.
          const price = Math.min(wanted, points) / perSecond
          const wait = debt + price - capacity
          const allowed = wait <= roundingTolerance
          if (allowed) {
            account.fullAt = now + debt + price
            if (account.unreported === 0) account.since = now
            account.unreported += price
            accounts.set(key, account)
            if (account.unreported >= capacity * reportedShare) reports.add(account)
          }
          const fullIn = allowed ? debt + price : debt
          return {
            allowed,
            remaining: Math.max(0, Math.floor((capacity - fullIn) * perSecond + roundingTolerance)),
            fullIn: Math.ceil(fullIn),
            retryAfter: allowed ? 0 : Math.max(1, Math.ceil(wait)),
          }
        },
      }
    },

    async close() {
      reports.stop()
      await store.close()
    },
  }
}

/** Uses a monotonic clock: a change of the machine's clock neither refills nor blocks a budget. */
const seconds = () => performance.now() / 1000

/** Sends what was spent to the store, at most one report at a time. */
function createReports(store: BudgetStore, log: Logger) {
  const limited = limitLines(log)
  const waiting = new Set<Account>()
  let timer: NodeJS.Timeout | null = null
  let stopped = false

  function schedule() {
    if (timer || stopped) return
    timer = setTimeout(() => void send(), store.intervalMs).unref()
  }

  async function send() {
    const accounts = [...waiting]
    waiting.clear()
    const sentAt = seconds()
    const sent = accounts.map(({ key, unreported, since }) => ({
      key,
      spent: unreported,
      age: sentAt - since,
    }))
    for (const account of accounts) account.unreported = 0
    try {
      const fullIn = await store.report(sent)
      const now = seconds()
      for (const account of accounts)
        account.fullAt = now + (fullIn.get(account.key) ?? 0) + account.unreported
    } catch (error) {
      // Requests go on: each process then limits them by itself.
      const reason = error instanceof Error ? error.message : error
      if (!stopped) limited.warn(`Rate limits cannot be shared between processes at the moment: ${reason}`)
    }
    timer = null
    if (waiting.size > 0) schedule()
  }

  return {
    add(account: Account) {
      if (waiting.size < maxUnreported) waiting.add(account)
      schedule()
    },
    stop() {
      stopped = true
      if (timer) clearTimeout(timer)
    },
  }
}
