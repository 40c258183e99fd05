// npm run test:fuzz [runs]: sends each call, page, and form many generated requests, and reads as many broken calendars, with a new
// seed every time.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, localBin, root } from './install.mjs'

const [runs = '500'] = process.argv.slice(2)

const files = [
  'test/security/properties.test.ts',
  'test/security/rules.test.ts',
  'test/calendars/broken-calendars.test.ts',
]

ensureInstalled()
ensureBuilt()
const { status } = spawnSync(join(localBin, 'vitest'), ['run', ...files], {
  cwd: root,
  env: { FUZZ_SEED: String(randomInt(2 ** 31)), ...process.env, FUZZ_RUNS: runs },
  stdio: 'inherit',
})
process.exit(status ?? 1)
