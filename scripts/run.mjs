// node scripts/run.mjs <file.ts> [arguments]: runs a file of this project on the pinned Node.
// Forwards signals to that process and exits with its exit code.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, fail, pinnedNode, root } from './install.mjs'
import { isMain } from './is-main.mjs'

const duplicateSignalMs = 1000
/** With compiled code at hand, a process starts twice as fast and needs 25 MB less, because it loads no TypeScript compiler. */
export const compileCache = join(root, 'node_modules', '.cache', 'corkboard')
const parent = process.ppid

/** Runs a file and exits with its exit code. If this process is killed, the child sees `disconnect` on its IPC channel. */
export function runOnPinnedNode(file, args, flags = []) {
  const child = spawn(
    pinnedNode,
    ['--disable-warning=ExperimentalWarning', ...flags, join(root, file), ...args],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // In its own process group: Ctrl-C reaches this process, often twice (npm forwards it too), and is forwarded once.
      detached: true,
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
    },
  )
  let lastSignalAt = 0
  const stop = (signal) => {
    const isDuplicate = Date.now() - lastSignalAt < duplicateSignalMs
    lastSignalAt = Date.now()
    if (!isDuplicate) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
  // Replaces the workers of the supervisor.
  process.on('SIGUSR2', () => child.kill('SIGUSR2'))
  // npm sends the signal to a shell between us, which exits without forwarding it: watch for a new parent process.
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && stop('SIGTERM'), 300).unref()
  }
  // A program that started this one with a channel, such as a benchmark, is gone.
  if (process.channel) process.once('disconnect', () => stop('SIGTERM'))
  child.on('error', (error) => fail(`${pinnedNode} failed to start: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

if (isMain(import.meta.url)) {
  const [file, ...args] = process.argv.slice(2)
  if (!file) fail('Usage: node scripts/run.mjs <file.ts> [arguments]')
  ensureInstalled()
  runOnPinnedNode(file, args)
}
