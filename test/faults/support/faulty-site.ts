/** A site as in production, with its own PostgreSQL, that a test may kill, freeze, and start again. */
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/platform/database/database.ts'
import { attachEmbeddedPostgres } from '../../../src/server/platform/database/embedded/embedded-postgres.ts'
import { freePort } from '../../../src/server/platform/free-port.ts'
import { waitFor } from '../../support/checks/emails.ts'
import { createUser, type PersonOptions } from '../../support/data/accounts.ts'
import { silentLog } from '../../support/site/silent-log.ts'
import { type Site, startSite } from '../../support/site/site.ts'
import { request, signInAt } from './client.ts'
import {
  identitiesOf,
  type ProcessIdentity,
  postmasterOf,
  signal,
  treeOf,
  untilAllEnded,
} from './processes.ts'

/**
 * As in production; limits that would end a test of many requests are out of reach. `TEST` is Vitest's own. Like `npm start`
 * (scripts/run.mjs), a restart finds compiled code: it takes two thirds of the processor time.
 */
const production = {
  NODE_ENV: 'production',
  TEST: '',
  RATE_LIMIT: '1000000',
  WARM_UP: '3',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/corkboard', import.meta.url)),
}

type FaultySiteOptions = {
  port?: number
  /** Another PostgreSQL instead of the embedded one. */
  databaseUrl?: string

  smtpUrl?: string
  settings?: Record<string, string>
  wrapper?: string[]
  folder?: string
}

export type FaultySite = {
  url: string
  folder: string
  /** Of the running server. */
  server: () => Site
  /** Kills the server with SIGKILL. */
  kill: () => Promise<void>
  /** Starts the killed server again. Settings replace earlier ones. */
  start: (options?: Pick<FaultySiteOptions, 'settings' | 'wrapper'>) => Promise<void>
  /** Shuts the server down. Its folder stays. */
  shutDown: () => Promise<void>
  stop: () => Promise<void>
  /** Runs `work` on a separate connection. */
  withDatabase: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>
  /** Creates a person and signs them in. */
  signIn: (options?: PersonOptions) => Promise<{ email: string; cookie: string; accountId: string }>
  postmaster: () => Promise<number>
  /** Stops PostgreSQL and all its processes with SIGSTOP. Returns a function that lets them run again. */
  freezeDatabase: () => Promise<() => void>
}

/** Starts a site. After the test, it is stopped, and no process of it may be left. */
export async function startFaultySite(options: FaultySiteOptions = {}): Promise<FaultySite> {
  const port = options.port ?? (await freePort())
  let current = { ...options }
  const launch = (folder: string) =>
    startSite({
      demo: false,
      databaseUrl: current.databaseUrl ?? '',
      port,
      folder,
      smtpUrl: current.smtpUrl ?? '',
      wrapper: current.wrapper ?? [],
      settings: { ...production, ...current.settings },
    })
  let site: Site | null = await launch(options.folder ?? '')
  const { url, folder } = site
  const frozen = new Set<number>()
  /** Every process that ran when the server was killed or stopped. */
  const known = new Set<ProcessIdentity>()
  const remember = async () => {
    if (site) for (const identity of await identitiesOf(site.pid)) known.add(identity)
  }
  const thaw = () => {
    signal([...frozen], 'SIGCONT')
    frozen.clear()
  }

  const withDatabase: FaultySite['withDatabase'] = async (work) =>
    withDatabaseAt(options.databaseUrl ?? (await addressOf(folder)), work)

  const faultySite: FaultySite = {
    url,
    folder,
    server() {
      if (site) return site
      throw new Error('The server is not running.')
    },
    async kill() {
      await remember()
      await site?.kill()
      site = null
    },
    async start(changes = {}) {
      current = { ...current, ...changes }
      site = await launch(folder)
    },
    async shutDown() {
      await remember()
      await site?.shutDown()
      site = null
    },
    async stop() {
      thaw()
      // The last stop removes the folder, even after a test that killed the server.
      site ??= await launch(folder)
      const stopping = site
      await remember()
      site = null
      await stopping.stop()
      await untilAllEnded(folder, known)
    },
    withDatabase,
    async signIn(person) {
      const user = await withDatabase((database) => createUser(database, person))
      return { ...user, cookie: await signInAt({ url }, user.email) }
    },
    postmaster: () => waitFor('the PostgreSQL server', async () => (await postmasterOf(folder)) ?? undefined),
    async freezeDatabase() {
      for (const pid of await treeOf(await faultySite.postmaster())) frozen.add(pid)
      signal([...frozen], 'SIGSTOP')
      return thaw
    },
  }
  let stopped = false
  const { stop } = faultySite
  faultySite.stop = async () => {
    if (stopped) return
    stopped = true
    await stop()
  }
  onTestFinished(() => faultySite.stop())
  return faultySite
}

const addressOf = (folder: string): Promise<string> =>
  waitFor(
    'the address of PostgreSQL',
    async () => (await attachEmbeddedPostgres({ dataDir: folder })) ?? undefined,
  )

async function withDatabaseAt<Result>(
  connectionString: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({
    connectionString,
    timeZone: 'UTC',
    log: silentLog,
    connections: 2,
    statementTimeoutMs: 60_000,
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Polls until the site is ready and serves a list, three times in a row. Returns the milliseconds from `since` on. */
export async function untilServing(site: { url: string }, since: number): Promise<number> {
  let [servedAt, times] = [0, 0]
  await waitFor('the site to serve again', async () => {
    const answers = await Promise.all(
      ['/api/services', '/readyz'].map((path) =>
        request(site, path, { timeoutMs: 3000 }).catch(() => ({ status: 0 })),
      ),
    )
    if (times === 0) servedAt = performance.now()
    times = answers.every(({ status }) => status === 200) ? times + 1 : 0
    return times === 3 ? true : undefined
  })
  return servedAt - since
}
