/** The licenses of the packages that a site runs or serves. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import satisfies from 'spdx-satisfies'
import type { LockedPackage } from './lock-file.ts'

/** SPDX ids. Those of libraries that are used unchanged, such as the LGPL of libvips, put no conditions on our code. */
const allowed = [
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['LGPL-3.0-or-later', 'MPL-2.0', 'OFL-1.1', 'PSF-2.0', 'Python-2.0', 'Unlicense'],
]

type PackageFile = { license?: string }

/** The lock file does not name the license of every package. */
function licenseOf({ license, path }: LockedPackage, root: string): string {
  if (license) return license
  const file = join(root, path, 'package.json')
  return existsSync(file) ? ((JSON.parse(readFileSync(file, 'utf8')) as PackageFile).license ?? '') : ''
}

const isAllowed = (license: string) => {
  try {
    return satisfies(license, allowed)
  } catch {
    return false
  }
}

/** Returns a sentence for each package whose license is unknown or not allowed. Packages for other platforms are not installed. */
export const findForbiddenLicenses = (packages: LockedPackage[], root: string): string[] =>
  packages
    .map((found) => ({ ...found, license: licenseOf(found, root) }))
    .filter(
      ({ license, optional, path }) => !isAllowed(license) && !(optional && !existsSync(join(root, path))),
    )
    .map(
      ({ name, version, license }) =>
        `${name} ${version} has the license "${license}", which is not allowed.`,
    )

type Collected = LockedPackage & { text: string }

/** Returns the installed packages with the texts of their licenses. */
export const collectLicenses = (packages: LockedPackage[], root: string): Collected[] =>
  packages
    .filter(({ path }) => existsSync(join(root, path)))
    .map((found) => ({ ...found, license: licenseOf(found, root), text: textOf(join(root, found.path)) }))
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.version.localeCompare(other.version))

const licenseFile = /^(licen[cs]e|copying|notice|ofl)/i

const textOf = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && licenseFile.test(file.name))
    .map((file) => readFileSync(join(folder, file.name), 'utf8').trim())
    .join('\n\n')

const rule = '-'.repeat(80)

export const formatLicenses = (packages: Collected[]): string =>
  packages
    .map(({ name, version, license, text }) =>
      [rule, `${name} ${version}`, `License: ${license}`, ...(text ? ['', text] : [])].join('\n'),
    )
    .join('\n\n')
    .concat('\n')
