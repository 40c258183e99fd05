// Finds or installs the Chromium that the browser tests drive.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall, canUseApt } from './apt.mjs'
import { fail, pinnedNode, root } from './install.mjs'

// The headless shell comes first: the browser tests take a third less time in it.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')

/** Returns the path of a Chromium that runs on this machine, or null. */
export function findBrowser() {
  const configured = process.env.CHROMIUM_PATH
  if (configured)
    return runs(configured)
      ? configured
      : fail(`CHROMIUM_PATH is ${configured}, which is not a browser that runs.`)
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, macChrome].find(runs) ?? findPlaywrightBrowser()
}

/** Returns the path of a Chromium, installed first if necessary. Exits the process with a message if that fails. */
export function ensureBrowser() {
  const found = findBrowser() ?? installWithPlaywright() ?? installWithApt()
  if (found) return found
  fail(
    'The browser tests need Chromium, which could not be installed. Install chromium or google-chrome, or set CHROMIUM_PATH. (npm run check runs everything else.)',
  )
}

function runs(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}

function findPlaywrightBrowser() {
  const script = "import('@playwright/test').then((it) => console.log(it.chromium.executablePath()))"
  const { stdout } = spawnSync(pinnedNode, ['--eval', script], { cwd: root, encoding: 'utf8' })
  const path = stdout?.trim()
  return path && runs(path) ? path : null
}

function installWithPlaywright() {
  console.log('Installing Chromium (playwright install chromium)…')
  const options = { cwd: root, timeout: 600_000, encoding: 'utf8' }
  const { status } = spawnSync(pinnedNode, [playwright, 'install', 'chromium'], options)
  return status === 0 ? findPlaywrightBrowser() : null
}

function installWithApt() {
  if (!canUseApt()) return null
  return ['chromium-headless-shell', 'chromium'].some((name) => aptInstall(name)) ? findBrowser() : null
}
