/**
 * Limits on requests: pages, calls, feeds, and addresses where nothing is. Each costs points from the budget of the client's
 * network, and from that of the account if someone is signed in. docs/limits.md lists all limits; those on attempts, such as
 * sign-ins, are in rate-limiter.ts.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../../shared/errors.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Budget, BudgetLimit, Budgets, Spending } from '../rate-limit/budgets.ts'
import { rateLimited } from '../rate-limit/rate-limited.ts'
import { networkOf, widerNetworkOf } from './client-network.ts'
import type { Sessions } from './contract-routes.ts'
import { isOwnRequest, isProbe } from './internal-requests.ts'
import { widerNetworkFactor } from './rate-limiter.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the viewer, once something has asked who that is. */
    viewerId?: string
  }
  interface FastifyContextConfig {
    /** The points of one request: 1 by default, 0 for files. A search adds its own. */
    cost?: number
    /** Counts the requests of a route apart from all others. */
    budget?: BudgetLimit
  }
}

/** Per network. */
const networkLimit: BudgetLimit = { name: 'address', perMinute: 120, burst: 40 }
/** Per account, however many networks it uses. */
const accountLimit: BudgetLimit = { name: 'account', perMinute: 240, burst: 80 }

type RejectionMetrics = Pick<Metrics, 'rateLimited'>

/** A search takes the database several times as long as a list. */
const searchCost = 2

/** The budget of one network, and that of the IPv6 /48 that contains it. */
type NetworkBudgets = { own: Budget; wider: Budget }

/** Charges each request to the budgets of the client's network, and rejects those that they do not cover. */
export function limitRequests(app: FastifyInstance, budgets: Budgets, metrics: RejectionMetrics) {
  const created = new Map<string, NetworkBudgets>()
  const budgetsOf = (limit: BudgetLimit): NetworkBudgets => {
    const found = created.get(limit.name) ?? createNetworkBudgets(budgets, limit)
    created.set(limit.name, found)
    return found
  }
  app.addHook('onRequest', (request, reply, done) => {
    const cost = costOf(request)
    if (cost === 0) return done()
    const { own, wider } = budgetsOf(request.routeOptions.config.budget ?? networkLimit)
    const network = networkOf(request.ip)
    const error = charge(own, network, cost, reply, metrics)
    const widerNetwork = widerNetworkOf(network)
    if (error || widerNetwork === null) return done(error)
    done(charge(wider, widerNetwork, cost, reply, metrics))
  })
  app.addHook('onClose', () => budgets.close())
}

const createNetworkBudgets = (budgets: Budgets, limit: BudgetLimit): NetworkBudgets => ({
  own: budgets.create(limit),
  wider: budgets.create({
    name: `${limit.name}-48`,
    perMinute: limit.perMinute * widerNetworkFactor,
    burst: limit.burst * widerNetworkFactor,
  }),
})

/** Makes every route that is added to `files` free of charge. */
export function makeFree(files: FastifyInstance) {
  files.addHook('onRoute', (route) => {
    route.config = { ...route.config, cost: 0 }
  })
}

/** Returns sessions that also charge each request to the viewer's account. */
export function limitAccounts(sessions: Sessions, budgets: Budgets, metrics: RejectionMetrics): Sessions {
  const budget = budgets.create(accountLimit)
  const charged = new WeakSet<FastifyRequest>()
  return {
    ...sessions,
    async viewerOf(request, reply) {
      const viewer = await sessions.viewerOf(request, reply)
      if (viewer) request.viewerId = viewer.accountId
      if (!viewer || charged.has(request) || request.routeOptions.config.budget) return viewer
      charged.add(request)
      const error = charge(budget, viewer.accountId, costOf(request), reply, metrics)
      if (error) throw error
      return viewer
    },
  }
}

function costOf(request: FastifyRequest): number {
  if (isProbe(request) || isOwnRequest(request)) return 0
  const { cost = 1 } = request.routeOptions.config
  return cost > 0 && isSearch(request) ? Math.max(cost, searchCost) : cost
}

function isSearch({ query }: FastifyRequest): boolean {
  const { searchtext, search } = query as Record<string, string | string[] | undefined>
  return [searchtext, search].flat().some((text) => text !== undefined && text.trim() !== '')
}

/** Spends points and says so in the reply's headers. Returns the error if the budget does not cover them. */
function charge(
  budget: Budget,
  client: string,
  cost: number,
  reply: FastifyReply,
  metrics: RejectionMetrics,
): AppError | undefined {
  const spending = budget.spend(client, cost)
  addHeaders(reply, budget, spending)
  if (spending.allowed) return undefined
  metrics.rateLimited.inc({ policy: budget.name })
  return rateLimited('requests', spending.retryAfter)
}

/** The headers of draft-ietf-httpapi-ratelimit-headers-10: lists with one item for each budget. */
function addHeaders(
  reply: FastifyReply,
  { name, policy }: Budget,
  { remaining, fullIn, retryAfter }: Spending,
) {
  const state = `"${name}";r=${remaining};t=${retryAfter || fullIn}`
  appendTo(reply, 'ratelimit-policy', policy)
  appendTo(reply, 'ratelimit', state)
}

function appendTo(reply: FastifyReply, header: string, item: string) {
  const earlier = reply.getHeader(header)
  reply.header(header, earlier === undefined ? item : `${earlier}, ${item}`)
}
