/**
 * A whole site on several machines, all of them this one: two servers behind HAProxy, PostgreSQL under Patroni, PgBouncer,
 * Redis, and an S3 server. The configuration is that of the folder `deploy`.
 */
import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../src/server/platform/free-port.ts'
import { connectTo } from '../support/site/app.ts'
import { startBucketServer } from '../support/site/bucket-server.ts'
import { type Site, startSite } from '../support/site/site.ts'
import { siteSecret } from '../support/site/site-secret.ts'
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts'
import { debianPath, eventually, type Program, run, serviceUser } from './programs.ts'

const deployFile = (name: string) => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url))

export const maxLagSeconds = 10
const shutdownDelaySeconds = 5

type WebServer = {
  port: number
  start: () => Promise<void>
  /** Stops it gracefully. */
  stop: () => Promise<void>
  kill: () => Promise<void>
}

export type Cluster = {
  url: string
  postgres: PostgresCluster
  servers: [WebServer, WebServer]
  pgbouncer: { start: () => Promise<void>; kill: () => Promise<void>; keepsStatements: boolean }
  redis: { start: () => Promise<void>; kill: () => Promise<void>; url: string }
  /** The address of the primary, past PgBouncer. */
  directUrl: string
  pooledUrl: string
  storageUrl: string
  connect: () => ReturnType<typeof connectTo>
  /** Starts another server of the site, which HAProxy does not know. */
  startServer: (settings: Record<string, string>) => Promise<Site>
  /** Starts another HAProxy, which reaches the servers at these ports. */
  openProxy: (webPorts: Ports['web']) => Promise<{ url: string; close: () => Promise<void> }>
  close: () => Promise<void>
}

export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-cluster-'))
  const user = serviceUser()
  if (user) await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o755)
  const toStop: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const stop of toStop.reverse()) await stop()
    if (!process.env.KEEP_CLUSTER) await rm(folder, { recursive: true, force: true })
  }
  try {
    return { ...(await startAll(folder, toStop)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startAll(folder: string, toStop: (() => Promise<unknown>)[]): Promise<Omit<Cluster, 'close'>> {
  const postgres = await startPostgresCluster(folder, toStop)
  const [site, primary, replica, bouncer, redisPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const web = [await freePort(), await freePort()] as const
  const haproxy = (ports: Partial<Ports>) =>
    run('haproxy', ['-f', deployFile('haproxy.cfg')], {
      folder,
      environment: haproxyAddresses(postgres, { site, primary, replica, web, ...ports }),
    })
  toStop.push(haproxy({}).kill)
  const databaseAt = (port: number) => `postgres://corkboard:${postgres.password}@${at(port)}/corkboard`
  const pgbouncer = await pgbouncerOf(folder, bouncer, primary, postgres.password)
  const redisUrl = `redis://${at(redisPort)}`
  const redis = restartable(() =>
    run('redis-server', ['--port', `${redisPort}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
      folder,
    }),
  )
  const bucket = await startBucketServer()
  toStop.push(pgbouncer.kill, redis.kill, bucket.close)
  await Promise.all([pgbouncer.start(), redis.start()])

  const connect = () => connectTo(databaseAt(primary))
  await untilReachable(connect)
  const settings = {
    DATABASE_DIRECT_URL: databaseAt(primary),
    DATABASE_REPLICA_URL: databaseAt(replica),
    DATABASE_REPLICA_MAX_LAG: `${maxLagSeconds}`,
    STORAGE_URL: bucket.url,
    REDIS_URL: redisUrl,
    SECRET: siteSecret,
    TRUST_PROXY: 'loopback',
    SHUTDOWN_DELAY: `${shutdownDelaySeconds}`,
    // As in production.
    WARM_UP: '3',
    PUBLIC_URL: `http://localhost:${site}`,
  }
  const start = (port: number) => {
    const log = createWriteStream(join(folder, `web-${port}.log`), { flags: 'a' })
    const onOutput = (text: string) => void log.write(text)
    return startSite({ databaseUrl: databaseAt(bouncer), demo: true, port, settings, onOutput })
  }
  const servers: [WebServer, WebServer] = [webServer(web[0], start), webServer(web[1], start)]
  // One after the other, so that the first one migrates the database.
  for (const server of servers) {
    await server.start()
    toStop.push(() => server.stop().catch(() => {}))
  }
  const url = `http://localhost:${site}`
  await eventually('the site', async () => (await fetch(`${url}/readyz`)).ok)
  const openProxy = async (webPorts: Ports['web']) => {
    const ports = { site: await freePort(), primary: await freePort(), replica: await freePort() }
    const program = haproxy({ ...ports, web: webPorts })
    const proxyUrl = `http://localhost:${ports.site}`
    await eventually('another HAProxy', async () => (await fetch(`${proxyUrl}/readyz`)).ok)
    return { url: proxyUrl, close: program.kill }
  }
  return {
    url,
    openProxy,
    postgres,
    servers,
    pgbouncer,
    redis: { ...redis, url: redisUrl },
    startServer: (different) =>
      startSite({ databaseUrl: databaseAt(bouncer), settings: { ...settings, ...different } }),
    connect,
    directUrl: databaseAt(primary),
    pooledUrl: databaseAt(bouncer),
    storageUrl: bucket.url,
  }
}

const at = (port: number) => `127.0.0.1:${port}`

type Ports = { site: number; primary: number; replica: number; web: readonly [number, number] }

function haproxyAddresses({ members: [pg1, pg2] }: PostgresCluster, { site, primary, replica, web }: Ports) {
  return {
    ...{
      SITE_BIND: at(site),
      PRIMARY_BIND: at(primary),
      REPLICA_BIND: at(replica),
      WEB1: at(web[0]),
      WEB2: at(web[1]),
    },
    PG1: at(pg1.port),
    PG2: at(pg2.port),
    PG1_API: `${pg1.apiPort}`,
    PG2_API: `${pg2.apiPort}`,
  }
}

async function untilReachable(connect: Cluster['connect']) {
  const database = connect()
  await eventually('the primary through HAProxy', () => database.version())
  await database.close()
}

function webServer(port: number, startAt: (port: number) => Promise<Site>): WebServer {
  let site: Site | null = null
  return {
    port,
    async start() {
      site = await startAt(port)
    },
    async stop() {
      await site?.stop()
      site = null
    },
    async kill() {
      await site?.kill()
      site = null
    },
  }
}

function restartable(launch: () => Program) {
  let program: Program | null = null
  return {
    start: async () => {
      program = launch()
    },
    kill: async () => program?.kill(),
  }
}

/** Changes only the addresses and paths of `deploy/pgbouncer.ini`, and sets what newer versions of PgBouncer know. */
async function pgbouncerOf(folder: string, port: number, postgresPort: number, password: string) {
  const program = process.env.PGBOUNCER_PATH ?? 'pgbouncer'
  const keepsStatements = knowsPreparedStatements(program)
  const userFile = join(folder, 'userlist.txt')
  await writeFile(userFile, `"corkboard" "${password}"\n`)
  const config = (await readFile(deployFile('pgbouncer.ini'), 'utf8'))
    .replace('port=5000', `port=${postgresPort}`)
    .replace('listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`)
    .replaceAll('/etc/pgbouncer/userlist.txt', userFile)
  const file = join(folder, 'pgbouncer.ini')
  const setting = 'max_prepared_statements'
  await writeFile(file, keepsStatements ? config.replace(`; ${setting}`, setting) : config)
  return { ...restartable(() => run(program, [file], { folder })), keepsStatements }
}

/** Whether it is PgBouncer 1.21 or newer. Debian 12 has 1.18, and Debian 13 has 1.24. */
function knowsPreparedStatements(pgbouncer: string): boolean {
  const version = execFileSync(pgbouncer, ['--version'], { encoding: 'utf8', env: { PATH: debianPath } })
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(version) ?? []
  return Number(major) > 1 || Number(minor) >= 21
}
