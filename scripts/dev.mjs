// npm run dev: builds the pages on every change and restarts the server on every change of its own code.
import { spawn } from 'node:child_process'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, pinnedNode, root } from './install.mjs'

ensureInstalled()
ensureBuilt()
const vite = 'node_modules/vite/bin/vite.js'
const children = [
  [vite, 'build', '--watch', '--outDir', 'dist/client'],
  [vite, 'build', '--watch', '--ssr', 'src/web/entry-server.tsx', '--outDir', 'dist/server'],
  ['--disable-warning=ExperimentalWarning', '--watch', 'src/server/main.ts'],
].map((args) => spawn(pinnedNode, args, { cwd: root, stdio: 'inherit' }))

// One of them ending ends all: half a development server only confuses.
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children) child.on('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
