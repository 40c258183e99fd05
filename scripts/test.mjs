// npm test: every check, in order, up to the first that fails; npm run check (--no-browser) leaves out the browser.
// The totals at the end are the runners' own, read from their reports.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, localBin, root } from './install.mjs'

const withBrowser = !process.argv.includes('--no-browser')

ensureInstalled()
const env = { ...process.env, PATH: [localBin, process.env.PATH].join(delimiter) }
if (withBrowser) env.CHROMIUM_PATH = ensureBrowser()

const reports = mkdtempSync(join(tmpdir(), 'corkboard-reports-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')
const totals = []

step('format and lint', 'biome', ['ci', '.'])
step('types', 'tsc', ['--noEmit'])
step('dead code', 'knip', [])
ensureBuilt()
runner(
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  () => {
    const report = readReport(vitestReport)
    const skipped = report.numPendingTests + report.numTodoTests
    return { passed: report.numPassedTests, failed: report.numFailedTests, skipped }
  },
)
if (withBrowser) {
  env.PLAYWRIGHT_JSON_OUTPUT_NAME = playwrightReport
  runner('playwright', ['test', '--reporter=line,json'], () => {
    const { stats } = readReport(playwrightReport)
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
  })
}
printTotals()

function step(what, command, args) {
  console.log(`\n— ${what}: ${[command, ...args].join(' ')}`)
  const { status, signal } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) stop(`${what} failed (${command} ended with ${signal ?? `code ${status}`})`)
}

/** A runner of tests: it must end well and must have run some. */
function runner(name, args, read) {
  console.log(`\n— tests: ${name}`)
  const { status } = spawnSync(name, args, { cwd: root, env, stdio: 'inherit' })
  const counted = counts(read)
  if (!counted) stop(`${name} failed before it could report (code ${status})`)
  totals.push({ name, ...counted })
  if (status !== 0 || counted.failed > 0) stop(`${name} failed`)
  if (counted.passed === 0) stop(`${name} ran no test`)
}

function counts(read) {
  try {
    return read()
  } catch {
    return null
  }
}

function readReport(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function stop(why) {
  console.error(`\nStopped: ${why}.`)
  printTotals()
  process.exit(1)
}

function printTotals() {
  if (totals.length === 0) return
  console.log('')
  for (const total of totals) console.log(`${total.name}: ${words(total)}`)
  const sum = (key) => totals.reduce((all, total) => all + total[key], 0)
  console.log(words({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }))
}

function words({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
