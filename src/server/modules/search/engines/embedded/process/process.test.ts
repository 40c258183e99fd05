/** The server and the client of the search process, over a real socket, with an engine that the test controls. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../../../../../shared/errors.ts'
import {
  type CalendarQuery,
  type EngineQuery,
  type SearchEngine,
  SearchUnavailable,
} from '../../../engine.ts'
import { connectToSearch } from './client.ts'
import { createMessageReader, encodeMessage, maxRequestBytes, type SearchReply } from './protocol.ts'
import { type SearchServerOptions, serveSearch } from './server.ts'

const fresh = { fresh: true }

/** Counts terms by their length. Everything else is empty. */
const lengths: SearchEngine = {
  search: async () => ({ hits: [], full: 0, partial: 0, facets: null }),
  calendar: async () => [],
  countTerms: async (terms) => terms.map(({ length }) => length),
  words: async () => [],
  close: async () => {},
}

async function socketFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'search.sock')
}

async function serve(
  engine: Partial<SearchEngine>,
  socketPath: string,
  options: Partial<SearchServerOptions> = {},
) {
  const errors: unknown[] = []
  const server = await serveSearch({
    socketPath,
    untilFresh: async () => {},
    onError: (error: unknown) => void errors.push(error),
    ...options,
    engine: { ...lengths, ...engine },
  })
  onTestFinished(server.close)
  return { ...server, errors }
}

function connectClient(path: string, times: Parameters<typeof connectToSearch>[1] = {}) {
  const client = connectToSearch(path, times)
  onTestFinished(client.close)
  return client
}

test('each call gets its own reply, in whatever order they come', async () => {
  const path = await socketFolder()
  await serve(
    {
      async countTerms(terms) {
        await delay(terms.length === 1 ? 50 : 0)
        return terms.map(({ length }) => length)
      },
    },
    path,
  )
  const client = connectClient(path)
  const counts = await Promise.all([
    client.countTerms(['slow'], fresh),
    client.countTerms(['to', 'and'], fresh),
    client.words(fresh),
  ])
  expect(counts).toEqual([[4], [2, 3], []])
})

test('errors of the contract keep their type, and others are logged', async () => {
  const path = await socketFolder()
  const { errors } = await serve(
    {
      search: async () => Promise.reject(new SearchUnavailable(30)),
      calendar: async () => Promise.reject(new AppError('invalid', 'Too many days.')),
      words: async () => Promise.reject(new TypeError('x is not a function')),
    },
    path,
  )
  const client = connectClient(path)
  const failure = await client.search({} as EngineQuery, fresh).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(SearchUnavailable)
  expect(failure).toMatchObject({ status: 503, retryAfter: 30 })
  await expect(client.calendar({} as never, fresh)).rejects.toMatchObject({
    code: 'invalid',
    message: 'Too many days.',
  })
  expect(errors).toEqual([])
  await expect(client.words(fresh)).rejects.toThrow('x is not a function')
  expect(errors).toHaveLength(1)
})

test('a call waits for a process that is away, but not long', async () => {
  const path = await socketFolder()
  const client = connectClient(path, { awayMs: 400 })
  const begin = performance.now()
  await expect(client.words(fresh)).rejects.toBeInstanceOf(SearchUnavailable)
  expect(performance.now() - begin).toBeLessThan(1500)
  const counts = client.countTerms(['piano'], fresh)
  await serve({}, path)
  expect(await counts).toEqual([5])
})

/** Accepts a connection at the path, and dies with the first call. Resolves when that has happened. */
async function dieWithTheFirstCall(path: string): Promise<void> {
  const server = createServer().listen(path)
  const [socket] = (await once(server, 'connection')) as [Socket]
  await once(socket, 'data')
  server.close()
  socket.destroy()
}

test('a call in flight when the process dies is repeated once', async () => {
  const path = await socketFolder()
  const client = connectClient(path)
  const counts = client.countTerms(['piano'], fresh)
  await dieWithTheFirstCall(path)
  await serve({}, path)
  expect(await counts).toEqual([5])
})

test('a call that ended two processes is not repeated again', async () => {
  const path = await socketFolder()
  const client = connectClient(path)
  const counts = client.countTerms(['poison'], fresh).catch((error: unknown) => error)
  await dieWithTheFirstCall(path)
  await dieWithTheFirstCall(path)
  await serve({}, path)
  expect(await counts).toBeInstanceOf(SearchUnavailable)
  expect(await client.countTerms(['piano'], fresh)).toEqual([5])
})

test('a call without a reply ends', async () => {
  const path = await socketFolder()
  const never = () => new Promise<never>(() => {})
  await serve({ words: never, calendar: never }, path, { limits: { finishMs: 0 } })
  const client = connectClient(path, { callMs: 200, wordsMs: 300 })
  await expect(client.calendar({} as CalendarQuery, fresh)).rejects.toBeInstanceOf(SearchUnavailable)
  await expect(client.words(fresh)).rejects.toBeInstanceOf(SearchUnavailable)
  expect(await client.countTerms(['piano'], fresh)).toEqual([5])
})

test('a process that takes long to read all words does not hang', async () => {
  const path = await socketFolder()
  const words = Promise.withResolvers<[string, number][]>()
  await serve({ words: () => words.promise }, path)
  const client = connectClient(path, { callMs: 200 })
  const reading = client.words(fresh)
  await delay(400)
  expect(client.isConnected()).toBe(true)
  expect(await client.countTerms(['piano'], fresh)).toEqual([5])
  words.resolve([['piano', 3]])
  expect(await reading).toEqual([['piano', 3]])
})

test('while the process hangs, one call at a time waits for it, and the others fail at once', async () => {
  const path = await socketFolder()
  let hung: Socket | null = null
  const hanging = createServer((socket) => {
    socket.on('error', () => {})
    hung = socket
  }).listen(path)
  onTestFinished(() => void hanging.close())
  const client = connectClient(path, { callMs: 100, awayMs: 60_000 })
  await expect(client.countTerms(['piano'], fresh)).rejects.toBeInstanceOf(SearchUnavailable)
  expect(client.isConnected()).toBe(false)
  const trying = client.countTerms(['piano'], fresh)
  const others = Array.from({ length: 3 }, () => client.countTerms(['piano'], fresh))
  for (const other of others) await expect(other).rejects.toBeInstanceOf(SearchUnavailable)
  const reply = (id: number) => hung?.write(encodeMessage({ id, result: [id] }, maxRequestBytes))
  // The late reply to the first call shows that the process works again.
  reply(1)
  await expect.poll(client.isConnected).toBe(true)
  const next = client.countTerms(['piano'], fresh)
  reply(2)
  reply(3)
  expect(await Promise.all([trying, next])).toEqual([[2], [3]])
})

test('too many searches are rejected at once, and the others are served', async () => {
  const path = await socketFolder()
  const gate = Promise.withResolvers<void>()
  await serve(
    {
      async countTerms(terms) {
        await gate.promise
        return terms.map(({ length }) => length)
      },
    },
    path,
    { limits: { running: 2, waiting: 3 } },
  )
  const client = connectClient(path)
  const results = Array.from({ length: 20 }, () =>
    client.countTerms(['piano'], fresh).then(
      () => 'served',
      (error: unknown) => (error instanceof SearchUnavailable ? 'rejected' : 'failed'),
    ),
  )
  const rejected = results.slice(-10)
  expect(await Promise.all(rejected)).toEqual(rejected.map(() => 'rejected'))
  gate.resolve()
  const counts = Object.groupBy(await Promise.all(results), (result) => result)
  expect(counts.failed).toBeUndefined()
  // One more waits while the queue starts the first ones.
  expect(counts.served?.length).toBeGreaterThanOrEqual(3)
  expect(counts.served?.length).toBeLessThanOrEqual(6)
})

test('searches that wait for the latest changes do not hold up others, but too many are rejected', async () => {
  const path = await socketFolder()
  const changes = Promise.withResolvers<void>()
  const options: unknown[] = []
  const server = await serve(
    {
      async countTerms(terms, given) {
        options.push(given)
        return terms.map(({ length }) => length)
      },
    },
    path,
    { untilFresh: () => changes.promise, limits: { running: 2, waiting: 20 } },
  )
  const client = connectClient(path)
  const waiting = Array.from({ length: 20 }, () => client.countTerms(['kite'], fresh))
  await expect.poll(server.queueLength).toBe(20)
  expect(await client.countTerms(['ant'], { fresh: false })).toEqual([3])
  await expect(client.countTerms(['kite'], fresh)).rejects.toBeInstanceOf(SearchUnavailable)
  changes.resolve()
  expect(new Set((await Promise.all(waiting)).flat())).toEqual(new Set([4]))
  // The engine does not wait again.
  expect(options).toEqual(options.map(() => ({ fresh: false })))
  expect(server.queueLength()).toBe(0)
})

test('a search fails if the latest changes cannot be read, and others are served', async () => {
  const path = await socketFolder()
  const { errors } = await serve({}, path, { untilFresh: () => Promise.reject(new SearchUnavailable(7)) })
  const client = connectClient(path)
  await expect(client.countTerms(['kite'], fresh)).rejects.toMatchObject({ status: 503, retryAfter: 7 })
  expect(await client.countTerms(['kite'], { fresh: false })).toEqual([4])
  expect(errors).toEqual([])
})

test.each([
  Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
  new Error('timeout exceeded when trying to connect'),
])('a search is unavailable, and has not failed, while the database is: $message', async (error) => {
  const path = await socketFolder()
  const { errors } = await serve({}, path, { untilFresh: () => Promise.reject(error) })
  const client = connectClient(path)
  await expect(client.countTerms(['kite'], fresh)).rejects.toBeInstanceOf(SearchUnavailable)
  expect(errors).toEqual([])
})

test('a search that waited for too long is rejected, and one whose client is gone does not run', async () => {
  const path = await socketFolder()
  const gate = Promise.withResolvers<void>()
  let ran = 0
  const server = await serve(
    {
      async countTerms() {
        ran += 1
        await gate.promise
        return []
      },
    },
    path,
    { limits: { running: 1, waitMs: 100 } },
  )
  const patient = connectClient(path)
  const gone = connectToSearch(path)
  await Promise.all([patient.untilConnected(5000), gone.untilConnected(5000)])
  const first = patient.countTerms([], fresh)
  await expect.poll(() => ran).toBe(1)
  const late = patient.countTerms([], fresh).catch((error: unknown) => error)
  const abandoned = gone.countTerms([], fresh).catch((error: unknown) => error)
  await expect.poll(server.queueLength).toBe(3)
  await gone.close()
  await expect.poll(server.queueLength).toBe(2)
  await delay(150)
  gate.resolve()
  await first
  expect(await late).toBeInstanceOf(SearchUnavailable)
  expect(await abandoned).toBeInstanceOf(SearchUnavailable)
  expect(ran).toBe(1)
})

test('a new process takes over the socket, and the old one ends when its clients are gone', async () => {
  const path = await socketFolder()
  const answer = (count: number) => ({ countTerms: async () => [count] })
  const old = await serve(answer(1), path)
  const before = connectClient(path)
  expect(await before.countTerms([''], fresh)).toEqual([1])
  await serve(answer(2), path)
  const unused = old.untilUnused()
  const after = connectClient(path)
  expect(await after.countTerms([''], fresh)).toEqual([2])
  expect(await before.countTerms([''], fresh)).toEqual([1])
  await before.close()
  await unused
})

test('clients of a process that closes repeat their calls on the next one, and none fails', async () => {
  const path = await socketFolder()
  const slow = (count: number) => ({
    async countTerms() {
      await delay(5)
      return [count]
    },
  })
  const old = await serve(slow(1), path)
  const client = connectClient(path)
  await client.untilConnected(5000)
  const answers = new Set<number | undefined>()
  let isOver = false
  const load = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!isOver) answers.add((await client.countTerms([''], fresh))[0])
    }),
  )
  await delay(50)
  await serve(slow(2), path)
  await old.close()
  await expect.poll(() => answers.has(2)).toBe(true)
  isOver = true
  await load
  expect([...answers]).toEqual([1, 2])
})

test.each([
  ['more than any request', Buffer.alloc(2 * maxRequestBytes, 'x')],
  ['no JSON', Buffer.from('{{{{\n')],
  ['no object', Buffer.from('null\n')],
  ['another call', encodeMessage({ id: 1, call: 'close' as never, input: [] }, maxRequestBytes)],
  ['an inherited call', encodeMessage({ id: 1, call: 'constructor' as never, input: [] }, maxRequestBytes)],
])('a client that sends %s is disconnected, and others are served', async (_name, bytes) => {
  const path = await socketFolder()
  const { errors } = await serve({}, path)
  const client = connectClient(path)
  const hostile = connect(path)
  const closed = new Promise((resolve) => hostile.once('close', resolve))
  hostile.on('error', () => {})
  hostile.write(bytes)
  hostile.resume()
  await closed
  expect(errors).toHaveLength(1)
  expect(await client.countTerms(['piano'], fresh)).toEqual([5])
})

test('a client that reads nothing is disconnected before its replies fill the memory', async () => {
  const path = await socketFolder()
  const words = Array.from({ length: 1000 }, (_, at): [string, number] => [`word${at}`, at])
  let asked = 0
  const countAndReturn = async () => {
    asked += 1
    return words
  }
  const { connections } = await serve({ words: countAndReturn }, path, { limits: { unreadBytes: 1_000_000 } })
  const hostile = connect(path)
  hostile.on('error', () => {})
  hostile.pause()
  for (let id = 1; id <= 200; id += 1)
    hostile.write(encodeMessage({ id, call: 'words', input: [fresh] }, maxRequestBytes))
  await expect.poll(() => asked).toBeGreaterThan(0)
  await expect.poll(connections).toBe(0)
  expect(asked).toBeLessThan(200)
  const client = connectClient(path)
  expect(await client.words(fresh)).toEqual(words)
})

test('a message that is half sent delays nobody', async () => {
  const path = await socketFolder()
  await serve({}, path)
  const slow = connect(path)
  onTestFinished(() => void slow.destroy())
  const frame = encodeMessage({ id: 7, call: 'countTerms', input: [['piano'], fresh] }, maxRequestBytes)
  for (const byte of frame.subarray(0, -1)) slow.write(Buffer.of(byte))
  const client = connectClient(path)
  expect(await client.countTerms(['lessons'], fresh)).toEqual([7])
  const read = createMessageReader(maxRequestBytes)
  const reply = new Promise<SearchReply>((resolve) => {
    slow.on('data', (chunk) => {
      for (const message of read(chunk)) resolve(message as SearchReply)
    })
  })
  slow.write(frame.subarray(-1))
  expect(await reply).toEqual({ id: 7, result: [5] })
})

test('a query that is too long fails before it is sent', async () => {
  const path = await socketFolder()
  await serve({}, path)
  const client = connectClient(path)
  await expect(client.countTerms(['x'.repeat(maxRequestBytes)], fresh)).rejects.toThrow('too long')
  expect(await client.countTerms(['piano'], fresh)).toEqual([5])
})

test('damaged replies end the connection, not the worker', async () => {
  const path = await socketFolder()
  let connections = 0
  const damaged = createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
    socket.on('data', () => socket.write(Buffer.from([1, 2, 3, 10])))
  }).listen(path)
  onTestFinished(() => void damaged.close())
  const client = connectClient(path)
  await expect(client.words(fresh)).rejects.toBeInstanceOf(SearchUnavailable)
  expect(connections).toBeGreaterThanOrEqual(2)
  await client.close()
})
