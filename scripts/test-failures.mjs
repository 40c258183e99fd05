// Lists the failed tests of the JSON reports of Vitest and Playwright.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const maxLineLength = 600
/** The rest of a message is a stack trace or source code. */
const maxMessageLines = 4

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
export function failedInPlaywright({ suites, errors, config }, root) {
  const specs = suites.flatMap((suite) => specsIn(suite, []))
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, line, titles, tests }) => {
        const attempt = tests.flatMap(({ results }) => results).find(({ error }) => error)
        const folder = relative(root, config.rootDir)
        return lineOf(`${folder}/${file}:${line}`, titles.join(' › '), attempt?.error.message)
      }),
    ...errors.map(({ message }) => lineOf('playwright', 'outside a test', message)),
  ]
}

/** Returns the specs of a suite and of those in it, each with the titles that lead to it. The outermost suite is a file. */
function specsIn({ specs = [], suites = [] }, parents) {
  return [
    ...specs.map((spec) => ({ ...spec, titles: [...parents, spec.title] })),
    ...suites.flatMap((suite) => specsIn(suite, [...parents, suite.title])),
  ]
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
