/** Two PostgreSQL servers under Patroni, with etcd. */
import { chown, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from '../../src/server/platform/free-port.ts'
import { eventually, killTree, type Program, postgresPrograms, run, serviceUser } from './programs.ts'

const config = fileURLToPath(new URL('../../deploy/patroni.yml', import.meta.url))
const passwords = {
  superuser: 'superuser-password',
  replication: 'replication-password',
  site: 'site-password',
}

type Member = {
  name: string
  port: number
  apiPort: number
  start: () => void
  /** Ends PostgreSQL and Patroni without warning, like the loss of the machine. */
  lose: () => Promise<void>
  stop: () => Promise<void>
  /** Runs one statement as the superuser. */
  query: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>
}

type MemberState = { name: string; role: string; state: string; lag?: number }

export type PostgresCluster = {
  members: [Member, Member]
  password: string
  primary: () => Promise<Member>
  replica: () => Promise<Member>
  /** Waits until one member is the primary and the other one follows it. */
  settle: () => Promise<void>
  configure: (settings: Record<string, unknown>) => Promise<void>
}

export async function startPostgresCluster(
  folder: string,
  toStop: (() => Promise<unknown>)[],
): Promise<PostgresCluster> {
  const [clientPort, peerPort] = [await freePort(), await freePort()]
  const etcd = await startEtcd(folder, clientPort, peerPort)
  const members: [Member, Member] = [
    await createMember(folder, 'pg1', clientPort),
    await createMember(folder, 'pg2', clientPort),
  ]
  toStop.push(etcd.stop, () => Promise.all(members.map((member) => member.stop())))
  for (const member of members) member.start()

  const state = async (): Promise<MemberState[]> => {
    for (const { apiPort } of members) {
      const response = await fetch(`http://127.0.0.1:${apiPort}/cluster`).catch(() => null)
      if (response?.ok) return ((await response.json()) as { members: MemberState[] }).members
    }
    throw new Error('No Patroni responds.')
  }
  const find = async (roles: string[]) => {
    const found = (await state()).find(
      ({ role, state }) => roles.includes(role) && /running|streaming/.test(state),
    )
    return members.find(({ name }) => name === found?.name)
  }
  const cluster: PostgresCluster = {
    members,
    password: passwords.site,
    primary: () => eventually('a primary', () => find(['leader'])),
    replica: () => eventually('a replica', () => find(['replica', 'sync_standby'])),
    async settle() {
      const primary = await cluster.primary()
      await cluster.replica()
      await eventually(
        'replication',
        async () => {
          const rows = await primary.query(
            `select from pg_stat_replication where state = 'streaming' and replay_lag is null or replay_lag < interval '1 second'`,
          )
          return rows.length > 0
        },
        60,
      )
    },
    async configure(settings) {
      const { apiPort } = await cluster.primary()
      const response = await fetch(`http://127.0.0.1:${apiPort}/config`, {
        method: 'PATCH',
        body: JSON.stringify(settings),
      })
      if (!response.ok) throw new Error(`Patroni responded with ${response.status}.`)
    },
  }
  const primary = await eventually('the first primary', () => find(['leader']), 60)
  await primary.query(`create role corkboard login password '${passwords.site}'`)
  await primary.query('create database corkboard owner corkboard')
  await cluster.settle()
  return cluster
}

async function startEtcd(folder: string, clientPort: number, peerPort: number): Promise<Program> {
  const [client, peer] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`]
  const etcd = run(
    'etcd',
    [
      '--name',
      'etcd',
      '--data-dir',
      join(folder, 'etcd'),
      '--listen-client-urls',
      client,
      '--advertise-client-urls',
      client,
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      `etcd=${peer}`,
    ],
    { folder },
  )
  await eventually('etcd', async () => (await fetch(`${client}/health`)).ok)
  return etcd
}

async function createMember(folder: string, name: string, etcdPort: number): Promise<Member> {
  const [port, apiPort] = [await freePort(), await freePort()]
  const home = join(folder, name)
  await mkdir(home)
  const user = serviceUser()
  if (user) await chown(home, user.uid, user.gid)
  const dataDir = join(home, 'data')
  let patroni: Program | null = null
  return {
    name,
    port,
    apiPort,
    start() {
      patroni = run('patroni', [config], {
        folder: home,
        environment: {
          PATRONI_NAME: name,
          PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}`,
          PATRONI_RESTAPI_LISTEN: `127.0.0.1:${apiPort}`,
          PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${apiPort}`,
          PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
          PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
          PATRONI_POSTGRESQL_DATA_DIR: dataDir,
          PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms(),
          PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
          PATRONI_REPLICATION_PASSWORD: passwords.replication,
        },
      })
    },
    async lose() {
      const [pid] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')
      await patroni?.kill()
      killTree(Number(pid))
    },
    async stop() {
      await patroni?.stop()
      const pid = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => null)
      if (pid) killTree(Number(pid.split('\n')[0]))
    },
    async query(text) {
      const client = new pg.Client({
        connectionString: `postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/postgres`,
        connectionTimeoutMillis: 3000,
        query_timeout: 10_000,
      })
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query(text)).rows
      } finally {
        await client.end().catch(() => {})
      }
    },
  }
}
