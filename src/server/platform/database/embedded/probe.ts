/** Sees from outside how a PostgreSQL server is: whether it answers a new connection, and whether its processes work. */
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'

/**
 * `responding`: serves clients, even if it rejects this one because all connections are in use.
 * `starting`: says that it is starting or recovering, or does not listen yet. `silent`: gives no answer at all.
 */
export type Health = 'responding' | 'starting' | 'silent'

/** PostgreSQL's code for a server that is starting, recovering, or shutting down. */
const cannotConnectNow = '57P03'

/** Opens a connection like `pg_isready`, without signing in. A server sends its first message before any authentication. */
export function probe(port: number, timeoutMs: number): Promise<Health> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const finish = (health: Health) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(health)
    }
    const timer = setTimeout(() => finish('silent'), timeoutMs)
    socket.on('connect', () => socket.write(startupMessage))
    socket.on('data', (message) =>
      finish(message[0] === errorResponse && message.includes(cannotConnectNow) ? 'starting' : 'responding'),
    )
    socket.on('error', ({ code }: NodeJS.ErrnoException) =>
      finish(code === 'ECONNREFUSED' ? 'starting' : 'silent'),
    )
    socket.on('close', () => finish('silent'))
  })
}

const errorResponse = 'E'.charCodeAt(0)
const protocolVersion = 0x0003_0000
const startupMessage = createStartupMessage('user\0corkboard\0database\0corkboard\0\0')

function createStartupMessage(parameters: string): Buffer {
  const message = Buffer.alloc(8 + parameters.length)
  message.writeUInt32BE(message.length, 0)
  message.writeUInt32BE(protocolVersion, 4)
  message.write(parameters, 8, 'latin1')
  return message
}

/** `busy`: waits for the disk or for its turn on a busy machine. `ticks`: CPU time used so far. */
export type Work = { busy: boolean; ticks: number }

/**
 * The work of the server's processes together, and of each process that the postmaster has started, by process id.
 * `stopped`: at least one process, by SIGSTOP; it may hold locks.
 */
export type Activity = Work & { stopped: boolean; children: ReadonlyMap<number, Work> }

/** Returns what the server's processes are doing, or null on a system without /proc. */
export async function readActivity(postmaster: number): Promise<Activity | null> {
  const own = await readStat(postmaster)
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '')
  if (!own) return null
  const stats = await Promise.all(children.trim().split(' ').map(Number).map(readStat))
  const found = stats.flatMap((stat) => stat ?? [])
  const all = [own, ...found]
  return {
    stopped: all.some(({ state }) => state === 'T'),
    busy: all.some(isBusy),
    ticks: all.reduce((sum, { ticks }) => sum + ticks, 0),
    children: new Map(found.map(({ pid, ticks, state }) => [pid, { busy: isBusy({ state }), ticks }])),
  }
}

const isBusy = ({ state }: { state: string }) => state === 'D' || state === 'R'

/** The second field is the name in parentheses, which may contain anything, so fields are counted from its end. */
async function readStat(pid: number): Promise<{ pid: number; state: string; ticks: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields.length > 13
    ? { pid, state: fields[0] ?? '', ticks: Number(fields[11]) + Number(fields[12]) }
    : null
}
