/**
 * The development server: PostgreSQL runs in this process's care, and the server runs in a child process that restarts when
 * its code changes, so a restart leaves PostgreSQL running. Pages are compiled by Vite inside the server.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../src/server/config/environment.ts'
import { startEmbeddedPostgres } from '../src/server/platform/database/embedded/embedded-postgres.ts'
import { createLogger } from '../src/server/platform/log.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const { databaseUrl, dataDir, logLevel } = readConfig()
const postgres = databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log: createLogger(logLevel) })

const server = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', '--watch', '--watch-preserve-output', 'src/server/main.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl ?? postgres?.connectionString,
      DEV_SERVER: 'on',
    },
  },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => server.kill('SIGTERM'))
// The process that started this one was killed.
process.on('disconnect', () => server.kill('SIGTERM'))
void postgres?.failed.then((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
  server.kill('SIGTERM')
})

await once(server, 'exit')
await postgres?.stop()
process.exit()
