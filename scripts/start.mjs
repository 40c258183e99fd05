// npm start: installs, builds, and starts the site.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runOnPinnedNode } from './run.mjs'

ensureInstalled()
ensureBuilt()
// Responses are small and short-lived: collecting garbage early halves the memory at almost no cost. One malloc arena for
// all threads saves about 25 MB.
const flags = ['--max-semi-space-size=10', '--max-old-space-size=112']
runOnPinnedNode('src/server/main.ts', process.argv.slice(2), flags, { MALLOC_ARENA_MAX: '1' })
