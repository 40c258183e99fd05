/**
 * A connection pool with a circuit breaker. A PostgreSQL that accepts connections but never responds, because it is
 * frozen or its network drops packets, would make every request wait for the timeout of each of its queries. The breaker
 * opens when nothing comes back for a second and a fresh connection gets no response either. It then fails everything at
 * once until a probe in the background succeeds. A slow query does not open it, because the probe does get a response.
 */
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../log.ts'
import { DatabaseUnavailableError } from './unavailable.ts'

/** How often progress is checked. The breaker opens after at most two intervals and one probe. */
const checkIntervalMs = 500
const probeMs = 1000
/** While open, one probe waits for this long, so that it succeeds as soon as the database responds. */
const openProbeMs = 5000
const pauseBetweenProbesMs = 200
/** With a full pool or a dead server, requests get a 503 within seconds instead of waiting forever. */
const requestConnectMs = 2000

/** pg's error when every connection is in use for too long. */
const poolTimeout = 'timeout exceeded when trying to connect'

type ConnectCallback = Parameters<pg.Pool['connect']>[0]
type Reject = (error: Error) => void

export class GuardedPool extends pg.Pool {
  readonly #probeOptions: pg.ClientConfig
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  readonly #active = new Set<pg.PoolClient>()
  readonly #waiting = new Set<Reject>()
  readonly #timeZone: (() => string) | undefined
  /** That of new sessions. */
  readonly #firstZone: string | undefined
  readonly #zones = new WeakMap<pg.PoolClient, string>()
  #isOpen = false
  #isProbing = false
  #isPatient: boolean
  /** Whether a call has waited too long for a free connection, and none has become free since. */
  #isStalled = false
  /** Counts connections that came back after a query. */
  #progress = 0
  #lastSeen = { progress: 0, busy: false }

  /** With `timeZone`, sessions have that of the moment. With `patientMs`, waits that long for each connection, and the breaker never opens, until `limitWaits`. */
  constructor(
    options: pg.PoolConfig & { connectionString: string },
    log: Logger,
    patientMs?: number,
    timeZone?: () => string,
  ) {
    super({
      ...options,
      connectionTimeoutMillis: patientMs ?? options.connectionTimeoutMillis ?? requestConnectMs,
    })
    this.#isPatient = patientMs !== undefined
    this.#timeZone = timeZone
    this.#firstZone = timeZone?.()
    this.#log = log
    this.#probeOptions = { connectionString: options.connectionString, connectionTimeoutMillis: openProbeMs }
    this.#timer = setInterval(() => void this.#check(), checkIntervalMs).unref()
    this.on('acquire', (client) => this.#active.add(client))
    this.on('release', (error, client) => {
      this.#active.delete(client)
      this.#isStalled = false
      if (!error) this.#progress += 1
    })
  }

  limitWaits() {
    this.#isPatient = false
    this.options.connectionTimeoutMillis = requestConnectMs
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback) {
    if (callback) return this.#connectUnlessOpen(callback)
    return new Promise<pg.PoolClient>((resolve, reject) => {
      this.#connectUnlessOpen((error, client) => (client ? resolve(client) : reject(error)))
    })
  }

  #connectUnlessOpen(callback: ConnectCallback) {
    // While no connection becomes free, another call would only time out as well, and a request makes several. A pool that can open
    // another connection is not stuck: after a crash of the database, no connection is left that could become free.
    const isFull = this.idleCount === 0 && this.totalCount >= this.options.max
    if (this.#isOpen || (this.#isStalled && isFull)) {
      process.nextTick(callback, new DatabaseUnavailableError(), undefined, () => {})
      return
    }
    const reject: Reject = (error) => callback(error, undefined, () => {})
    this.#waiting.add(reject)
    super.connect((error, client, done) => {
      // The breaker has opened meanwhile and rejected this call.
      if (!this.#waiting.delete(reject)) return client?.release()
      if (error?.message === poolTimeout) this.#isStalled = true
      const zone = this.#timeZone?.()
      if (!client || zone === undefined || zone === (this.#zones.get(client) ?? this.#firstZone))
        return callback(error, client, done)
      this.#zones.set(client, zone)
      // If this fails, so does the query that follows, unless PostgreSQL does not know the name.
      void client
        .query(`set timezone = ${pg.escapeLiteral(zone)}`)
        .catch(() => {})
        .then(() => callback(error, client, done))
    })
  }

  override end(): Promise<void>
  override end(callback: () => void): void
  override end(callback?: () => void) {
    clearInterval(this.#timer)
    return callback ? super.end(callback) : super.end()
  }

  /** Probes the database if nothing has come back since the last check although something was sent before it. */
  async #check() {
    const { progress, busy } = this.#lastSeen
    const isBusy = this.#active.size + this.#waiting.size > 0
    this.#lastSeen = { progress: this.#progress, busy: isBusy }
    const isStuck = isBusy && busy && progress === this.#progress
    if (!isStuck || this.#isPatient || this.#isProbing || this.#isOpen) return
    this.#isProbing = true
    const responds = await this.#probe(probeMs)
    this.#isProbing = false
    if (!responds && !this.ending) await this.#open()
  }

  /** Fails every pending call, and every new one until the database responds again. */
  async #open() {
    this.#isOpen = true
    this.#log.error({}, 'The database does not respond. Requests get a 503 until it does.')
    for (const reject of this.#waiting) reject(new DatabaseUnavailableError())
    this.#waiting.clear()
    // Disconnecting fails the query in progress. The pool replaces the connection.
    for (const client of this.#active) if (client instanceof pg.Client) client.end().catch(() => {})
    while (!this.ending && !(await this.#probe(openProbeMs)))
      await delay(pauseBetweenProbesMs, undefined, { ref: false })
    this.#isOpen = false
    if (!this.ending) this.#log.info({}, 'The database responds again.')
  }

  /** Returns whether the database responds to a new connection within this time. */
  async #probe(milliseconds: number): Promise<boolean> {
    const client = new pg.Client(this.#probeOptions)
    client.on('error', () => {})
    let responds: boolean | null = null
    const probing = connectAndQuery(client).then((result) => {
      responds = result
    })
    await Promise.race([probing, delay(milliseconds, undefined, { ref: false })])
    // After a pause of this process, timers run before the responses that have arrived are read.
    if (responds === null) await nextTurn()
    if (responds === null) await nextTurn()
    // Ending a connection that never got a response destroys its socket.
    client.end().catch(() => {})
    return responds ?? false
  }
}

async function connectAndQuery(client: pg.Client): Promise<boolean> {
  try {
    await client.connect()
    await client.query('select')
    return true
  } catch (error) {
    // A server that refuses the connection, for instance because there are too many, responds. One that is starting or
    // stopping does not.
    return error instanceof pg.DatabaseError && !error.code?.startsWith('57P')
  }
}
