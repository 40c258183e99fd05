// npm test: runs every check. npm run check (--no-browser) leaves out the browser tests.
// Static checks run while the pages are built; then Vitest and Playwright run at the same time, because each waits half of
// the time. Tests that measure time (tag `timed`) run last, alone. The totals printed at the end come from the test
// runners' own reports.
import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, localBin, root } from './install.mjs'
import { compileCache } from './run.mjs'
import { failedInPlaywright, failedInVitest, flakyInPlaywright } from './test-failures.mjs'
import { slowest, timesInPlaywright, timesInVitest } from './test-times.mjs'

const withBrowser = !process.argv.includes('--no-browser')

ensureInstalled()
const env = {
  NODE_COMPILE_CACHE: compileCache,
  ...process.env,
  PATH: [localBin, process.env.PATH].join(delimiter),
}
if (withBrowser) {
  env.CHROMIUM_PATH = ensureBrowser()
  console.log(`Browser: ${env.CHROMIUM_PATH}`)
  // A page takes less than half the processor time in it.
  if (!/headless-?shell/.test(env.CHROMIUM_PATH)) console.log('chromium-headless-shell is faster.')
}

const reports = mkdtempSync(join(tmpdir(), 'corkboard-reports-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
const slowestFiles = 15
const totals = []
const failedTests = []
const flakyTests = []

const checks = Promise.all([
  runCheck('format and lint', 'biome', ['ci', '.']),
  runCheck('types', 'tsc', ['--noEmit']),
  runCheck('dead code', 'knip', []),
  runCheck('catalogs', 'node', ['scripts/locales.ts', '--check']),
])
ensureBuilt()
if ((await checks).includes(false)) stop('a static check failed')

const failures = []
const [untimed, playwright] = await Promise.all([
  runTests(vitest('vitest', '!slow and !timed')),
  withBrowser ? runTests(playwrightRunner()) : null,
])
const timed = await runTests(
  vitest('vitest, timed', '!slow and timed', ['--maxWorkers=1', ...filesWithTimedTests()]),
)
addTotals('vitest', untimed, timed)
if (playwright) addTotals('playwright', playwright)
printSlowest([untimed, playwright, timed])
if (failures.length > 0) stop(failures.join('; '))
printTotals()

/** Vitest with the tests that match the filter of tags. `rest` are options, and files if not all are meant. */
function vitest(name, tagsFilter, rest = []) {
  const report = join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return {
    name,
    command: 'vitest',
    args: ['run', `--tags-filter=${tagsFilter}`, ...reporters, ...rest],
    readResults() {
      const results = readReport(report)
      const skipped = results.numPendingTests + results.numTodoTests
      return {
        totals: { passed: results.numPassedTests, failed: results.numFailedTests, skipped },
        failedTests: failedInVitest(results, root),
        times: timesInVitest(results, root),
      }
    },
  }
}

function playwrightRunner() {
  const report = join(reports, 'playwright.json')
  return {
    name: 'playwright',
    command: 'playwright',
    args: ['test', '--grep-invert=@slow', '--reporter=line,json'],
    variables: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    readResults() {
      const results = readReport(report)
      const { expected, flaky, unexpected, skipped } = results.stats
      return {
        totals: { passed: expected + flaky, failed: unexpected, skipped, flaky },
        failedTests: failedInPlaywright(results, root),
        flakyTests: flakyInPlaywright(results, root),
        times: timesInPlaywright(results, root),
      }
    },
  }
}

/** Returns the test files that contain the name of the tag, so that Vitest need not load the others to find none. */
function filesWithTimedTests() {
  return ['src', 'test', 'bench']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.test.ts') && /\btimed\b/.test(readFileSync(join(root, file), 'utf8')))
}

/** Runs a static check and prints its output if it fails. Resolves to whether it passed. */
async function runCheck(label, command, args) {
  const started = performance.now()
  const { code, output } = await run(command, args)
  const passed = code === 0
  console.log(`${passed ? '✓' : '✗'} ${label}: ${[command, ...args].join(' ')} (${secondsSince(started)} s)`)
  if (!passed) process.stdout.write(output)
  return passed
}

/**
 * Runs a test runner and returns its results, or null without a report. It fails if it exits non-zero, reports a failure,
 * or ran no test.
 */
async function runTests({ name, command, args, variables, readResults }) {
  const started = performance.now()
  const logFile = join(reports, `${name}.log`)
  const progress = setInterval(() => {
    console.log(`${name} after ${secondsSince(started)} s: ${lastLines(logFile, 1)}`)
  }, 60_000)
  const { code } = await run(command, args, { logFile, variables })
  const results = tryRead(readResults)
  const passed = code === 0 && results !== null && results.totals.failed === 0 && results.totals.passed > 0
  clearInterval(progress)
  console.log(`\n${name} ${passed ? 'passed' : 'failed'} after ${secondsSince(started)} s`)
  process.stdout.write(passed ? `${lastLines(logFile, 6)}\n` : readFileSync(logFile))
  if (passed) return results
  if (!results) {
    failures.push(`${name} failed before it could report (exit code ${code})`)
    return null
  }
  // An error outside a test is only in the output.
  if (results.failedTests.length === 0) results.failedTests.push(lastLines(logFile, 15))
  failures.push(results.totals.passed === 0 ? `${name} ran no test` : `${name} failed`)
  return results
}

/** Adds the results of a runner. A second run contains only tests that the first one skipped. */
function addTotals(name, first, second) {
  for (const results of [first, second]) failedTests.push(...(results?.failedTests ?? []))
  flakyTests.push(...(first?.flakyTests ?? []))
  if (!first) return
  const { passed = 0, failed = 0 } = second?.totals ?? {}
  totals.push({
    name,
    passed: first.totals.passed + passed,
    failed: first.totals.failed + failed,
    skipped: first.totals.skipped - passed - failed,
    flaky: first.totals.flaky ?? 0,
  })
}

/** Runs a command, with its output in a file or, without one, in memory. */
function run(command, args, { logFile, variables } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
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

function printSlowest(runs) {
  const lines = slowest(
    runs.flatMap((results) => results?.times ?? []),
    slowestFiles,
  )
  console.log(`\nThe files that took longest:\n${lines.join('\n')}`)
}

function printTotals() {
  if (totals.length === 0) return
  console.log('')
  for (const total of totals) console.log(`${total.name}: ${formatTotals(total)}`)
  const sum = (key) => totals.reduce((all, total) => all + total[key], 0)
  const all = {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    flaky: sum('flaky'),
  }
  console.log(formatTotals(all))
  if (flakyTests.length > 0) console.log(`\nFlaky, passed when they were repeated:\n${flakyTests.join('\n')}`)
}

function formatTotals({ passed, failed, skipped, flaky }) {
  const others = [...(skipped > 0 ? [`${skipped} skipped`] : []), ...(flaky > 0 ? [`${flaky} flaky`] : [])]
  return [`${passed} passed`, `${failed} failed`, ...others].join(', ')
}
