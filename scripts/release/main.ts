/**
 * npm run release: writes what belongs to a release into `release/`, and fails if a dependency is not fit for it.
 * npm run audit (`--audit`): only looks for known vulnerabilities.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findVulnerabilities } from './audit.ts'
import { collectLicenses, findForbiddenLicenses, formatLicenses } from './licenses.ts'
import { findUnverified, type LockFile, releasedPackages } from './lock-file.ts'
import { runNpm } from './npm.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'release')
const problems: string[] = []
const report = (what: string, found: string[]) => {
  process.stdout.write(`${found.length === 0 ? '✓' : '✗'} ${what}\n`)
  problems.push(...found)
}

const audit = findVulnerabilities(root, new Date())
if (audit === null) process.stdout.write('SKIPPED known vulnerabilities: the registry has no audit.\n')
else report('known vulnerabilities', audit)

if (!process.argv.includes('--audit')) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile
  const released = releasedPackages(lock)
  report('hashes of all packages', findUnverified(lock))
  report('licenses', findForbiddenLicenses(released, root))
  mkdirSync(folder, { recursive: true })
  const bom = runNpm(root, ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx'])
  if (bom.status !== 0) throw new Error(`npm sbom failed: ${bom.stderr}`)
  writeFileSync(join(folder, 'sbom.cdx.json'), bom.stdout)
  writeFileSync(join(folder, 'THIRD_PARTY_LICENSES.txt'), formatLicenses(collectLicenses(released, root)))
  process.stdout.write(
    `Wrote sbom.cdx.json and THIRD_PARTY_LICENSES.txt, ${released.length} packages, to ${folder}.\n`,
  )
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exit(problems.length > 0 ? 1 : 0)
