// npm run test:slow [-- arguments of vitest]: runs the tests with the tag `slow`, which npm test leaves out.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, localBin, root } from './install.mjs'

ensureInstalled()
ensureBuilt()
// Vitest would load every file to find the tags, and many start a site.
const isSlow = (file) => /tags: \[[^\]]*'slow'/.test(readFileSync(join(root, file), 'utf8'))
const files = globSync('{src,test}/**/*.test.ts', { cwd: root }).filter(isSlow)

// One file at a time: some tests measure times.
const args = ['run', '--tags-filter=slow', '--maxWorkers=1', '--reporter=verbose', ...files]
const { status } = spawnSync(join(localBin, 'vitest'), [...args, ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, PATH: [localBin, process.env.PATH].join(delimiter) },
  stdio: 'inherit',
})
process.exit(status ?? 1)
