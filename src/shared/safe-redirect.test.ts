import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeRedirectPath } from './safe-redirect.ts'

describe('redirects to a path of this site', () => {
  test.each([
    '/',
    '/profile',
    '/profile/account',
    '/service-update/0198c7a1-0000-7000-8000-000000000001',
    '/all-services?searchtext=a%2F%2Fb&category=Pet+Services&page=2',
    '/all-events?searchtext=100%25#results',
    '/state/New%20York',
    '/signing-day',
    '/category/caf%C3%A9',
  ])('%s', (path) => {
    expect(safeRedirectPath(path)).toBe(path)
  })

  test('redirects home without a target', () => {
    expect(safeRedirectPath(undefined)).toBe('/')
    expect(safeRedirectPath(null)).toBe('/')
    expect(safeRedirectPath('')).toBe('/')
  })
})

describe('redirects home if the target could lead to another site', () => {
  test.each([
    'profile',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%2f%2fevil.example',
    '/%2Fevil.example',
    '/%5cevil.example',
    '/%252f%252fevil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e%2f%2fevil.example',
    'https:evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/%09/evil.example',
    '/\n/evil.example',
    ' /profile',
    '/profile\0',
    '/profile%00',
    '/%E0%A4%A',
    `/${'a'.repeat(500)}`,
  ])('%j', (address) => {
    expect(safeRedirectPath(address)).toBe('/')
  })
})

describe('redirects home if the target would be a loop', () => {
  test.each([
    '/signin',
    '/signup',
    '/SignIn',
    '/signin/',
    '/signin?to=%2Fprofile',
    '/sign%69n',
    '/a/../signup',
    '/check-your-inbox',
    '/email-link?token=x',
    '/verify-email?token=x',
    '/reset-password?token=x',
    '/api/account-data',
  ])('%s', (address) => {
    expect(safeRedirectPath(address)).toBe('/')
  })
})

test('never redirects to another site', () => {
  const site = 'https://board.example'
  const piece = fc.constantFrom(
    '/',
    '\\',
    '%2f',
    '%5C',
    '.',
    '..',
    ':',
    '@',
    'https',
    'evil',
    '?',
    '#',
    '\t',
    '%09',
  )
  const address = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.array(piece).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(address, (target) => {
      const path = safeRedirectPath(target)
      expect(path).toMatch(/^\/(?!\/)/)
      expect(new URL(path, site).origin).toBe(site)
      expect(safeRedirectPath(path)).toBe(path)
    }),
    { numRuns: 2000 },
  )
})
