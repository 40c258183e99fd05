// Lists the test files that take longest, from the JSON reports of Vitest and Playwright.
import { relative } from 'node:path'

/** Returns the seconds that each file took, by its path. */
export const timesInVitest = ({ testResults }, root) =>
  testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }))

/** Returns the seconds that the tests of each file took, by its path. */
export const timesInPlaywright = ({ suites, config }, root) =>
  suites.map((suite) => ({
    file: `${relative(root, config.rootDir)}/${suite.file}`,
    seconds: durationOf(suite) / 1000,
  }))

function durationOf({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  return [...results.map(({ duration }) => duration), ...suites.map(durationOf)].reduce((a, b) => a + b, 0)
}

/** Returns one line per file, the slowest first. */
export const slowest = (times, count) =>
  times
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s ${file}`)
