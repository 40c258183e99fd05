/** Values and headers that have broken servers like this one. */
import fc, { type Arbitrary } from 'fast-check'
import { strangeTexts } from '../support/data/strange-texts.ts'

/** Texts that have broken parsers, databases, logs, and layouts. */
export const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud83d',
  'a\udfff',
  '\u202egnp.exe',
  '\u200b\u200d\ufeff',
  `Z${'\u0302\u0316\u0334'.repeat(300)}`,
  'ﷺ'.repeat(50),
  'W'.repeat(200),
  'x'.repeat(20_000),
  '🎹'.repeat(60),
  "' or 1=1; --",
  '"; drop table listing; --',
  '\\',
  '$1',
  '%',
  '_%\\',
  'a & | !(',
  '<script>alert(1)</script>',
  '</script><script>',
  '{{7*7}}\u0024{7*7}',
  '../../etc/passwd',
  'file:///etc/passwd',
  'Https://www.instagram.com/joe',
  'HTTP://A.B/c',
  'javascript:alert(1)',
  'a\r\nbcc: victim@example.com',
  '\u001b[31mred',
  'a@example.com, b@example.com',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '0x10',
  '1e309',
  '2026-02-30',
  '0000-00-00',
  '-1',
  '99999999999999999999',
  '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b',
  ...strangeTexts,
] as const

export const hostileNumbers = [
  ...[0, -0, -1, 0.1, 1e-20, 12.345, 1e15, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63)],
  Number.MAX_SAFE_INTEGER,
]

const hostileHeader: Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(
    fc.constantFrom('content-type'),
    fc.constantFrom(
      'text/plain',
      'application/xml',
      'multipart/form-data',
      'application/json; charset=utf-16',
      'x',
    ),
  ),
  fc.tuple(
    fc.constantFrom('accept', 'accept-language', 'accept-encoding', 'user-agent', 'referer', 'x-request-id'),
    fc.constantFrom(
      '*/*',
      'gzip;q=NaN, br;q=9',
      'x'.repeat(3_000),
      '\u00ff\u00fe',
      '<script>',
      '\u0024{jndi:ldap://x}',
    ),
  ),
  fc.tuple(
    fc.constantFrom('if-match', 'if-none-match', 'idempotency-key', 'range', 'if-modified-since'),
    fc.constantFrom(
      '*',
      '"1"',
      'W/"0"',
      '',
      ',,,',
      '99999999999999999999',
      'bytes=5-1',
      'x'.repeat(300),
      '\u00e9',
    ),
  ),
  fc.tuple(
    fc.constantFrom(
      'authorization',
      'x-http-method-override',
      'x-forwarded-for',
      'x-forwarded-host',
      'forwarded',
    ),
    fc.constantFrom(
      'Bearer x',
      'Bearer e30.e30.',
      'Basic Og==',
      'DELETE',
      '::1',
      '127.0.0.1, evil',
      'evil.example',
    ),
  ),
)

/** At most two hostile headers; most requests have none. */
export const hostileHeaders: Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.array(hostileHeader, { maxLength: 2 }).map((pairs) => Object.fromEntries(pairs)),
  },
)
