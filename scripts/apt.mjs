// Installs packages of the distribution, for browsers that npm does not have.
import { spawnSync } from 'node:child_process'

/** Whether this process may install packages with apt-get. */
export const canUseApt = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0

/** Installs one or more packages. Returns whether that succeeded, and prints apt-get's errors if not. */
export function aptInstall(...packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update'], { env })
  console.log(`Installing ${packages.join(', ')} (apt-get install)…`)
  const args = ['install', '-y', '--no-install-recommends', ...packages]
  const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8', maxBuffer: 1e8 })
  if (status !== 0) process.stderr.write(stderr ?? '')
  return status === 0
}
