/** A real search server for tests: `searchd` of Debian's package sphinxsearch, with the configuration that we deploy. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createConnection } from 'mysql2/promise'
import { freePort } from '../../../src/server/platform/free-port.ts'

const program = '/usr/bin/searchd'
const configuration = path.join(import.meta.dirname, '../../../deploy/manticore/searchd.conf')

export type Searchd = {
  port: number
  /** Ends it as a crash would. */
  kill: () => Promise<void>
  /** Accepts connections, but responds to nothing until it resumes. */
  freeze: () => void
  resume: () => void
  /** Does nothing if it is running. */
  start: () => Promise<void>
  /** Deletes what it has stored, while it is not running. */
  empty: () => Promise<void>
  remove: () => Promise<void>
}

export async function startSearchd(): Promise<Searchd> {
  if (!existsSync(program))
    throw new Error(
      'These tests need a search server. Install the Debian package sphinxsearch: apt-get install sphinxsearch',
    )
  const folder = await mkdtemp(path.join(tmpdir(), 'corkboard-searchd-'))
  const stored = path.join(folder, 'stored')
  await mkdir(stored)
  const port = await freePort()
  const file = path.join(folder, 'searchd.conf')
  const text = await readFile(configuration, 'utf8')
  await writeFile(file, text.replaceAll('/var/lib/manticore', stored).replace(':9306:', `:${port}:`))
  let running: ChildProcess | null = null

  async function start() {
    if (running) return
    running = spawn(program, ['--config', file, '--nodetach'], { stdio: 'ignore' })
    await waitUntilReady(port, running)
  }

  async function kill() {
    if (running && running.exitCode === null && running.signalCode === null) {
      running.kill('SIGKILL')
      await once(running, 'exit')
    }
    running = null
  }

  await start()
  return {
    port,
    start,
    kill,
    freeze: () => void running?.kill('SIGSTOP'),
    resume: () => void running?.kill('SIGCONT'),
    async empty() {
      await rm(stored, { recursive: true, force: true })
      await mkdir(stored)
    },
    async remove() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(port: number, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`searchd ended with exit code ${server.exitCode}.`)
    try {
      const connection = await createConnection({ host: '127.0.0.1', port })
      await connection.query('SHOW STATUS')
      await connection.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
