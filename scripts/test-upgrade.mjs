// npm run test:upgrade: runs the previous version's HTTP tests on this version's schema, because during a rolling restart
// both versions work on one database. The previous version is the last commit before the first migration that is newer
// than the one named in migrations/previous-version.txt.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, fail, localBin, root } from './install.mjs'

/** They test the migrations of their own version, not the program on a schema. */
const excluded = [
  'src/server/platform/database/migrate.test.ts',
  'src/server/platform/database/migration-*.test.ts',
]

ensureInstalled()
const commit = previousCommit()
if (commit === null) {
  console.log('There is no migration since the previous version, so there is nothing to test.')
  process.exit(0)
}
const checkout = mkdtempSync(join(tmpdir(), 'corkboard-previous-'))
process.once('exit', () => {
  rmSync(checkout, { recursive: true, force: true })
  git('worktree', 'prune')
})
// Node runs these after the program that is running has ended, and then the cleanup above.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
console.log(`The previous version is ${git('log', '-1', '--format=%h %s', commit)}`)
git('worktree', 'add', '--force', '--detach', checkout, commit)
installInto(checkout)
// The previous version's own migrations are among them, unchanged.
rmSync(join(checkout, 'migrations'), { recursive: true })
cpSync(join(root, 'migrations'), join(checkout, 'migrations'), { recursive: true })

const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: checkout, stdio: 'inherit' })
if (built.status !== 0) fail('The previous version could not be built.')
const args = [
  'run',
  // The limits of this version: those of the previous one may be too short for a busy machine.
  ...['--testTimeout=120000', '--hookTimeout=120000'],
  ...excluded.flatMap((file) => ['--exclude', file]),
  ...process.argv.slice(2),
]
const { status } = spawnSync(join(localBin, 'vitest'), args, { cwd: checkout, stdio: 'inherit' })
process.exit(status ?? 1)

/** Returns the last commit without a migration that is newer than the previous version's, or null if there is none. */
function previousCommit() {
  const newest = readFileSync(join(root, 'migrations/previous-version.txt'), 'utf8').trim()
  const added = readdirSync(join(root, 'migrations')).filter(
    (name) => /^\d{4}_.*\.sql$/.test(name) && name > `${newest}.sql`,
  )
  if (added.length === 0) return null
  const commits = git(
    'log',
    '--reverse',
    '--topo-order',
    '--diff-filter=A',
    '--format=%H',
    '--',
    ...added.map((name) => `migrations/${name}`),
  )
  const [first] = commits.split('\n')
  if (!first) fail('The new migrations are not committed yet. Commit them, and run this again.')
  if (git('rev-parse', '--is-shallow-repository') === 'true')
    fail('This clone has no history. Run: git fetch --unshallow')
  return git('rev-parse', `${first}^`)
}

/** Uses the installed packages unless the previous version needs others. */
function installInto(folder) {
  const dependenciesOf = (place) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
    return { ...dependencies, ...devDependencies }
  }
  const installed = dependenciesOf(root)
  const differs = Object.entries(dependenciesOf(folder)).some(
    ([name, version]) => installed[name] !== version,
  )
  if (!differs && existsSync(join(root, 'node_modules')))
    return symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) fail("The previous version's packages could not be installed.")
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}
