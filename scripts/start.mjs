// npm start: from a fresh clone to a running site.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runOnPinnedNode } from './run.mjs'

ensureInstalled()
ensureBuilt()
// A server of small, short answers: collecting garbage early keeps it at half the memory and costs it next to nothing.
const flags = ['--max-semi-space-size=10', '--max-old-space-size=128']
runOnPinnedNode('src/server/main.ts', process.argv.slice(2), flags)
