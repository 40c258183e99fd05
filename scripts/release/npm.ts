import { spawnSync } from 'node:child_process'

const maxBytes = 256 * 1024 * 1024

/** Runs npm and returns what it printed. */
export function runNpm(cwd: string, parameters: string[]) {
  return spawnSync('npm', parameters, { cwd, encoding: 'utf8', maxBuffer: maxBytes })
}
