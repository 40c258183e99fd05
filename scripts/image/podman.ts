/** Runs podman with separate storage, in a way that also works inside virtual machines without systemd. */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

export type Podman = {
  /** Returns what podman prints. Throws with its errors if it fails. */
  run(...args: string[]): string
  /** Returns the output and the exit code. */
  tryRun(...args: string[]): { code: number; output: string }
}

/** Some systems give root a hard limit that it may not raise to podman's defaults. */
const limits = ['--ulimit', 'nofile=1024:4096', '--ulimit', 'nproc=4000:4000']
/** runc supports the older control groups too. */
const hasRunc = spawnSync('runc', ['--version']).status === 0

/** Options for every container of the test: the host's network, because a bridge needs more tools. */
export const containerOptions = ['--network=host', ...limits]

export function createPodman(folder: string): Podman {
  if (spawnSync('podman', ['--version']).status !== 0)
    throw new Error('podman is not installed (Debian: apt-get install podman buildah runc mmdebstrap).')
  mkdirSync(folder, { recursive: true })
  const global = [
    ...['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')],
    ...['--storage-driver', 'overlay', '--cgroup-manager', 'cgroupfs', '--events-backend', 'file'],
    ...(hasRunc ? ['--runtime', 'runc'] : []),
  ]
  const tryRun = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('podman', [...global, ...args], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    })
    return { code: status ?? 1, output: `${stdout}${status === 0 ? '' : stderr}`.trim() }
  }
  return {
    tryRun,
    run(...args) {
      const { code, output } = tryRun(...args)
      if (code === 0) return output
      throw new Error(`podman ${args.join(' ')} failed:\n${output.slice(-4000)}`)
    },
  }
}
