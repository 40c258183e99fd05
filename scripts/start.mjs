// npm start: installs, builds, and starts the site under its supervisor.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runOnPinnedNode } from './run.mjs'

ensureInstalled()
ensureBuilt()
// The supervisor handles no requests, so it needs little memory.
runOnPinnedNode('dist/programs/supervisor.js', process.argv.slice(2), ['--optimize-for-size'])
