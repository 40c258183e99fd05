// Installs node_modules as package-lock.json describes it. Runs on Node 20 or newer with nothing installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { withLock } from './lock.mjs'

export const root = resolve(fileURLToPath(new URL('..', import.meta.url)))
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node')
export const localBin = join(root, 'node_modules', '.bin')

const stamp = join(root, 'node_modules', '.corkboard-installed')

/** Installs the packages if needed. Exits the process with npm's output if that fails. */
export function ensureInstalled() {
  if (isInstalled()) return
  withLock(`install ${root}`, () => {
    if (isInstalled()) return
    if (!matchesLockFile()) install()
    checkPinnedNode()
    writeFileSync(stamp, inputHash())
  })
}

/** Returns a hash of everything that determines what is installed. The stamp file holds it. */
function inputHash() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const name of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(root, name)))
  return hash.digest('hex')
}

function isInstalled() {
  return existsSync(pinnedNode) && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputHash()
}

/** Whether an `npm ci` that someone ran already installed exactly this lock file: npm records what it installed. */
function matchesLockFile() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record) || !existsSync(pinnedNode)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    if (!isDeepStrictEqual(manifest[kind], locked[''][kind])) return false
  }
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '' || ((entry.optional || entry.devOptional) && !installed[path])) return true
    return installed[path]?.version === entry.version && installed[path]?.integrity === entry.integrity
  })
}

function install() {
  console.log('Installing packages (npm ci). This takes about a minute…')
  rmSync(stamp, { force: true })
  // With NODE_ENV=production, npm would skip the packages that build the pages.
  const npm = spawnSync('npm', ['ci', '--include=dev'], {
    cwd: root,
    env: { ...process.env, PATH: pathWithoutLocalBin() },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  if (npm.status === 0) return
  process.stderr.write(`${npm.stdout ?? ''}${npm.stderr ?? ''}`)
  fail(
    `The packages could not be installed: npm ci failed${npm.error ? ` (${npm.error.message})` : ''}.`,
    npm.status,
  )
}

/** Returns a PATH without node_modules/.bin: npm must not run on the Node that it is about to delete. */
function pathWithoutLocalBin() {
  const paths = (process.env.PATH ?? '').split(delimiter).filter((path) => resolve(path) !== localBin)
  const outer = process.env.npm_node_execpath ?? process.execPath
  return outer.startsWith(root) ? paths.join(delimiter) : [...paths, dirname(outer)].join(delimiter)
}

function checkPinnedNode() {
  const { stdout } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  const { version } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[
    'node_modules/node'
  ]
  if (stdout?.trim() === `v${version}`) return
  fail(
    `Node ${version} is missing from ${pinnedNode} or does not run on this machine. Delete node_modules and run npm ci with install scripts allowed.`,
  )
}

/** Prints a message and exits the process with a non-zero code. */
export function fail(message, code) {
  console.error(message)
  process.exit(code || 1)
}
