/** A whole site for browser tests: the real server as a process of its own, on a free port, with a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const startMs = 60_000
const stopMs = 15_000

export type Site = {
  url: string
  /** Its DATA_DIR. */
  folder: string
  /** Throws when the server did not stop in good order. */
  stop: () => Promise<void>
  /** As when the power goes: nothing is told, and its folder stays for the next start. */
  kill: () => Promise<void>
}

/**
 * Without a database address the site runs on an embedded PostgreSQL of its own, and without that of a mail server it
 * writes its mail to files.
 */
export async function startSite({
  databaseUrl = '',
  demo = true,
  smtpUrl = '',
  port: wantedPort = 0,
  /** That of a server that was killed; else a new one. */
  folder: known = '',
  settings = {} as Record<string, string>,
} = {}): Promise<Site> {
  const folder = known || (await mkdtemp(join(tmpdir(), 'corkboard-e2e-')))
  const port = wantedPort || (await freePort())
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
    cwd: root,
    // Should this process be killed, the server sees the channel close and stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: '',
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      DEMO: demo ? 'on' : 'off',
      SMTP_URL: smtpUrl,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  })
  const said = listenTo(server)
  const stop = async () => {
    await end(server, said)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await ready(server, said)
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
  const kill = async () => {
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
  }
  return { url: `http://localhost:${port}`, folder, stop, kill }
}

type Said = { text: string }

/** The last of what the server wrote, to be told when it fails. */
function listenTo(server: ChildProcess): Said {
  const said = { text: '' }
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said.text = (said.text + text).slice(-20_000)
    })
  }
  return said
}

async function ready(server: ChildProcess, said: Said) {
  const late = AbortSignal.timeout(startMs)
  const ended = once(server, 'exit', { signal: late }).then(() => {
    throw new Error(`The server ended before it was ready:\n${said.text}`)
  })
  // What it says last counts only until it is ready; afterwards its end is no failure of the start.
  ended.catch(() => {})
  while (!said.text.includes(' is ready at ')) {
    if (late.aborted) throw new Error(`The server was not ready in time:\n${said.text}`)
    await Promise.race([once(server.stdout ?? server, 'data', { signal: late }), ended])
  }
}

async function end(server: ChildProcess, said: Said) {
  if (server.exitCode === null && server.signalCode === null) {
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    const forced = setTimeout(() => server.kill('SIGKILL'), stopMs)
    await exited
    clearTimeout(forced)
  }
  if (server.exitCode !== 0) {
    throw new Error(`The server ended with ${server.signalCode ?? `code ${server.exitCode}`}:\n${said.text}`)
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
