/**
 * Lets the workers share clients that keep their connections, such as a proxy: thousands of requests would wait for the worker with more
 * of them while another one has time.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { SupervisorChannel } from '../processes/supervisor-channel.ts'

const reportIntervalMs = 250
/** A worker with time to spare serves any number of connections as fast. */
const busyUtilization = 0.5
/** After each, the worker sleeps. What is still too much ends after the next report. */
const maxEndedPerReport = 8

export function shareConnections(server: Server, supervisor: SupervisorChannel | null): void {
  pauseInBursts(server)
  if (supervisor) endSurplus(server, supervisor)
}

/** Connections that follow each other within this time are a burst. */
const burstMs = 5
/** The system makes it at least about 0.1 ms. */
const pauseInBurstMs = 0.05
/** A client whose connection ends opens another one within this time. */
const reconnectMs = 2

/** Never changes: waiting for that is how a thread sleeps. */
const unchanged = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
const sleep = (ms: number) => void Atomics.wait(unchanged, 0, 0, ms)

/**
 * The workers accept from one socket, and one that is awake would accept most connections before the others wake. So after each connection
 * of a burst, a worker sleeps for a moment in which another one can accept the next.
 */
function pauseInBursts(server: Server) {
  let latest = Number.NEGATIVE_INFINITY
  server.on('connection', () => {
    if (performance.now() - latest < burstMs) sleep(pauseInBurstMs)
    latest = performance.now()
  })
}

/**
 * Reports how many connections were busy since its last report. When the supervisor says that some are too many, they end with their next
 * response, and their clients open others.
 */
function endSurplus(server: Server, supervisor: SupervisorChannel) {
  let requests = new Map<Socket, number>()
  let surplus = 0
  let utilization: EventLoopUtilization = performance.eventLoopUtilization()

  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (surplus === 0) requests.set(socket, (requests.get(socket) ?? 0) + 1)
    else {
      surplus -= 1
      requests.delete(socket)
      response.setHeader('connection', 'close')
      // This worker is about to look for new connections, and would mostly accept the next one of the client as well.
      response.once('close', () => setImmediate(sleep, reconnectMs))
    }
  })
  supervisor.on('end-connections', ({ count }) => {
    surplus = Math.min(count, maxEndedPerReport)
  })
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const isBusy = performance.eventLoopUtilization(now, utilization).utilization >= busyUtilization
    utilization = now
    supervisor.send({ type: 'connections', count: countBusy(requests), isBusy })
    requests = new Map()
    surplus = 0
  }, reportIntervalMs).unref()
  server.once('close', () => clearInterval(timer))
}

/** Returns the effective number of connections: those with few requests hardly count, and those with as many count as one each. */
function countBusy(requests: ReadonlyMap<Socket, number>): number {
  let sum = 0
  let sumOfSquares = 0
  for (const [{ destroyed }, count] of requests) {
    if (destroyed) continue
    sum += count
    sumOfSquares += count ** 2
  }
  return sumOfSquares === 0 ? 0 : sum ** 2 / sumOfSquares
}
