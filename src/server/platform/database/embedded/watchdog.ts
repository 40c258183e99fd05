// Owns that PostgreSQL never outlives us: a small shell holds the other end of a pipe, and when that closes without a
// farewell, because we were killed, it stops the server.
import { type ChildProcess, spawn } from 'node:child_process'
import { type RunAs, spawnedAs } from './unprivileged-user.ts'

/** Lines in: a pid to watch, `none`, or `done`. The pid file tells a living server from a reused pid or a zombie. */
const SCRIPT = `
trap '' HUP INT TERM
pid=none
while read -r word; do
  [ "$word" = done ] && exit 0
  pid=$word
done
lives() {
  read -r current < "$1/postmaster.pid" && [ "$current" = "$pid" ] && kill -0 "$pid"
}
for signal in INT QUIT KILL; do
  seconds=0
  lives "$1" && kill -$signal "$pid"
  while lives "$1"; do
    [ $seconds -ge 15 ] && break
    sleep 1
    seconds=$((seconds + 1))
  done
done
`

// A pause, so that a shell that cannot live is not started in a tight loop.
const RESPAWN_MS = 500

export type Watchdog = { watch(pid: number | null): void; dismiss(): void }

export function startWatchdog(user: RunAs, cluster: string): Watchdog {
  let word = 'none'
  let dismissed = false
  let shell = spawnShell()

  function spawnShell(): ChildProcess {
    const spawned = spawn('/bin/sh', ['-c', SCRIPT, 'corkboard-watchdog', cluster], {
      ...spawnedAs(user, '/'),
      // Its own session, so that a terminal's Ctrl-C or closing reaches only the server it watches over.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    spawned.on('error', () => {})
    spawned.stdin?.on('error', () => {})
    spawned.on('exit', () => {
      setTimeout(() => {
        if (!dismissed) shell = spawnShell()
      }, RESPAWN_MS).unref()
    })
    spawned.unref()
    say(spawned, word)
    return spawned
  }

  return {
    watch(pid) {
      word = pid === null ? 'none' : String(pid)
      say(shell, word)
    },
    dismiss() {
      dismissed = true
      say(shell, 'done')
      shell.stdin?.end()
    },
  }
}

function say(shell: ChildProcess, word: string): void {
  if (shell.stdin?.writable) shell.stdin.write(`${word}\n`)
}
