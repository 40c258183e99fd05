// npm start: installs, builds, and starts the site under its supervisor.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runOnPinnedNode } from './run.mjs'

ensureInstalled()
ensureBuilt()
// The supervisor handles no requests, so it needs little memory.
runOnPinnedNode('src/server/supervisor/main.ts', process.argv.slice(2), ['--max-semi-space-size=1'])
