// npm test: runs every check. npm run check (--no-browser) leaves out the browser tests.
// Static checks run in parallel; then Vitest and Playwright run one after the other, because tests of timeouts and load
// shedding fail on an overloaded machine. The totals printed at the end come from the test runners' own reports.
import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, localBin, root } from './install.mjs'
import { failedInPlaywright, failedInVitest } from './test-failures.mjs'

const withBrowser = !process.argv.includes('--no-browser')

ensureInstalled()
const env = { ...process.env, PATH: [localBin, process.env.PATH].join(delimiter) }
if (withBrowser) env.CHROMIUM_PATH = ensureBrowser()

const reports = mkdtempSync(join(tmpdir(), 'corkboard-reports-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')
env.PLAYWRIGHT_JSON_OUTPUT_NAME = playwrightReport

const totals = []
const failedTests = []

const checks = await Promise.all([
  runCheck('format and lint', 'biome', ['ci', '.']),
  runCheck('types', 'tsc', ['--noEmit']),
  runCheck('dead code', 'knip', []),
])
if (checks.includes(false)) stop('a static check failed')
ensureBuilt()

const runners = [
  {
    name: 'vitest',
    args: [
      'run',
      '--tags-filter=!slow',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ],
    readResults() {
      const report = readReport(vitestReport)
      const skipped = report.numPendingTests + report.numTodoTests
      return {
        totals: { passed: report.numPassedTests, failed: report.numFailedTests, skipped },
        failedTests: failedInVitest(report, root),
      }
    },
  },
  {
    name: 'playwright',
    args: ['test', '--grep-invert=@slow', '--reporter=line,json'],
    readResults() {
      const report = readReport(playwrightReport)
      const { expected, flaky, unexpected, skipped } = report.stats
      return {
        totals: { passed: expected + flaky, failed: unexpected, skipped },
        failedTests: failedInPlaywright(report, root),
      }
    },
  },
].filter(({ name }) => withBrowser || name !== 'playwright')

const failures = []
for (const runner of runners) {
  const { results, failure } = await runTests(runner)
  if (results) {
    totals.push({ name: runner.name, ...results.totals })
    failedTests.push(...results.failedTests)
  }
  if (failure) failures.push(failure)
}
if (failures.length > 0) stop(failures.join('; '))
printTotals()

/** Runs a static check and prints its output if it fails. Resolves to whether it passed. */
async function runCheck(label, command, args) {
  const started = performance.now()
  const { code, output } = await run(command, args)
  const passed = code === 0
  console.log(`${passed ? '✓' : '✗'} ${label}: ${[command, ...args].join(' ')} (${secondsSince(started)} s)`)
  if (!passed) process.stdout.write(output)
  return passed
}

/** Runs a test runner. It fails if it exits non-zero, reports a failure, or ran no test. */
async function runTests({ name, args, readResults }) {
  const started = performance.now()
  const logFile = join(reports, `${name}.log`)
  const progress = setInterval(() => {
    console.log(`${name} after ${secondsSince(started)} s: ${lastLines(logFile, 1)}`)
  }, 60_000)
  const { code } = await run(name, args, logFile)
  const results = tryRead(readResults)
  const passed = code === 0 && results !== null && results.totals.failed === 0 && results.totals.passed > 0
  clearInterval(progress)
  console.log(`\n${name} ${passed ? 'passed' : 'failed'} after ${secondsSince(started)} s`)
  process.stdout.write(passed ? `${lastLines(logFile, 6)}\n` : readFileSync(logFile))
  if (passed) return { results }
  if (!results) return { failure: `${name} failed before it could report (exit code ${code})` }
  // An error outside a test is only in the output.
  if (results.failedTests.length === 0) results.failedTests.push(lastLines(logFile, 15))
  return { results, failure: results.totals.passed === 0 ? `${name} ran no test` : `${name} failed` }
}

/** Runs a command, with its output in a file or, without one, in memory. */
function run(command, args, logFile) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const file = logFile && createWriteStream(logFile)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (chunk) => {
        if (file) file.write(chunk)
        else output += chunk
      })
    }
    child.on('error', (error) => resolve({ code: 1, output: `${error.message}\n` }))
    child.on('close', (code) => {
      if (file) file.end(() => resolve({ code, output }))
      else resolve({ code, output })
    })
  })
}

function lastLines(file, count) {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n')
}

function secondsSince(started) {
  return ((performance.now() - started) / 1000).toFixed(1)
}

function tryRead(read) {
  try {
    return read()
  } catch {
    return null
  }
}

function readReport(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function stop(reason) {
  console.error(`\nStopped: ${reason}.`)
  printTotals()
  // Last, because CI keeps only the end of the output.
  if (failedTests.length > 0) console.log(`\nFailed:\n${failedTests.join('\n')}`)
  process.exit(1)
}

function printTotals() {
  if (totals.length === 0) return
  console.log('')
  for (const total of totals) console.log(`${total.name}: ${formatTotals(total)}`)
  const sum = (key) => totals.reduce((all, total) => all + total[key], 0)
  console.log(formatTotals({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }))
}

function formatTotals({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
