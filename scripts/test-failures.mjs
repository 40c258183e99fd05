// Lists the failed tests of the JSON reports of Vitest and Playwright.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const maxLineLength = 900
/** The rest of a message is a stack trace or source code. */
const maxMessageLines = 8
const maxSnapshotLines = 25

/** Returns one line per failed test, or file that could not be loaded, of Vitest's JSON report: file, name, and error. */
export function failedInVitest({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [lineOf(file, 'the file failed', message)]
    return failed.map(({ fullName, failureMessages }) => lineOf(file, fullName, failureMessages[0]))
  })
}

/** Returns one line per failed test, and per error outside a test, of Playwright's JSON report. */
export function failedInPlaywright(report, root) {
  return [
    ...failuresOf(report, root, ({ ok }) => !ok),
    ...report.errors.map(({ message }) => lineOf('playwright', 'outside a test', message)),
  ]
}

/** Returns one line per test that failed and then passed when it was repeated. */
export const flakyInPlaywright = (report, root) =>
  failuresOf(report, root, ({ tests }) => tests.some(({ status }) => status === 'flaky'))

/** Returns the first failure of each of these specs. It is followed by what the page showed. */
function failuresOf({ suites, config }, root, isWanted) {
  const specs = suites.flatMap((suite) => specsIn(suite, []))
  return specs.filter(isWanted).map(({ file, line, titles, tests }) => {
    const attempt = tests.flatMap(({ results }) => results).find(({ error }) => error)
    const folder = relative(root, config.rootDir)
    const failure = lineOf(`${folder}/${file}:${line}`, titles.join(' › '), attempt?.error.message)
    return [failure, ...snapshotOf(attempt)].join('\n')
  })
}

/** Returns the specs of a suite and of those in it, each with the titles that lead to it. The outermost suite is a file. */
function specsIn({ specs = [], suites = [] }, parents) {
  return [
    ...specs.map((spec) => ({ ...spec, titles: [...parents, spec.title] })),
    ...suites.flatMap((suite) => specsIn(suite, [...parents, suite.title])),
  ]
}

/** Returns what Playwright describes of the page, from its main element on, or nothing without a description. */
function snapshotOf(attempt) {
  const path = attempt?.attachments.find(({ name }) => name === 'error-context')?.path
  if (!path) return []
  const [, snapshot = ''] = /^```yaml\n(.*?)^```/ms.exec(readFileSync(path, 'utf8')) ?? []
  const lines = snapshot.trimEnd().split('\n')
  const main = lines.findIndex((line) => /^\s*- main\b/.test(line))
  return lines.slice(Math.max(main, 0)).slice(0, maxSnapshotLines)
}

function lineOf(file, name, message) {
  const text = stripVTControlCharacters(message ?? '').trim()
  const lines = text.split('\n').map((line) => line.trim())
  const error = lines
    .filter((line) => line && !line.startsWith('at '))
    .slice(0, maxMessageLines)
    .join(' ')
  return `✗ ${file} › ${name}: ${error || 'no message'}`.slice(0, maxLineLength)
}
