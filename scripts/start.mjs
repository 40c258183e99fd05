// npm start: from a fresh clone to a running site.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runOnPinnedNode } from './run.mjs'

ensureInstalled()
ensureBuilt()
runOnPinnedNode('src/server/main.ts', process.argv.slice(2))
