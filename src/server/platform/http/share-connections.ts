/**
 * Lets the workers share connections that arrive together. They accept from one socket, and a worker that is awake would accept most
 * connections before the others wake. A proxy then keeps them for thousands of requests, which wait for one busy worker. So after each
 * connection of a burst, a worker sleeps for a moment in which another one can accept the next.
 */
import type { Server } from 'node:net'

/** Connections that follow each other within this time are a burst. */
const burstMs = 5
/** The system makes it at least about 0.1 ms. */
const pauseMs = 0.05

export function shareConnections(server: Server) {
  /** Never changes: waiting for that is how a thread sleeps. */
  const unchanged = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let latest = Number.NEGATIVE_INFINITY
  server.on('connection', () => {
    if (performance.now() - latest < burstMs) Atomics.wait(unchanged, 0, 0, pauseMs)
    latest = performance.now()
  })
}
