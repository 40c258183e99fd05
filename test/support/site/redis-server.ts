/** A real Redis server on a free port, which a test can stop and restart. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../../src/server/platform/free-port.ts'

export type RedisServer = {
  /** The value of REDIS_URL. */
  url: string
  /** Kills it. Its data is lost. */
  down: () => Promise<void>
  up: () => Promise<void>
}

const program = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0)

/** Whether Redis or Valkey is installed. */
export const hasRedis = program !== undefined

export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  let server: ChildProcess | null = null

  async function up() {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const started = spawn(program ?? 'redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    server = started
    let output = ''
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    while (!output.includes('Ready to accept connections')) {
      if (started.exitCode !== null) throw new Error(`Redis did not start:\n${output}`)
      await once(started.stdout, 'data')
    }
  }
  async function down() {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
  }
  await up()
  return { url: `redis://127.0.0.1:${port}`, down, up }
}
