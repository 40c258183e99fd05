/**
 * npm run release: writes a release into `release/`: the archive, the image, their checksums, what they consist of, and what is new. Fails if a
 * dependency is not fit for it.
 * npm run audit (`--audit`): only looks for known vulnerabilities.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '../build.mjs'
import { buildImage, findPodman } from '../image/build.ts'
import { packRelease, writeRelease } from './archive.ts'
import { findVulnerabilities } from './audit.ts'
import { releaseNotes } from './changelog.ts'
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
  if (problems.length === 0) writeAll(released)
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exit(problems.length > 0 ? 1 : 0)

function writeAll(released: ReturnType<typeof releasedPackages>) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const name = `corkboard-${version}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  ensureBuilt()
  writeRelease(root, join(folder, name))
  const time = execFileSync('git', ['log', '-1', '--format=%cI'], { cwd: root, encoding: 'utf8' }).trim()
  packRelease(join(folder, name), join(folder, `${name}.tar.gz`), time)
  rmSync(join(folder, name), { recursive: true })
  const podman = findPodman()
  if (podman)
    buildImage(podman, root, { tag: `corkboard:${version}`, saveAs: join(folder, `${name}-image.tar`) })
  else process.stdout.write('SKIPPED the image: podman is not installed.\n')
  const bom = runNpm(root, ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx'])
  if (bom.status !== 0) throw new Error(`npm sbom failed: ${bom.stderr}`)
  writeFileSync(join(folder, 'sbom.cdx.json'), bom.stdout)
  writeFileSync(join(folder, 'THIRD_PARTY_LICENSES.txt'), formatLicenses(collectLicenses(released, root)))
  writeFileSync(
    join(folder, 'NOTES.md'),
    releaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version),
  )
  const files = readdirSync(folder).sort()
  const sums = files.map((file) => `${sha256(join(folder, file))}  ${file}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  process.stdout.write(`Wrote ${[...files, 'SHA256SUMS'].join(', ')} to ${folder}.\n`)
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
