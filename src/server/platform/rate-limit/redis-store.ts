import { createClient, defineScript } from '@redis/client'
import pTimeout from 'p-timeout'
import type { Logger } from '../log.ts'
import { limitLines } from '../logging/limit-lines.ts'
import { type BudgetReport, type BudgetStore, maxSecondsUntilFull } from './budgets.ts'

const commandTimeoutMs = 2_000
const maxReconnectDelayMs = 5_000
const keyPrefix = 'corkboard:budget:'

/**
 * Shares budgets through Redis 5 or newer, or Valkey. Uses its clock. Keys expire when their budget is full. Connects in
 * the background: without Redis, reports fail at once and requests go on.
 */
export function createRedisStore(url: string, log: Logger): BudgetStore {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: commandTimeoutMs,
      reconnectStrategy: (retries) => Math.min(200 * 2 ** Math.min(retries, 10), maxReconnectDelayMs),
    },
    scripts: { reportBudgets },
  })
  const limited = limitLines(log)
  // Without a listener, a lost connection would end the process. Each reconnection attempt emits an error.
  client.on('error', (error: Error) =>
    limited.warn(`Lost the connection to Redis (${error.message}). Connecting again.`),
  )
  const connecting = client.connect().catch(() => {})

  return {
    intervalMs: 200,

    async report(reports) {
      const fullIn = await pTimeout(client.reportBudgets(reports), {
        milliseconds: commandTimeoutMs,
        message: `Redis did not respond within ${commandTimeoutMs / 1000} seconds.`,
      })
      return new Map(reports.map(({ key }, index) => [key, (fullIn[index] ?? 0) / 1000]))
    },

    async close() {
      client.destroy()
      await connecting
    },
  }
}

/**
 * For each key, the arguments are what was spent and its age, in milliseconds. A budget that was full has refilled since
 * the spending began. Returns the milliseconds until each budget is full.
 */
const reportBudgets = defineScript({
  SCRIPT: `
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    local full_in = {}
    for i, key in ipairs(KEYS) do
      local spent, age = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
      local full_at = math.max(tonumber(redis.call('GET', key) or 0), now - age) + spent
      full_in[i] = math.max(0, math.min(full_at - now, ${maxSecondsUntilFull * 1000}))
      if full_in[i] > 0 then
        redis.call('SET', key, string.format('%.0f', now + full_in[i]), 'PX', full_in[i])
      end
    end
    return full_in`,
  parseCommand(parser, reports: BudgetReport[]) {
    parser.pushKeysLength(reports.map(({ key }) => keyPrefix + key))
    for (const { spent, age } of reports) parser.push(toMilliseconds(spent), toMilliseconds(age))
  },
  transformReply: (reply: number[]) => reply,
})

const toMilliseconds = (seconds: number): string => String(Math.round(seconds * 1000))
