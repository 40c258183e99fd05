/** Starts a whole site for browser tests: the real server in its own process, on a free port, with its own folder. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exitCodes } from '../../../src/server/config/start-error.ts'
import { freePort } from '../../../src/server/platform/free-port.ts'
import { memoryFolder } from './memory-folder.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** What `npm start` runs. Starting them takes two thirds of the processor time that their sources take. */
export const programs = {
  supervisor: 'dist/programs/supervisor.js',
  server: 'dist/programs/main.js',
  jobs: 'dist/programs/jobs-process.js',
  search: 'dist/programs/search-process.js',
}

// On a machine that is busy with other tests, a start takes many times its usual five seconds.
const startMs = 180_000
const maxStarts = 3
const stopMs = 60_000

export type Site = {
  url: string
  /** The id of the server's process, or of its supervisor. */
  pid: number
  /** Returns the last lines that the server wrote. */
  output: () => string
  /** Its DATA_DIR. */
  folder: string
  /** Shuts the server down and removes its folder. Throws if the server does not shut down cleanly. */
  stop: () => Promise<void>
  /** Like `stop`, but keeps the folder for the next start. */
  shutDown: () => Promise<void>
  /** Kills the server without warning. Its folder stays for the next start. */
  kill: () => Promise<void>
}

type StartOptions = Parameters<typeof startServer>[0]

/**
 * Without a `databaseUrl`, the site runs its own embedded PostgreSQL. Without an `smtpUrl`, it writes its emails to files.
 * Like a service manager, starts the server again if its database was too busy to accept its connection.
 */
export async function startSite(options: StartOptions = {}): Promise<Site> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startServer(options)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || attempt === maxStarts) throw error
    }
  }
}

async function startServer({
  databaseUrl = '',
  demo = true,
  smtpUrl = '',
  port: requestedPort = 0,
  /** The folder of a killed server, to start it again. */
  folder: existingFolder = '',
  /** Run the server as `npm start` does. Without a supervisor, tests kill the server and start it again themselves. */
  supervised = false,
  settings = {} as Record<string, string>,
  /** Receives everything that the server writes. */
  onOutput = (_text: string): void => {},
  /** A command that runs the server, such as `['strace', '-f']`. It must keep its process id: use `exec`. */
  wrapper = [] as string[],
}): Promise<Site> {
  ensureBuilt()
  const folder = existingFolder || (await mkdtemp(join(await memoryFolder(), 'corkboard-e2e-')))
  const port = requestedPort || (await freePort())
  const [program = '', ...args] = [
    ...wrapper,
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    // Like `npm run dev`, which builds nothing.
    settings.DEV_SERVER === 'on' ? 'src/server/main.ts' : programs[supervised ? 'supervisor' : 'server'],
  ]
  const server = spawn(program, args, {
    cwd: root,
    // If this process is killed, the server notices that the channel closes, and stops.
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
      // Tests post services and events that are older than the day on which they run.
      SERVICE_FRESHNESS: 'ask=20000,stale=20015,archive=20030',
      EVENT_LISTED_DAYS: '36500',
      LOG_LEVEL: 'warn',
      // Up to three seconds of processor time in production. Tests that measure time set it.
      WARM_UP: '0',
      ...settings,
    },
  })
  const output = captureOutput(server, onOutput)
  const shutDown = () => terminate(server, output)
  const stop = async () => {
    try {
      await shutDown()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  try {
    await untilReady(server, output)
  } catch (error) {
    await (existingFolder ? shutDown() : stop()).catch(() => {})
    throw error
  }
  const kill = async () => {
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
  }
  return {
    url: `http://localhost:${port}`,
    pid: server.pid ?? 0,
    output: () => output.text,
    folder,
    stop,
    shutDown,
    kill,
  }
}

/**
 * Builds the pages and the programs unless the build is up to date. Once for this process and those that it starts: who edits the
 * sources during a run must not change the files of its sites.
 */
function ensureBuilt() {
  if (process.env.TEST_BUILD) return
  const script = "import('./scripts/build.mjs').then(({ ensureBuilt }) => ensureBuilt())"
  const { status } = spawnSync(process.execPath, ['--eval', script], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('The site could not be built.')
  process.env.TEST_BUILD = 'done'
}

class DatabaseUnavailable extends Error {}

type ServerOutput = { text: string }

/** Captures the end of the server's output, for error messages. */
function captureOutput(server: ChildProcess, onOutput: (text: string) => void): ServerOutput {
  const output = { text: '' }
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output.text = (output.text + text).slice(-20_000)
      onOutput(text)
    })
  }
  return output
}

async function untilReady(server: ChildProcess, output: ServerOutput) {
  const timeout = AbortSignal.timeout(startMs)
  const exited = once(server, 'exit', { signal: timeout }).then(([code]) => {
    const Failure = code === exitCodes.unavailable ? DatabaseUnavailable : Error
    throw new Failure(`The server exited with code ${code} before it was ready:\n${output.text}`)
  })
  // Once the server is ready, its exit is no longer a failure to start.
  exited.catch(() => {})
  while (!output.text.includes(' is ready at ')) {
    if (timeout.aborted) throw new Error(`The server was not ready in time:\n${output.text}`)
    await Promise.race([once(server.stdout ?? server, 'data', { signal: timeout }), exited])
  }
}

async function terminate(server: ChildProcess, output: ServerOutput) {
  if (server.exitCode === null && server.signalCode === null) {
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    const forced = setTimeout(() => server.kill('SIGKILL'), stopMs)
    await exited
    clearTimeout(forced)
  }
  if (server.exitCode !== 0) {
    throw new Error(
      `The server exited with ${server.signalCode ?? `code ${server.exitCode}`}:\n${output.text}`,
    )
  }
}
