// npm run test:faults [-- arguments of vitest]: injects faults into running sites. test/faults/README.md lists them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall, canUseApt } from './apt.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, localBin, root } from './install.mjs'

/** The packages of the distribution that inject faults, by a file of each. */
const packages = { strace: '/usr/bin/strace', faketime: '/usr/bin/faketime' }

ensureInstalled()
ensureBuilt()
const missing = Object.entries(packages).filter(([, file]) => !existsSync(file))
if (missing.length > 0 && canUseApt()) aptInstall(...missing.map(([name]) => name))

const args = ['run', '--config', 'test/faults/vitest.config.ts', '--reporter=verbose']
const { status } = spawnSync(join(localBin, 'vitest'), [...args, ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, PATH: [localBin, process.env.PATH].join(delimiter) },
  stdio: 'inherit',
})
process.exit(status ?? 1)
