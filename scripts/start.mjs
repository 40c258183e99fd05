// npm start: from a fresh clone to a running site.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runOnPinnedNode } from './run.mjs'

ensureInstalled()
ensureBuilt()
// A server of small, short answers: collecting garbage early keeps it at half the memory and costs it next to nothing.
// Its threads share one arena of malloc: one for each would keep some 25 MB that nobody uses.
const flags = ['--max-semi-space-size=10', '--max-old-space-size=112']
runOnPinnedNode('src/server/main.ts', process.argv.slice(2), flags, { MALLOC_ARENA_MAX: '1' })
