// npm run dev: starts the development server. See scripts/dev-server.ts.
import { ensureInstalled } from './install.mjs'
import { runOnPinnedNode } from './run.mjs'

ensureInstalled()
runOnPinnedNode('scripts/dev-server.ts', process.argv.slice(2))
