// npm run test:cluster: a site on several machines, under load and faults. It needs Debian packages; --install installs them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, fail, localBin, root } from './install.mjs'

const packages = {
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  patroni: 'patroni',
  etcd: 'etcd-server',
  'redis-server': 'redis-server',
  pg_ctlcluster: 'postgresql',
}
/** Patroni needs it to reach etcd. */
const furtherPackages = ['python3-etcd', 'python3-psycopg2']

const args = process.argv.slice(2)
ensurePrograms(args.includes('--install'))
ensureInstalled()
ensureBuilt()
const vitest = ['run', '--config', 'test/cluster/vitest.config.ts', '--reporter=verbose']
const { status } = spawnSync(
  join(localBin, 'vitest'),
  [...vitest, ...args.filter((arg) => arg !== '--install')],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
process.exit(status ?? 1)

function ensurePrograms(install) {
  const missing = Object.keys(packages).filter((program) => !isInstalled(program))
  if (missing.length === 0) return
  const command = [
    'apt-get',
    'install',
    '--yes',
    '--no-install-recommends',
    ...Object.values(packages),
    ...furtherPackages,
  ]
  if (!install)
    fail(
      `The cluster test needs ${missing.map((program) => packages[program]).join(', ')}. Install with:\n  ${command.join(' ')}\nor run: npm run test:cluster -- --install`,
    )
  const { status } = spawnSync(command[0], command.slice(1), { stdio: 'inherit' })
  if (status !== 0) fail('The packages could not be installed. Run apt-get update, and try again as root.')
}

function isInstalled(program) {
  return ['/usr/sbin', '/usr/bin'].some((folder) => existsSync(join(folder, program)))
}
