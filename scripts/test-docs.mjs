// npm run test:docs [-- arguments of vitest]: follows the documents for operators in a sandbox on this machine.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall, canUseApt } from './apt.mjs'
import { ensureInstalled, fail, localBin, root } from './install.mjs'

/** The packages of the distribution that the documents use, by a file of each. */
const packages = {
  age: '/usr/bin/age',
  caddy: '/usr/bin/caddy',
  curl: '/usr/bin/curl',
  iproute2: '/usr/sbin/ip',
  nginx: '/usr/sbin/nginx',
  openssl: '/usr/bin/openssl',
  'podman-compose': '/usr/bin/podman-compose',
  sudo: '/usr/bin/sudo',
  systemd: '/usr/bin/systemd-analyze',
  zstd: '/usr/bin/zstd',
}

ensureInstalled()
if (process.getuid?.() !== 0)
  fail('npm run test:docs needs root, for a copy of this machine with its own processes and network.')
const missing = Object.entries(packages).filter(([, file]) => !existsSync(file))
if (missing.length > 0 && canUseApt()) aptInstall(...missing.map(([name]) => name))

const args = ['run', '--config', 'test/docs/vitest.config.ts', '--reporter=verbose']
const { status } = spawnSync(join(localBin, 'vitest'), [...args, ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, PATH: [localBin, process.env.PATH].join(delimiter) },
  stdio: 'inherit',
})
process.exit(status ?? 1)
