/** Ensures that PostgreSQL never outlives this process: a small shell stops it when a pipe closes without `done`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { type RunAs, spawnOptions } from './unprivileged-user.ts'

/** Reads lines: a pid to watch, `none`, or `done`. The pid file tells a live server from a reused pid or a zombie. */
const script = `
trap '' HUP INT TERM
pid=none
while read -r line; do
  [ "$line" = done ] && exit 0
  pid=$line
done
is_running() {
  read -r current < "$1/postmaster.pid" && [ "$current" = "$pid" ] && kill -0 "$pid"
}
for signal in INT QUIT KILL; do
  seconds=0
  is_running "$1" && kill -$signal "$pid"
  while is_running "$1"; do
    [ $seconds -ge 15 ] && break
    sleep 1
    seconds=$((seconds + 1))
  done
done
`

/** Prevents a tight loop if the shell cannot run. */
const respawnDelayMs = 500

export function startWatchdog(user: RunAs, cluster: string) {
  let line = 'none'
  let stopped = false
  let shell = spawnShell()

  function spawnShell(): ChildProcess {
    const spawned = spawn('/bin/sh', ['-c', script, 'corkboard-watchdog', cluster], {
      ...spawnOptions(user, '/'),
      // In its own session, it survives a terminal's Ctrl-C or close.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    spawned.on('error', () => {})
    spawned.stdin?.on('error', () => {})
    spawned.on('exit', () => {
      setTimeout(() => {
        if (!stopped) shell = spawnShell()
      }, respawnDelayMs).unref()
    })
    spawned.unref()
    send(spawned, line)
    return spawned
  }

  return {
    watch(pid: number | null) {
      line = pid === null ? 'none' : String(pid)
      send(shell, line)
    },
    stop() {
      stopped = true
      send(shell, 'done')
      shell.stdin?.end()
    },
  }
}

function send(shell: ChildProcess, line: string): void {
  if (shell.stdin?.writable) shell.stdin.write(`${line}\n`)
}
