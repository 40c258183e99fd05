// Owns which Chromium the browser tests drive, and how to get one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fail, pinnedNode, root } from './install.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')

/** The path of a Chromium that runs on this machine, or null. @public */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) return runs(named) ? named : fail(`CHROMIUM_PATH names ${named}, which is no browser that runs.`)
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, MAC_CHROME].find(runs) ?? ownOfPlaywright()
}

/** The same, after installing one if need be. Ends the process with a sentence when there is no way. */
export function ensureBrowser() {
  const found = findBrowser() ?? installWithPlaywright() ?? installWithApt()
  if (found) return found
  fail(
    'The browser tests need Chromium, and it could not be installed: install chromium or google-chrome, or set CHROMIUM_PATH. (npm run check does without.)',
  )
}

function runs(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}

function ownOfPlaywright() {
  const script = "import('@playwright/test').then((it) => console.log(it.chromium.executablePath()))"
  const { stdout } = spawnSync(pinnedNode, ['--eval', script], { cwd: root, encoding: 'utf8' })
  const path = stdout?.trim()
  return path && runs(path) ? path : null
}

function installWithPlaywright() {
  console.log('Installing Chromium (playwright install chromium) …')
  const options = { cwd: root, timeout: 600_000, encoding: 'utf8' }
  const { status } = spawnSync(pinnedNode, [playwright, 'install', 'chromium'], options)
  return status === 0 ? ownOfPlaywright() : null
}

function installWithApt() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return null
  console.log('Installing Chromium (apt-get install chromium) …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update'], { env })
  const args = ['install', '-y', '--no-install-recommends', 'chromium']
  const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8', maxBuffer: 1e8 })
  if (status !== 0) process.stderr.write(stderr ?? '')
  return findBrowser()
}
