// Owns that node_modules is what package-lock.json says. Runs on any Node from 20 on, with nothing installed.
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

/** Installs the packages unless they are there. Ends the process, with npm's own words, when that fails. */
export function ensureInstalled() {
  if (isInstalled()) return
  withLock(`install ${root}`, () => {
    if (isInstalled()) return
    if (!installedByHand()) install()
    checkPinnedNode()
    writeFileSync(stamp, wanted())
  })
}

/** What the stamp must say: a hash of everything that decides what is installed. */
function wanted() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const name of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(root, name)))
  return hash.digest('hex')
}

function isInstalled() {
  return existsSync(pinnedNode) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()
}

/** npm writes its own record when an install has ended, so a matching one needs no second install. */
function installedByHand() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record) || !existsSync(pinnedNode)) return false
  const there = JSON.parse(readFileSync(record, 'utf8')).packages
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const asked = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    if (!isDeepStrictEqual(asked[kind], locked[''][kind])) return false
  }
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '' || ((entry.optional || entry.devOptional) && !there[path])) return true
    return there[path]?.version === entry.version && there[path]?.integrity === entry.integrity
  })
}

function install() {
  console.log('Installing packages (npm ci); this takes a minute …')
  rmSync(stamp, { force: true })
  // NODE_ENV=production would leave out what builds the pages.
  const npm = spawnSync('npm', ['ci', '--include=dev'], {
    cwd: root,
    env: { ...process.env, PATH: pathOutsideHere() },
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

/** npm must not run on the Node inside node_modules, which it is about to delete. */
function pathOutsideHere() {
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
    `The pinned Node ${version} is not in ${pinnedNode} or does not run on this machine. Delete node_modules and run npm ci with install scripts allowed.`,
  )
}

/** Ends the process with one sentence. */
export function fail(sentence, code) {
  console.error(sentence)
  process.exit(code || 1)
}
