// Owns that dist/ is built from the sources as they are now.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, fail, pinnedNode, root } from './install.mjs'
import { isMain } from './is-main.mjs'
import { withLock } from './lock.mjs'

const BUILDS = [
  ['build', '--outDir', 'dist/client'],
  // After the pages, whose folder it shares.
  ['build', '--mode', 'service-worker', '--outDir', 'dist/client'],
  ['build', '--ssr', 'src/web/entry-server.tsx', '--outDir', 'dist/server'],
]
const INPUTS = ['src/web', 'src/shared', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']

const stamp = join(root, 'dist', '.built')

/** Builds the pages unless nothing that goes into them has changed. Ends the process when that fails. */
export function ensureBuilt() {
  if (isBuilt()) return
  withLock(`build ${root}`, () => {
    if (!isBuilt()) build('quiet')
  })
}

function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === inputHash()
}

function inputHash() {
  const hash = createHash('sha256')
  for (const input of INPUTS) addTo(hash, input)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  const names = namesIn(full)
  if (names === null) hash.update(`${path}\0`).update(readFileSync(full)).update('\0')
  else for (const name of names.sort()) addTo(hash, `${path}/${name}`)
}

function namesIn(path) {
  try {
    return readdirSync(path)
  } catch (error) {
    if (error.code === 'ENOTDIR') return null
    throw error
  }
}

function build(loudness) {
  console.log('Building the pages …')
  rmSync(stamp, { force: true })
  // Taken before the build: a file saved meanwhile must lead to another build.
  const built = inputHash()
  for (const args of BUILDS) {
    const vite = spawnSync(pinnedNode, ['node_modules/vite/bin/vite.js', ...args], {
      cwd: root,
      // Whatever the server runs as, the pages are made for people.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: loudness === 'quiet' ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      encoding: 'utf8',
    })
    if (vite.status === 0) continue
    process.stderr.write(`${vite.stdout ?? ''}${vite.stderr ?? ''}`)
    fail(`The pages could not be built: vite ${args.join(' ')} failed.`, vite.status)
  }
  writeFileSync(stamp, built)
}

if (isMain(import.meta.url)) {
  ensureInstalled()
  withLock(`build ${root}`, () => build('loud'))
}
