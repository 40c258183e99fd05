// npm run test:slow: runs the tests with the tag `slow`, which npm test leaves out.
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
const isSlow = (file) => /tags: \[[^\]]*'slow'/.test(readFileSync(join(root, file), 'utf8'))
const files = globSync('{src,test}/**/*.test.ts', { cwd: root }).filter(isSlow)

const passed = [
  // One file at a time: some tests measure times.
  run('vitest', ['run', '--tags-filter=slow', '--maxWorkers=1', '--reporter=verbose', ...files]),
  run('playwright', ['test', '--grep=@slow', '--reporter=line']),
]
process.exit(passed.includes(false) ? 1 : 0)

function run(command, args) {
  const { status } = spawnSync(join(localBin, command), args, { cwd: root, env, stdio: 'inherit' })
  return status === 0
}
