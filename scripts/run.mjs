// node scripts/run.mjs <file.ts> [arguments]: runs a file of ours on the pinned Node.
// Owns how signals and exit codes pass between a terminal or supervisor and that process.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, fail, pinnedNode, root } from './install.mjs'
import { isMain } from './is-main.mjs'

const SAME_SIGNAL_MS = 1000
const parent = process.ppid

/** `settings` are environment variables for it, unless set otherwise. Runs the file and ends this process as it ends. It sees `disconnect` should this process be killed. */
export function runOnPinnedNode(file, args, flags = [], settings = {}) {
  const child = spawn(
    pinnedNode,
    ['--disable-warning=ExperimentalWarning', ...flags, join(root, file), ...args],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // Out of the terminal's reach: a Ctrl-C comes to us, often twice (npm passes it on too), and goes on once.
      detached: true,
      env: { ...settings, ...process.env },
    },
  )
  let lastSignalAt = 0
  const stop = (signal) => {
    const isEcho = Date.now() - lastSignalAt < SAME_SIGNAL_MS
    lastSignalAt = Date.now()
    if (!isEcho) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
  // npm passes a signal to a shell between us, which dies of it without a word to us.
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && stop('SIGTERM'), 300).unref()
  }
  child.on('error', (error) => fail(`${pinnedNode} could not be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

if (isMain(import.meta.url)) {
  const [file, ...args] = process.argv.slice(2)
  if (!file) fail('Say which file to run: node scripts/run.mjs <file.ts> [arguments]')
  ensureInstalled()
  runOnPinnedNode(file, args)
}
