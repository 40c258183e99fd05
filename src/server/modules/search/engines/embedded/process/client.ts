/**
 * The search engine as the workers have it: calls of the search process, over one connection. If that process dies, its calls are sent
 * again once it is back, because reading twice does no harm.
 */
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { type SearchCall, type SearchEngine, SearchUnavailable } from '../../../engine.ts'
import {
  createMessageReader,
  encodeMessage,
  fromSearchError,
  maxReplyBytes,
  maxRequestBytes,
  type SearchReply,
} from './protocol.ts'

export type SearchClient = SearchEngine & {
  /** Whether the search process is there, and responds. */
  isConnected: () => boolean
  /** Waits for the search process, but not longer than this. Returns whether it is there. */
  untilConnected: (maxMs: number) => Promise<boolean>
}

const defaultTimes = {
  /** How long a call waits for a search process that is away. */
  awayMs: 2_000,
  /** How long a call takes at most. PostgreSQL has as long for a statement. */
  callMs: 5_000,
  /** Reading all words takes seconds on a large site, in slices between searches. */
  wordsMs: 60_000,
  reconnectMs: 50,
}

/** A call may be sent once more, when the process that received it is gone. */
const maxSends = 2

type Call = {
  id: number
  name: SearchCall
  frame: Buffer
  sends: number
  resolve: (result: unknown) => void
  reject: (error: Error) => void
  /** Limits the wait for a process that is away; the call as a whole while it is there. */
  timer: NodeJS.Timeout | undefined
}

/** Connects in the background, again and again. */
export function connectToSearch(socketPath: string, times: Partial<typeof defaultTimes> = {}): SearchClient {
  const { awayMs, callMs, wordsMs, reconnectMs } = { ...defaultTimes, ...times }
  const calls = new Map<number, Call>()
  const closing = new AbortController()
  let socket: Socket | null = null
  let lastId = 0
  /** Whether a call got no reply in time, and none came since. Then one call at a time tries the process, and the others fail at once. */
  let isHanging = false

  function settle({ id, timer }: Call) {
    clearTimeout(timer)
    calls.delete(id)
  }

  function giveUp(call: Call) {
    settle(call)
    call.reject(new SearchUnavailable())
  }

  function giveUpProcess(call: Call) {
    isHanging = true
    giveUp(call)
  }

  function limit(call: Call, ms: number, giveUpCall = giveUp) {
    clearTimeout(call.timer)
    call.timer = setTimeout(giveUpCall, ms, call)
  }

  function send(call: Call, to: Socket) {
    call.sends += 1
    if (call.name === 'words' && !isHanging) limit(call, wordsMs)
    else limit(call, isHanging ? awayMs : callMs, giveUpProcess)
    to.write(call.frame)
  }

  function receive(message: unknown) {
    isHanging = false
    const reply = message as SearchReply
    const call = calls.get(reply.id)
    // It took too long.
    if (!call) return
    settle(call)
    if ('error' in reply) call.reject(fromSearchError(reply.error))
    else call.resolve(reply.result)
  }

  function onConnected(connected: Socket) {
    socket = connected
    const read = createMessageReader(maxReplyBytes)
    connected.on('data', (chunk) => {
      try {
        for (const message of read(chunk)) receive(message)
      } catch (error) {
        connected.destroy(error as Error)
      }
    })
    for (const call of calls.values()) send(call, connected)
  }

  function onLost() {
    socket = null
    isHanging = false
    for (const call of calls.values()) {
      if (call.sends < maxSends) limit(call, awayMs)
      else giveUp(call)
    }
  }

  async function keepConnected() {
    while (!closing.signal.aborted) {
      const candidate = await open(socketPath)
      if (candidate) {
        // It may have ended, or this client may have been closed, before this line.
        const lost = untilClosed(candidate)
        if (closing.signal.aborted) candidate.destroy()
        else onConnected(candidate)
        await lost
        onLost()
      }
      await delay(reconnectMs, undefined, { signal: closing.signal, ref: calls.size > 0 }).catch(() => {})
    }
  }
  void keepConnected()

  function request<Result>(call: SearchCall, ...input: unknown[]): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (closing.signal.aborted || (isHanging && calls.size > 0)) return reject(new SearchUnavailable())
      lastId += 1
      const frame = encodeMessage({ id: lastId, call, input }, maxRequestBytes)
      const made: Call = {
        id: lastId,
        name: call,
        frame,
        sends: 0,
        resolve: resolve as Call['resolve'],
        reject,
        timer: undefined,
      }
      calls.set(made.id, made)
      if (socket) send(made, socket)
      else limit(made, awayMs)
    })
  }

  return {
    // Callers pass their whole request as options.
    search: (query, { fresh }) => request('search', query, { fresh }),
    calendar: (query, { fresh }) => request('calendar', query, { fresh }),
    countTerms: (terms, { fresh }) => request('countTerms', terms, { fresh }),
    words: ({ fresh }) => request('words', { fresh }),
    isConnected: () => socket !== null && !isHanging,
    async untilConnected(maxMs) {
      const end = performance.now() + maxMs
      while (!socket && performance.now() < end && !closing.signal.aborted) await delay(reconnectMs)
      return socket !== null
    },
    async close() {
      closing.abort()
      for (const call of calls.values()) giveUp(call)
      socket?.destroy()
    },
  }
}

/** Returns a socket that is connected; null if there is no process. */
function open(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(null))
    // An error later means that the process is gone. `close` follows.
    socket.on('error', () => {})
  })
}

const untilClosed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed) resolve()
    else socket.once('close', () => resolve())
  })
