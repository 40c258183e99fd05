/**
 * Serves a search engine to the workers of this machine. One search runs at a time; more wait, and too many are rejected. Those that need
 * the latest changes wait for these first, so that the others do not wait behind them.
 */
import { once } from 'node:events'
import { chmod, rename, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { type ReadOptions, type SearchEngine, SearchUnavailable } from '../../../engine.ts'
import {
  createMessageReader,
  encodeMessage,
  maxReplyBytes,
  maxRequestBytes,
  type SearchReply,
  type SearchRequest,
  toRequest,
  toSearchError,
} from './protocol.ts'

export type SearchServerOptions = {
  engine: SearchEngine
  /** Resolves when calls find everything that was committed before. Rejects as a fresh call does. */
  untilFresh: () => Promise<void>
  socketPath: string
  /** Called with errors that no caller is to blame for. */
  onError: (error: unknown) => void
  limits?: Partial<typeof defaultLimits>
}

const defaultLimits = {
  /** Most end in the iteration of the event loop in which they start. Reading all words takes many iterations. */
  running: 16,
  /** For their place in the queue, and as many for the latest changes. */
  waiting: 256,
  /** The visitor has waited long enough. */
  waitMs: 2_000,
  /** What runs when the server closes may take this long. */
  finishMs: 5_000,
  /** More than there are workers. */
  connections: 128,
  /** What a client may leave unread. */
  unreadBytes: 2 * maxReplyBytes,
}

type Job = { request: SearchRequest; socket: Socket; since: number }

/** Listens at once. The caller makes sure that only this user can reach the socket. */
export async function serveSearch(options: SearchServerOptions) {
  const { socketPath, onError } = options
  const limits = { ...defaultLimits, ...options.limits }
  const sockets = new Set<Socket>()
  const jobs = createQueue(options, limits)
  const server = createServer()
  server.maxConnections = limits.connections

  server.on('connection', (socket) => {
    sockets.add(socket)
    const read = createMessageReader(maxRequestBytes)
    socket.on('data', (chunk) => {
      try {
        for (const message of read(chunk)) {
          const request = toRequest(message)
          if (!request) throw new TypeError('A message is no request.')
          void jobs.add(request, socket)
        }
      } catch (error) {
        onError(error)
        socket.destroy()
      }
    })
    // A worker may die at any time. `close` follows.
    socket.on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      jobs.forget(socket)
      if (sockets.size === 0) server.emit('unused')
    })
  })
  server.on('error', onError)

  // The path names a server as soon as it exists, and a new server replaces another one without a moment in between.
  const temporaryPath = `${socketPath}.${process.pid}`
  await rm(temporaryPath, { force: true })
  server.listen(temporaryPath)
  await once(server, 'listening')
  await chmod(temporaryPath, 0o600)
  await rename(temporaryPath, socketPath)

  /** Accepts no more clients, and serves until the last one is gone. */
  async function untilUnused() {
    if (server.listening) server.close()
    while (sockets.size > 0) await once(server, 'unused')
  }

  return {
    /** How many searches wait or run. */
    queueLength: jobs.length,
    connections: () => sockets.size,
    untilUnused,
    /** Finishes what runs, and closes all connections. Clients repeat elsewhere what was not read. */
    async close() {
      for (const socket of sockets) socket.pause()
      await Promise.race([jobs.finish(), delay(limits.finishMs, undefined, { ref: false })])
      for (const socket of sockets) {
        socket.end()
        // A client that reads nothing would keep it.
        setTimeout(() => socket.destroy(), closeMs).unref()
      }
      await untilUnused()
    },
  }
}

const closeMs = 1_000

function createQueue({ engine, untilFresh, onError }: SearchServerOptions, limits: typeof defaultLimits) {
  let waiting: Job[] = []
  let waitingForChanges = 0
  let running = 0
  let isDraining = false
  let whenIdle: (() => void) | null = null
  const length = () => waitingForChanges + waiting.length + running

  async function run({ request: { id, call, input }, socket, since }: Job): Promise<SearchReply> {
    if (socket.destroyed || performance.now() - since > limits.waitMs)
      return failed(id, new SearchUnavailable(1))
    const method = engine[call] as (...input: unknown[]) => Promise<unknown>
    return method(...input).then(
      (result) => ({ id, result }),
      (error) => failed(id, error),
    )
  }

  /** Returns null if a search finds them. */
  async function waitForChanges(id: number): Promise<SearchReply | null> {
    if (waitingForChanges >= limits.waiting) return failed(id, new SearchUnavailable(1))
    waitingForChanges += 1
    try {
      await untilFresh()
      return null
    } catch (error) {
      return failed(id, error)
    } finally {
      waitingForChanges -= 1
    }
  }

  function failed(id: number, cause: unknown): SearchReply {
    const error = toSearchError(cause)
    if (error.code === null) onError(cause)
    return { id, error }
  }

  function reply(socket: Socket, message: SearchReply) {
    if (length() === 0) whenIdle?.()
    if (socket.destroyed) return
    try {
      socket.write(encodeMessage(message, maxReplyBytes))
    } catch (error) {
      onError(error)
      socket.write(encodeMessage({ id: message.id, error: toSearchError(error) }, maxReplyBytes))
    }
    if (socket.writableLength > limits.unreadBytes) socket.destroy()
  }

  /** Starts one search per iteration of the event loop, so that requests and disconnections are noticed between two of them. */
  async function drain() {
    if (isDraining) return
    isDraining = true
    while (running < limits.running) {
      const job = waiting.shift()
      if (!job) break
      running += 1
      void run(job).then((message) => {
        running -= 1
        reply(job.socket, message)
        void drain()
      })
      await nextTurn()
    }
    isDraining = false
  }

  return {
    length,
    async add({ id, call, input }: SearchRequest, socket: Socket) {
      const isFresh = (input.at(-1) as ReadOptions | undefined)?.fresh
      const failure = isFresh ? await waitForChanges(id) : null
      if (failure) return reply(socket, failure)
      if (waiting.length >= limits.waiting) return reply(socket, failed(id, new SearchUnavailable(1)))
      const request = { id, call, input: isFresh ? [...input.slice(0, -1), { fresh: false }] : input }
      waiting.push({ request, socket, since: performance.now() })
      void drain()
    },
    /** Nobody reads the replies. */
    forget(socket: Socket) {
      waiting = waiting.filter((job) => job.socket !== socket)
    },
    async finish() {
      if (length() > 0)
        await new Promise<void>((resolve) => {
          whenIdle = resolve
        })
    },
  }
}
