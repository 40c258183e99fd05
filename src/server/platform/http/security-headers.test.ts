import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const policyWith = (mapStyleUrl: string) =>
  String(securityHeaders('https://board.example.org', null, mapStyleUrl)['content-security-policy'])

test('pages load nothing from other hosts', () => {
  expect(policyWith('')).not.toMatch(/https?:/)
})

test('a chosen map style allows its host for data and pictures, and nothing else', () => {
  const policy = policyWith('https://maps.example.org/styles/light.json?key=secret')
  expect(policy.split(';').filter((rule) => rule.includes('example.org'))).toEqual([
    "img-src 'self' data: blob: https://maps.example.org",
    "connect-src 'self' https://maps.example.org",
  ])
})
