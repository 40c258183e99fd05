// npm run build: builds the pages and the programs into dist/. ensureBuilt() skips what has not changed since its last build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ensureInstalled, fail, pinnedNode, root } from './install.mjs'
import { isMain } from './is-main.mjs'
import { withLock } from './lock.mjs'

const parts = [
  {
    name: 'pages',
    inputs: [
      'src/web',
      'src/shared',
      'src/server/platform/language',
      'scripts/messages-plugin.ts',
      'vite.config.ts',
      'package-lock.json',
    ],
    builds: [
      ['build', '--outDir', 'dist/client'],
      // After the pages, because it adds to their folder.
      ['build', '--mode', 'service-worker', '--outDir', 'dist/client'],
      ['build', '--ssr', 'src/web/entry-server.tsx', '--outDir', 'dist/server'],
    ],
    finish: () => compressFiles(join(root, 'dist', 'client', 'assets')),
  },
  {
    name: 'programs',
    inputs: ['src/cli', 'src/server', 'src/shared', 'vite.config.ts', 'package-lock.json'],
    builds: [['build', '--mode', 'programs', '--outDir', 'dist/programs']],
    finish() {},
  },
]

const stampOf = ({ name }) => join(root, 'dist', `.built-${name}`)

/** Builds each part whose sources have changed since its last build. Exits the process if a build fails. */
export function ensureBuilt() {
  if (parts.every(isBuilt)) return
  withLock(`build ${root}`, () => {
    for (const part of parts) if (!isBuilt(part)) build(part, { quiet: true })
  })
}

function isBuilt(part) {
  const stamp = stampOf(part)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === inputHash(part)
}

function inputHash({ inputs }) {
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

function build(part, { quiet }) {
  console.log(`Building the ${part.name}…`)
  const stamp = stampOf(part)
  rmSync(stamp, { force: true })
  // Hash before building, so that a file saved during the build triggers another one.
  const hash = inputHash(part)
  for (const args of part.builds) {
    const vite = spawnSync(pinnedNode, ['node_modules/vite/bin/vite.js', ...args], {
      cwd: root,
      // Always build for production, even if NODE_ENV is set for something else.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      encoding: 'utf8',
    })
    if (vite.status === 0) continue
    process.stderr.write(`${vite.stdout ?? ''}${vite.stderr ?? ''}`)
    fail(`The ${part.name} could not be built: vite ${args.join(' ')} failed.`, vite.status)
  }
  part.finish()
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
  withLock(`build ${root}`, () => {
    for (const part of parts) build(part, { quiet: false })
  })
}
