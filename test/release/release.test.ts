import { expect, test } from 'vitest'
import { readReport } from '../../scripts/release/audit.ts'
import { findForbiddenLicenses } from '../../scripts/release/licenses.ts'
import { findUnverified, releasedPackages } from '../../scripts/release/lock-file.ts'

const lock = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/one': { version: '1.0.0', license: 'MIT', integrity: 'sha512-a' },
    'node_modules/one/node_modules/@scope/two': {
      version: '2.0.0',
      license: '(GPL-3.0-only OR ISC)',
      integrity: 'sha512-b',
    },
    'node_modules/three': { version: '3.0.0', license: 'GPL-3.0-only' },
    'node_modules/tool': { version: '4.0.0', license: 'SSPL-1.0', dev: true, integrity: 'sha512-c' },
  },
}

test('finds packages without a hash, and those of a site without an allowed license', () => {
  const released = releasedPackages(lock)
  expect(released.map(({ name }) => name)).toEqual(['one', '@scope/two', 'three'])
  expect(findUnverified(lock)).toEqual([expect.stringMatching(/^three has no integrity hash/)])
  expect(findForbiddenLicenses(released, '/nowhere')).toEqual([
    'three 3.0.0 has the license "GPL-3.0-only", which is not allowed.',
  ])
})

const audit = JSON.stringify({
  vulnerabilities: {
    one: {
      name: 'one',
      severity: 'critical',
      via: [
        { url: 'https://github.com/advisories/GHSA-1', title: 'Reads files', severity: 'critical' },
        { url: 'https://github.com/advisories/GHSA-2', title: 'Is slow', severity: 'moderate' },
        'three',
      ],
    },
  },
})
const exception = { advisory: 'GHSA-1', package: 'one', reason: 'Not used.', until: '2026-12-31' }

test('reports severe vulnerabilities without an exception that holds', () => {
  const found = ['one: Reads files (critical) https://github.com/advisories/GHSA-1']
  expect(readReport(audit, [], '2026-12-01')).toEqual(found)
  expect(readReport(audit, [exception], '2026-12-31')).toEqual([])
  expect(readReport(audit, [exception], '2027-01-01')).toEqual(found)
  expect(readReport('{"error":{"code":"ENOAUDIT"}}', [], '2026-12-01')).toBe(null)
})
