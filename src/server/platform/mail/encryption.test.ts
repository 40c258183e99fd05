import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const secret = 'a secret of at least thirty-two characters'

test('what was sealed opens with the same secret, and only there', () => {
  const sealed = encrypt(secret, 'Grüße, https://board.example.org/?token=t', 'mail 1')
  expect(sealed).not.toContain('token')
  expect(decrypt(secret, sealed, 'mail 1')).toBe('Grüße, https://board.example.org/?token=t')
  expect(() => decrypt(`${secret}!`, sealed, 'mail 1')).toThrow()
  expect(() => decrypt(secret, sealed, 'mail 2')).toThrow()
})

test('what was changed does not open', () => {
  const sealed = encrypt(secret, 'text', '')
  for (const changed of [`${sealed.slice(0, -2)}AA`, `A${sealed.slice(1)}`, sealed.slice(0, 30), ''])
    if (changed !== sealed) expect(() => decrypt(secret, changed, ''), changed).toThrow()
})

test('the same text never looks the same twice', () => {
  expect(encrypt(secret, 'text', '')).not.toBe(encrypt(secret, 'text', ''))
})
