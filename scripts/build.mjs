// npm run build: builds the pages into dist/. ensureBuilt() skips the build when the sources have not changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ensureInstalled, fail, pinnedNode, root } from './install.mjs'
import { isMain } from './is-main.mjs'
import { withLock } from './lock.mjs'

const builds = [
  ['build', '--outDir', 'dist/client'],
  // After the pages, because it adds to their folder.
  ['build', '--mode', 'service-worker', '--outDir', 'dist/client'],
  ['build', '--ssr', 'src/web/entry-server.tsx', '--outDir', 'dist/server'],
]
const inputs = ['src/web', 'src/shared', 'vite.config.ts', 'package-lock.json']

const stamp = join(root, 'dist', '.built')

/** Builds the pages if their sources have changed since the last build. Exits the process if the build fails. */
export function ensureBuilt() {
  if (isBuilt()) return
  withLock(`build ${root}`, () => {
    if (!isBuilt()) build({ quiet: true })
  })
}

function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === inputHash()
}

function inputHash() {
  const hash = createHash('sha256')
  for (const input of inputs) addTo(hash, input)
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

function build({ quiet }) {
  console.log('Building the pages…')
  rmSync(stamp, { force: true })
  // Hash before building, so that a file saved during the build triggers another one.
  const hash = inputHash()
  for (const args of builds) {
    const vite = spawnSync(pinnedNode, ['node_modules/vite/bin/vite.js', ...args], {
      cwd: root,
      // Always build for production, even if NODE_ENV is set for something else.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      encoding: 'utf8',
    })
    if (vite.status === 0) continue
    process.stderr.write(`${vite.stdout ?? ''}${vite.stderr ?? ''}`)
    fail(`The pages could not be built: vite ${args.join(' ')} failed.`, vite.status)
  }
  compressFiles(join(root, 'dist', 'client', 'assets'))
  writeFileSync(stamp, hash)
}

/** What is compressed already, or too small to gain from it. */
const isCompressible = (name, { length }) => /\.(css|js|json|mjs|svg)$/.test(name) && length > 1024

/**
 * Writes a copy of each file for browsers that accept brotli and for those that accept gzip. At their highest levels, which
 * would be too slow for each response, files are a seventh smaller.
 */
function compressFiles(folder) {
  for (const name of readdirSync(folder)) {
    const content = readFileSync(join(folder, name))
    if (!isCompressible(name, content)) continue
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
  }
}

if (isMain(import.meta.url)) {
  ensureInstalled()
  withLock(`build ${root}`, () => build({ quiet: false }))
}
