// npm run test:browsers: one journey in Firefox and in WebKitGTK, with its totals at the end.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, localBin, root } from './install.mjs'
import { ensureOtherBrowsers } from './other-browsers.mjs'

ensureInstalled()
const browsers = ensureOtherBrowsers()
ensureBuilt()
const args = ['run', '--config', 'test/browsers/vitest.config.ts', '--reporter=verbose']
const { status } = spawnSync(join(localBin, 'vitest'), [...args, ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, ...browsers },
  stdio: 'inherit',
})
process.exit(status ?? 1)
