import { describe, expect, test } from 'vitest'
import { ListingIdSchema } from '../listing.ts'
import { DecisionSchema, ProfileIdSchema } from '../moderation.ts'
import { characterCount, emailAddress, isBlank } from './fields.ts'

const id = '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b'

describe('an id', () => {
  test.each([ListingIdSchema, ProfileIdSchema])('is lowercased', (schema) => {
    expect(schema.parse({ id: id.toUpperCase() })).toEqual({ id })
  })

  test('is lowercased in a list', () => {
    const { ids } = DecisionSchema.parse({ decision: 'approve', ids: [id.toUpperCase(), id] })
    expect(ids).toEqual([id, id])
  })
})

test.each(['', ' \n\t', '\u200b\u200d', '\u3164', '\u0301'])('treats %j as blank', (text) => {
  expect(isBlank(text)).toBe(true)
})

test.each([
  ['ten chars!', 10],
  ['🎸🎸', 2],
])('counts the code points of %j', (text, count) => {
  expect(characterCount(text)).toBe(count)
})

describe('an email address', () => {
  test.each([
    'a@b.co',
    'a&b@example.com',
    "o'brien+board@example.co.uk",
    'first.last/dept=x@example.com',
    '!#$%&*{|}~^_`?@example.org',
    `${'a'.repeat(64)}@example.com`,
    'user@xn--mnchen-3ya.example',
    'user@a-b.xn--p1ai',
  ])('may be %s', (address) => {
    expect(emailAddress.parse(address)).toBe(address)
  })

  test.each([
    ['user@münchen.example', 'user@xn--mnchen-3ya.example'],
    ['user@MÜNCHEN.example', 'user@xn--mnchen-3ya.example'],
    ['user@mu\u0308nchen.example', 'user@xn--mnchen-3ya.example'],
    ['User@почта.рф', 'User@xn--80a1acny.xn--p1ai'],
    [' user@Example.com ', 'user@Example.com'],
  ])('with an international domain is stored as it is sent: %s', (address, stored) => {
    expect(emailAddress.parse(address)).toBe(stored)
  })

  test.each([
    'nobody',
    '@example.com',
    'a@',
    'a@b',
    'a@b..co',
    'a@-b.co',
    'a@b-.co',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.co',
    'a b@c.co',
    'a@b.co, c@d.co',
    'a@b.co,c@d.co',
    'a@b.co;c@d.co',
    'a@b@c.co',
    'a@b.co\r\nBcc: c@d.co',
    'a\0@b.co',
    'Ana <a@b.co>',
    '"a b"@c.co',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@127.1',
    'a@example.com/path',
    'a@example.com:25',
    'a@example.com?x',
    'a@example%2ecom',
    'a@münchen..example',
    'jörg@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(126)}com`,
  ])('cannot be %j', (address) => {
    expect(emailAddress.safeParse(address).success).toBe(false)
  })
})
