// npm run test:slow [-- part of a path …]: runs the tests with the tag `slow`, which npm test leaves out.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, localBin, root } from './install.mjs'

ensureInstalled()
const PATH = [localBin, process.env.PATH].join(delimiter)
const env = { ...process.env, PATH, CHROMIUM_PATH: ensureBrowser() }
ensureBuilt()
// Vitest would load every file to find the tags, and many files start a site.
const isSlow = (file) => /tags: \[[^\]]*'slow'|slowUnless\(/.test(readFileSync(join(root, file), 'utf8'))
const hasSlowJourney = (file) => /@slow|slowJourneyUnless\(/.test(readFileSync(join(root, file), 'utf8'))
const chosen = process.argv.slice(2)
const isChosen = (file) => chosen.length === 0 || chosen.some((part) => file.includes(part))
const [files, journeys] = ['{src,bench,test}/**/*.test.ts', 'test/e2e/*.test.ts'].map((pattern) =>
  globSync(pattern, { cwd: root }).filter(isChosen),
)
const slowFiles = files.filter((file) => !journeys.includes(file) && isSlow(file))
const slowJourneys = journeys.filter(hasSlowJourney)

const passed = [
  // One file at a time: some tests measure times.
  slowFiles.length === 0 ||
    run('vitest', ['run', '--tags-filter=slow', '--maxWorkers=1', '--reporter=verbose', ...slowFiles]),
  slowJourneys.length === 0 ||
    run('playwright', ['test', '--grep=@slow', '--reporter=line', ...slowJourneys]),
]
process.exit(passed.includes(false) ? 1 : 0)

function run(command, args) {
  const { status } = spawnSync(join(localBin, command), args, { cwd: root, env, stdio: 'inherit' })
  return status === 0
}
