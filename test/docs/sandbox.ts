/**
 * A copy of this machine in which documents can be followed to the letter: an overlay of its files, and its own processes and network.
 * Nothing that happens there is left behind. Needs root and Linux.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitFor } from '../support/checks/emails.ts'

type RunOptions = {
  user?: string
  folder?: string
  env?: Record<string, string>
  /** The network of this machine, for installing packages. */
  online?: boolean
}

export type Sandbox = {
  /** Runs a script with bash, which stops at the first error. Returns what it prints. Throws if it fails. */
  run: (script: string, options?: RunOptions) => string
  /** The same, returning the exit code and all that it prints. */
  tryRun: (script: string, options?: RunOptions) => { code: number; output: string }
  /** Starts a script that keeps running. */
  start: (script: string, options?: RunOptions) => ChildProcess
  remove: () => void
}

const repository = fileURLToPath(new URL('../../', import.meta.url))
const node = join(repository, 'node_modules/node/bin/node')
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** The first process of the sandbox. It mounts everything and then only waits. */
const setUp = (folder: string) => `
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs ${folder}
mkdir ${folder}/upper ${folder}/work ${folder}/root
mount -t overlay overlay -o lowerdir=/,upperdir=${folder}/upper,workdir=${folder}/work ${folder}/root
cd ${folder}/root
mount --rbind /dev dev
mount --rbind /sys sys
mount -t proc proc proc
mount -t tmpfs tmpfs run
ip link set lo up
printf '#!/bin/sh\\nexec ${node} --disable-warning=ExperimentalWarning ${repository}test/docs/systemctl.ts "$@"\\n' > usr/local/bin/systemctl
chmod +x usr/local/bin/systemctl
mkdir outside
pivot_root . outside
cd /
umount --lazy outside
touch /ready
# Not exec: bash collects processes whose parent is gone.
while true; do sleep 3600; done`

export async function createSandbox(): Promise<Sandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'corkboard-docs-'))
  const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child=KILL']
  const holder = spawn('unshare', [...namespaces, 'bash', '-c', setUp(folder)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const first = await waitFor('the sandbox', async () => {
    const child = Number(readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim())
    const ready = child && spawnSync('nsenter', ['--target', `${child}`, '--mount', 'test', '-e', `/ready`])
    return ready && ready.status === 0 ? child : undefined
  })

  function commandFor(script: string, { user = 'root', folder: cwd, env = {}, online }: RunOptions) {
    const home = user === 'root' ? '/root' : `/home/${user}`
    const variables = { PATH: path, HOME: home, USER: user, ...env }
    return [
      ...['--target', `${first}`, '--mount', '--pid', ...(online ? [] : ['--net'])],
      ...['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'],
      ...[
        'env',
        '-i',
        `--chdir=${cwd ?? home}`,
        ...Object.entries(variables).map(([key, value]) => `${key}=${value}`),
      ],
      ...['bash', '-ec', script],
    ]
  }

  const tryRun = (script: string, options: RunOptions = {}) => {
    const { status, stdout, stderr } = spawnSync('nsenter', commandFor(script, options), {
      encoding: 'utf8',
      timeout: 900_000,
    })
    return { code: status ?? 1, output: `${stdout}${stderr}` }
  }
  return {
    tryRun,
    run(script, options) {
      const { code, output } = tryRun(script, options)
      if (code === 0) return output
      throw new Error(`This failed with exit code ${code}:\n${script}\n${output}`)
    },
    start: (script, options = {}) => spawn('nsenter', commandFor(script, options), { stdio: 'pipe' }),
    remove() {
      holder.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
